import { accountList } from '@usance/wire/account/calls'
import { listCalls } from '@usance/wire/list'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openPortal, type Portal, refusalOf } from '../testing/portal.ts'

let portal: Portal
beforeAll(async () => {
  portal = await openPortal()
})
afterAll(() => portal.close())

test('a flag is asked for by true, false, 1 or 0, and any other word is refused beside it, in exports too', async () => {
  const { alderDirector } = portal.seats
  const { pageList, csvExport, excelExport } = listCalls(accountList)
  const found = async (signatory: string) => {
    const { list } = await portal.ask(alderDirector, pageList, { body: { filterFields: { signatory } } })
    return (list ?? []).map((row) => row.signatory)
  }
  const [yes, no] = [await found('true'), await found('false')]
  expect([new Set(yes), new Set(no)]).toEqual([new Set([true]), new Set([false])])
  expect([await found('1'), await found('0')]).toEqual([yes, no])
  expect(await found('ALL')).toHaveLength(yes.length + no.length)
  for (const signatory of ['TRUE', 'yes', 'nonsense'])
    for (const call of [pageList, csvExport, excelExport])
      expect(await refusalOf(portal.ask(alderDirector, call, { body: { filterFields: { signatory } } }))).toMatchObject({
        error: 'BAD_REQUEST',
        data: { fields: [{ field: 'filterFields.signatory', message: 'invalid_format' }] },
      })
})
