import { lists } from '@usance/wire/all-calls'
import { columnsFor, isOwnName, listCalls } from '@usance/wire/list'
import { isCompanyRole } from '@usance/wire/roles'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { aLife } from '../testing/life.ts'
import { openPortal, type Portal, Refusal } from '../testing/portal.ts'
import { aNeighbour } from './reading-world.ts'

/** Money goes back to whoever it came from, so a name says to whom. */
const differs = ['payment.release-refund payeeName']

let portal: Portal
beforeAll(async () => {
  portal = await openPortal({ RATE_PER_MINUTE: '0' })
  await aNeighbour(portal)
  const life = await aLife(portal, 11)
  for (let step = 0; step < 14; step++) await life.step()
}, 300_000)
afterAll(() => portal.close())

test('a column with nothing but the own name is one that the seat is not shown, and no other', async () => {
  const faults: string[] = []
  let read = 0
  const companies = await portal.look((tx) => tx.selectFrom('company').select(['id', 'name']).execute())
  const seats = Object.entries(portal.seats).filter(([, { companyRole }]) => !['PLATFORM', 'COMPANY'].includes(companyRole))
  for (const [who, seat] of seats) {
    const role = isCompanyRole(seat.companyRole) ? seat.companyRole : undefined
    const own = companies.find(({ id }) => id === seat.companyId)!.name
    for (const list of lists) {
      const page = await portal.ask(seat, listCalls(list).pageList, { body: { pageSize: 200 } }).catch((error: unknown) => {
        if (error instanceof Refusal) return { list: [] }
        throw error
      })
      const rows = (page.list ?? []) as Record<string, unknown>[]
      if (rows.length > 0) read++
      for (const [name, column] of Object.entries(columnsFor(list, role))) {
        if (column.kind !== 'text' || column.internal || differs.includes(`${list.id} ${name}`)) continue
        const values = rows.map((row) => row[name]).filter((value) => typeof value === 'string' && value !== '')
        if (values.length === 0) continue
        const hidden = isOwnName(name, column, role)
        if (!hidden && !column.hidden && values.every((value) => value === own))
          faults.push(`${who} ${list.id} ${name} shows ${own} (${values.length})`)
        if (hidden && values.some((value) => value !== own)) faults.push(`${who} ${list.id} ${name} hides another name`)
      }
    }
  }
  expect(read).toBeGreaterThan(40)
  expect(faults).toEqual([])
})
