import { poolCalls } from '@usance/wire/pool/calls'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { aPoolProduct } from '../../testing/pool-product.ts'
import { openPortal, type Portal } from '../../testing/portal.ts'
import { aConfirmedInvoice } from '../../testing/trade.ts'

let portal: Portal
beforeAll(async () => {
  portal = await openPortal()
})
afterAll(() => portal.close())

test('the invoices that can be assigned are listed so many at a time, and the others are found by their number or buyer', async () => {
  const body = { productId: await aPoolProduct(portal), currency: 'USD' }
  const assignable = (search?: string) =>
    portal.ask(portal.seats.alderMaker, poolCalls.assignable, { body: search ? { ...body, search } : body })
  const id = await aConfirmedInvoice(portal, { dueDate: '2025-05-02' })
  const last = { invoiceNo: 'LAST_%', dueDate: '2025-05-30', buyerCode: 'DOGWOOD' }
  const lastId = await aConfirmedInvoice(portal, last)
  expect(await assignable()).toMatchObject({ more: false, invoices: [{ id }, { id: lastId }] })
  await portal.asOwner((db) =>
    sql`insert into invoice (id, supplier_id, buyer_id, invoice_no, norm_no, issue_date, due_date, currency, amount, doc_status, fp1, fp2, fp3)
      select gen_random_uuid(), i.supplier_id, i.buyer_id, 'MANY-' || n, 'MANY' || n, i.issue_date, i.due_date, i.currency, i.amount,
        i.doc_status, decode(md5('1' || n), 'hex'), decode(md5('2' || n), 'hex'), decode(md5('3' || n), 'hex')
      from invoice i, generate_series(1, 500) n where i.id = ${id}`.execute(db),
  )
  const first = await assignable()
  expect([first.invoices.length, first.more]).toEqual([500, true])
  expect(first.invoices.map((one) => one.id)).not.toContain(lastId)
  for (const search of ['last', 'T_%', 'Dogwood'])
    expect(await assignable(search)).toMatchObject({ more: false, invoices: [{ id: lastId, invoiceNo: last.invoiceNo }] })
  expect((await assignable('no such invoice')).invoices).toEqual([])
})
