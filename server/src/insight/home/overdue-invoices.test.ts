import { addDays } from '@usance/domain/local-date'
import { homeCalls } from '@usance/wire/home/calls'
import { todoAddress } from '@usance/wire/home/todo-addresses'
import { confirmationList, invoiceList } from '@usance/wire/invoice/list'
import { listCalls } from '@usance/wire/list'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openPortal, type Portal } from '../../testing/portal.ts'

let portal: Portal
let today = ''
beforeAll(async () => {
  portal = await openPortal()
  const { alder, cedar } = portal.world.companies
  today = (await portal.ask(portal.seats.alderMaker, homeCalls.summary, { body: {} })).businessDate
  // Every combination of what decides: how it stands, when it was due, what is paid of it, and whether its order is lost.
  await portal.asOwner((db) =>
    sql`insert into invoice (id, supplier_id, buyer_id, invoice_no, norm_no, issue_date, due_date, currency, amount, paid_amount, pay_status, doc_status,
        finance_status, buyer_visible, fp1, fp2, fp3)
      select gen_random_uuid(), ${alder}, ${cedar}, 'N-' || n, 'N' || n, ${addDays(today, -200)}::date, ${today}::date + due, 'USD', 100, paid,
        case when paid = 100 then 'PAID' when lost then 'WRITTEN_OFF' when paid > 0 then 'PARTIAL' else 'UNPAID' end, doc,
        case when lost then 'OVERDUE' else 'UNFINANCED' end, true, decode(md5('1' || n), 'hex'), decode(md5('2' || n), 'hex'), decode(md5('3' || n), 'hex')
      from (select *, row_number() over () as n from unnest(array['SUBMITTED', 'CONFIRMED', 'CLOSED']) doc, unnest(array[-100, -1, 0, 9]) due,
        unnest(array[0, 40, 100]) paid, unnest(array[true, false]) lost) made`.execute(db),
  )
})
afterAll(() => portal.close())

test('home counts as many overdue invoices, those of lost orders included, as the list that it leads to', async () => {
  const { alderMaker, cedarChecker } = portal.seats
  for (const [seat, list, isBuyer] of [
    [alderMaker, invoiceList, false],
    [cedarChecker, confirmationList, true],
  ] as const) {
    const { todos } = await portal.ask(seat, homeCalls.summary, { body: {} })
    const found = todos.find(({ kind }) => kind === 'OVERDUE_INVOICES')
    // Confirmed, due before today, with something open: by two days, two payments, lost or not.
    expect(found?.count).toBe(8)
    const { searchParams } = new URL(todoAddress({ kind: 'OVERDUE_INVOICES' }, { today, isBuyer }), 'http://portal')
    const filterFields = Object.fromEntries([...new Set(searchParams.keys())].map((name) => [name, searchParams.getAll(name)]))
    const { total } = await portal.ask(seat, listCalls(list).pageList, { body: { filterFields } })
    expect(total).toBe(found?.count)
  }
})
