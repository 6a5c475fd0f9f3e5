import { configChangeCalls } from '@usance/wire/config-change/calls'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { newId } from '../../database/id.ts'
import { openPortal, type Portal } from '../../testing/portal.ts'

let portal: Portal
beforeAll(async () => {
  portal = await openPortal()
})
afterAll(() => portal.close())

type Asked = { role: 'SUPPLIER' | 'BUYER' | 'FUNDER'; codeOrName?: string; id?: string; pageNum?: number; pageSize?: number }
const parties = (body: Asked) => portal.ask(portal.seats.operations, configChangeCalls.parties, { body })

test('a company that a limit names is found by a part of its name or code, however many there are', async () => {
  const many = 5200
  const ids = Array.from({ length: many }, () => newId())
  await portal.look(async (tx) => {
    for (let from = 0; from < many; from += 1300) {
      const part = ids.slice(from, from + 1300)
      await tx
        .insertInto('company')
        .values(
          part.map((id, at) => ({
            id,
            code: `MANY${from + at}`,
            name: `Birch Mill ${from + at}`,
            bizRegNo: `MANY${from + at}`,
            country: 'US',
          })),
        )
        .execute()
      await tx
        .insertInto('companyRole')
        .values(part.map((companyId) => ({ id: newId(), companyId, role: 'BUYER' })))
        .execute()
    }
  })
  const { id, name, code } = await portal.look((tx) =>
    tx
      .selectFrom('company')
      .select(['id', 'name', 'code'])
      .where('id', '=', portal.world.companies.cedar)
      .executeTakeFirstOrThrow(),
  )
  const { list, total } = await parties({ role: 'BUYER' })
  expect(list).toHaveLength(20)
  expect(total).toBeGreaterThan(many)
  expect((await parties({ role: 'BUYER', codeOrName: 'mill 5199' })).list).toMatchObject([{ name: 'Birch Mill 5199' }])
  expect((await parties({ role: 'BUYER', codeOrName: 'MANY5199' })).list).toMatchObject([{ name: 'Birch Mill 5199' }])
  expect((await parties({ role: 'BUYER', codeOrName: 'mill', pageNum: 3, pageSize: 100 })).list).toHaveLength(100)
  expect(await parties({ role: 'SUPPLIER', codeOrName: 'mill' })).toEqual({ list: [], total: 0 })
  expect(await parties({ role: 'FUNDER', id })).toEqual({ list: [{ id, name, code }], total: 1 })
})
