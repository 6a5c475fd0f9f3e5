import { addDays } from '@usance/domain/local-date'
import { homeCalls } from '@usance/wire/home/calls'
import { todoAddress } from '@usance/wire/home/todo-addresses'
import { invoiceList } from '@usance/wire/invoice/list'
import { listCalls } from '@usance/wire/list'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { newId } from '../../database/id.ts'
import { openPortal, type Portal, refusalOf } from '../../testing/portal.ts'
import type { Seat } from '../../testing/world.ts'

// What home counts as ready to finance, and the list that it leads to.

let portal: Portal
let today = ''
beforeAll(async () => {
  portal = await openPortal()
  const { alder, birch, cedar, dogwood } = portal.world.companies
  today = (await portal.ask(portal.seats.alderMaker, homeCalls.summary, { body: {} })).businessDate
  const loan = newId()
  await portal.asOwner(async (db) => {
    await sql`insert into purchase_order (id, supplier_id, buyer_id, po_no, order_date, latest_ship_date, currency, amount, doc_status, finance_status)
      values (${loan}, ${alder}, ${cedar}, 'PO-LENT', ${addDays(today, -9)}, ${addDays(today, 60)}, 'USD', 100, 'CONFIRMED', 'FINANCED')`.execute(
      db,
    )
    // Every combination of what decides: whose it is, how it stands, when it is due, whether its buyer is shown it, what is lent on it.
    await sql`insert into invoice (id, supplier_id, buyer_id, invoice_no, norm_no, issue_date, due_date, currency, amount, paid_amount, doc_status,
        finance_status, buyer_visible, purchase_order_id, fp1, fp2, fp3)
      select gen_random_uuid(), s, b, 'N-' || n, 'N' || n, ${addDays(today, -20)}::date, ${today}::date + due, currency, 10 + n, paid * (10 + n), doc,
        finance, visible, case when lent and s = ${alder} and b = ${cedar} then ${loan}::uuid end,
        decode(md5('1' || n), 'hex'), decode(md5('2' || n), 'hex'), decode(md5('3' || n), 'hex')
      from (select *, row_number() over () as n from unnest(array[${alder}, ${birch}]::uuid[]) s, unnest(array[${cedar}, ${dogwood}]::uuid[]) b,
        unnest(array['USD', 'EUR']) currency, unnest(array['DRAFT', 'SUBMITTED', 'CONFIRMED', 'DISPUTED']) doc,
        unnest(array['UNFINANCED', 'FINANCED']) finance, unnest(array[3, 7, 8, 50]) due, unnest(array[0, 1]) paid,
        unnest(array[true, false]) visible, unnest(array[true, false]) lent) made`.execute(db)
  })
})
afterAll(() => portal.close())

const { pageList, csvExport } = listCalls(invoiceList)
const conditions = () => {
  const address = new URL(todoAddress({ kind: 'READY_TO_FINANCE' }, { today, isBuyer: false }), 'http://portal')
  return Object.fromEntries([...new Set(address.searchParams.keys())].map((name) => [name, address.searchParams.getAll(name)]))
}
const counted = async (seat: Seat) => {
  const { todos } = await portal.ask(seat, homeCalls.summary, { body: {} })
  const found = todos.find(({ kind }) => kind === 'READY_TO_FINANCE')
  return (
    found && { count: found.count, amounts: found.amounts.map(({ currency, amount }) => `${currency} ${Number(amount)}`).sort() }
  )
}
const listed = async (seat: Seat, filterFields: Record<string, string | string[]> = conditions()) => {
  const { total } = await portal.ask(seat, pageList, { body: { filterFields } })
  const { list } = await portal.ask(seat, pageList, { body: { filterFields, amountSumByField: 'outstanding' } })
  const amounts = (list ?? []).map(({ currency, totalAmount }) => `${currency} ${Number(totalAmount)}`)
  return { count: total, amounts: amounts.sort() }
}

test('home counts for every seat what the list shows that it leads to', async () => {
  const counts: Record<string, number> = {}
  for (const [name, seat] of Object.entries(portal.seats)) {
    const home = await counted(seat)
    if (!home) continue
    counts[name] = home.count
    expect({ name, ...(await listed(seat)) }).toEqual({ name, ...home })
  }
  expect(Object.keys(counts)).toContain('alderMaker')
  expect(counts.alderMaker).toBeGreaterThan(0)
})

test('the list shows the same to a colleague whom home does not tell, and its export has the same rows', async () => {
  const { alderMaker, alderViewer } = portal.seats
  const home = await counted(alderMaker)
  expect(await listed(alderViewer)).toEqual(home)
  const exported = await portal.ask(alderMaker, csvExport, { body: { filterFields: conditions() } })
  expect(String(exported).trim().split('\r\n')).toHaveLength(home!.count + 1)
})

test('the list is found by what is not ready too, and other conditions narrow both', async () => {
  const { alderMaker } = portal.seats
  const all = await listed(alderMaker, {})
  const ready = await listed(alderMaker, { isReady: 'true' })
  const others = await listed(alderMaker, { isReady: 'false' })
  expect(ready.count! + others.count!).toBe(all.count)
  const due = { dueDateEnd: addDays(today, 8) }
  expect((await listed(alderMaker, { ...due, isReady: 'true' })).count).toBeLessThan(ready.count!)
})

test('buyers and funders have no such condition', async () => {
  for (const seat of [portal.seats.cedarMaker, portal.seats.elmMaker])
    expect((await refusalOf(portal.ask(seat, pageList, { body: { filterFields: { isReady: 'true' } } }))).error).toBe(
      'FIELD_NOT_ALLOWED',
    )
})
