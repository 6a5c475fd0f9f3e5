import { isNearDuplicate, normalizeDocumentNo } from '@usance/domain/fingerprint'
import { addDays } from '@usance/domain/local-date'
import { money } from '@usance/domain/money'
import { invoiceCalls } from '@usance/wire/invoice/calls'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openPortal, type Portal } from '../../testing/portal.ts'
import { openingDay } from '../../testing/world.ts'
import { mayBeNear } from '../may-be-near.ts'

let portal: Portal
beforeAll(async () => {
  portal = await openPortal()
})
afterAll(() => portal.close())

const anInvoice = (invoiceNo: string, amount: string) => ({
  buyerCode: 'CEDAR',
  invoiceNo,
  issueDate: openingDay,
  dueDate: addDays(openingDay, 60),
  currency: 'USD',
  amount,
})
const maker = () => portal.seats.alderMaker
/** Six hundred drafts of Alder to Cedar of about one amount, whose numbers are far from any other. */
const aCrowd = async (head: string) => {
  const { alder, cedar } = portal.world.companies
  const print = (of: string) => sql`sha256(convert_to(${`${of} ${head}`} || n, 'UTF8'))`
  const { numAffectedRows } = await portal.asOwner((db) =>
    sql`insert into invoice (id, supplier_id, buyer_id, invoice_no, norm_no, issue_date, due_date, currency, amount, fp1, fp2, fp3)
      select gen_random_uuid(), ${alder}, ${cedar}, no, no, ${openingDay}, ${addDays(openingDay, 60)}, 'USD', 77770, ${print('1')}, ${print('2')}, ${print('3')}
      from (select n, concat(${head}::text, '-', n * 7919) as no from generate_series(1, 600) n) crowd`.execute(db),
  )
  expect(numAffectedRows).toBe(600n)
}
const flagsOf = (invoiceNo: string) =>
  portal.look(async (tx) => {
    const one = tx.selectFrom('invoice').select('riskFlags').where('invoiceNo', '=', invoiceNo)
    return (await one.executeTakeFirstOrThrow()).riskFlags
  })

test('a number one slip from another carries its sign among hundreds of invoices of about its amount', async () => {
  await aCrowd('AC')
  await portal.ask(maker(), invoiceCalls.add, { body: anInvoice('QX-100431', '77777.77') })
  await aCrowd('AD')
  await portal.ask(maker(), invoiceCalls.add, { body: anInvoice('QX-100432', '77777.70') })
  await portal.ask(maker(), invoiceCalls.add, { body: anInvoice('QX/10-0431', '77777.60') })
  await portal.ask(maker(), invoiceCalls.add, { body: anInvoice('VERY-FAR-1', '77777.50') })
  expect(await flagsOf('QX-100432')).toContain('NEAR_DUPLICATE')
  expect(await flagsOf('QX/10-0431')).toContain('NEAR_DUPLICATE')
  expect(await flagsOf('VERY-FAR-1')).not.toContain('NEAR_DUPLICATE')
})

test('the database leaves out no number that is near', async () => {
  const numbers = [
    ...['A18164/0012', 'A181640012', 'A-18164-12', 'A18164/0013', 'B18164/0012', 'A1816/0012', 'A18164/00123', 'XA18164/0012'],
    ...['7-006', '7006', '7-6', '76', 'O7-06', '07/O6', 'S-1', '5-1', '5', 'LI-HÚ1', 'LI-HU1', '发票-7', '发票-8', '发票-70'],
    ...['A㎡-7', 'A-7', 'AM2-7', 'Ａ－７', 'A\u03327', 'A𝟕', '𠮷-1', '1', '12', '0', '00'],
  ]
  const same = { issueDate: openingDay, amount: money(100n, 'USD') }
  for (const number of numbers) {
    const { rows } = await portal.look((tx) =>
      sql<{ written: string }>`
        select written from unnest(${numbers}::text[], ${numbers.map(normalizeDocumentNo)}::text[]) as n (written, norm_no)
        where ${mayBeNear(number, { written: 'written', normNo: 'norm_no' })}`.execute(tx),
    )
    const found = rows.map(({ written }) => written)
    const near = numbers.filter((other) => isNearDuplicate({ ...same, number }, { ...same, number: other }))
    // Confusable ones are asked for by their skeleton.
    const { rows: alike } = await portal.look((tx) =>
      sql<{ written: string }>`
        select written from unnest(${numbers}::text[], ${numbers.map(normalizeDocumentNo)}::text[]) as n (written, norm_no)
        where number_skeleton(norm_no) = number_skeleton(${normalizeDocumentNo(number)})`.execute(tx),
    )
    expect([...found, ...alike.map(({ written }) => written)], number).toEqual(expect.arrayContaining(near))
  }
})
