import { addDays } from '@usance/domain/local-date'
import { paymentCalls } from '@usance/wire/payment/calls'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { lockPayment } from '../../books/servicing/payment-row.ts'
import { aFundedOrder, anInstructedPayment, aReceipt } from '../../testing/financing.ts'
import { aFileTaken } from '../../testing/payment-files.ts'
import { openPortal, type Portal } from '../../testing/portal.ts'
import { rowsReadBy } from '../../testing/rows-read.ts'
import { openingDay } from '../../testing/world.ts'
import { maybeReturnOfReceipt, refuseBookedReturns } from './maybe-return.ts'

// Each receipt was compared with all payments of its funder, and each payment with all receipts.

let portal: Portal
beforeAll(async () => {
  portal = await openPortal()
})
afterAll(() => portal.close())

const amountOf = async (id: string) => (await portal.ask(portal.seats.settlement, paymentCalls.detail, { body: { id } })).amount
const many = 4000

test('whether a receipt brings a payment back is asked of the payments, files and returns of its amount alone', async () => {
  const { payment: paid } = await aFundedOrder(portal, { faces: ['101000'] })
  const { payment: filed } = await anInstructedPayment(portal, { faces: ['102000'] })
  await aFileTaken(portal, filed.id)
  const { payment: back } = await aFundedOrder(portal, { faces: ['103000'] })
  await portal.ask(portal.seats.settlement3, paymentCalls.takeBack, {
    body: { id: back.id, returnedOn: openingDay, reason: 'Sent back by the bank' },
  })
  const asked = []
  for (const { id, no } of [paid, filed, back]) {
    const receipt = await aReceipt(portal, (await amountOf(id))!, { payerName: 'Elm Correspondent Bank' })
    asked.push({ id: receipt.id, no })
  }
  await portal.asOwner(async (db) => {
    // What the bank has by the file, and what came back, are of amounts that the payments have no more.
    await sql`update payment_file_item set live = false, status = 'ACCEPTED' where payment_id = ${filed.id}`.execute(db)
    await sql`update payment set status = 'FAILED', amount = amount + 5 where id in (${filed.id}, ${back.id})`.execute(db)
    await sql`insert into payment (id, no, type, funder_id, payee_company_id, amount, currency, value_date, status)
      select gen_random_uuid(), 'PAY-1999-' || lpad(n::text, 6, '0'), 'FEE_REMIT', funder_id, payee_company_id, amount + n, currency,
        value_date, 'PAID'
      from payment, generate_series(1, ${many}::int) n where id = ${paid.id}`.execute(db)
    await sql`insert into payment_file_item (id, file_id, payment_id, batch_id, from_account_id, execution_date, instruction_id,
        end_to_end_id, live, status, amount)
      select gen_random_uuid(), i.file_id, p.id, i.batch_id, i.from_account_id, i.execution_date, p.no, p.no, false, 'ACCEPTED', p.amount + 7000
      from payment_file_item i, payment p where i.payment_id = ${filed.id} and p.no like 'PAY-1999-%'`.execute(db)
    await sql`insert into journal (id, key, event, source_type, source_id, value_date, posted_on)
      select gen_random_uuid(), 'EARLIER:' || no, 'FEE_REMIT', 'PAYMENT', id::text, value_date, value_date
      from payment where no like 'PAY-1999-%'`.execute(db)
    await sql`insert into posting (journal_id, book, owner_id, account, currency, side, amount, value_date)
      select j.id, 'F', p.funder_id, told.account, p.currency, told.side, p.amount + 14000, j.value_date
      from journal j join payment p on p.id::text = j.source_id cross join (values ('1010', 'C'), ('2000', 'D')) told (account, side)
      where j.key like 'EARLIER:%'`.execute(db)
    await sql`insert into journal (id, key, event, source_type, source_id, value_date, posted_on, reversal_of, memo)
      select gen_random_uuid(), 'BACK:' || key, event, source_type, source_id, value_date, posted_on, id, '{"returnedOn": "1999-12-31"}'
      from journal where key like 'EARLIER:%'`.execute(db)
    await sql`insert into posting (journal_id, book, owner_id, account, currency, side, amount, value_date)
      select m.id, e.book, e.owner_id, e.account, e.currency, case e.side when 'D' then 'C' else 'D' end, e.amount, e.value_date
      from journal m join posting e on e.journal_id = m.reversal_of where m.key like 'BACK:%'`.execute(db)
    await sql`analyze payment, payment_file_item, journal, posting`.execute(db)
  })
  for (const { id, no } of asked)
    await portal.look(async (tx) => {
      let found: string[] = []
      const read = await rowsReadBy(tx, async () => {
        found = (await maybeReturnOfReceipt(tx, id)).map((one) => one.no)
      })
      expect(found).toEqual([no])
      const { payment, payment_file_item: item, journal, posting } = read
      expect(Math.max(payment!, item!, journal!, posting!)).toBeLessThan(50)
    })
})

test('a payment that is taken back is compared with the receipts since its first transfer alone', async () => {
  const { payment } = await aFundedOrder(portal, { faces: ['104000'] })
  const receipt = await aReceipt(portal, (await amountOf(payment.id))!)
  const named = await aReceipt(portal, '6.00', { rawText: `return of ${payment.no} less charges` })
  await portal.asOwner(async (db) => {
    await sql`insert into collection (id, no, bank_account_id, funder_id, bank_ref, value_date, amount, currency, raw_text)
      select gen_random_uuid(), 'RC-1999-' || n, bank_account_id, funder_id, 'EARLIER-' || n, ${addDays(openingDay, -1)}, amount, currency,
        ${`return of ${payment.no}`}
      from collection, generate_series(1, ${many}::int) n where id = ${receipt.id}`.execute(db)
    await sql`analyze collection`.execute(db)
  })
  await portal.look(async (tx) => {
    const row = await lockPayment(tx, payment.id)
    let told: string[] = []
    const read = await rowsReadBy(tx, async () => {
      told = (await refuseBookedReturns(tx, [row], [named.no])).map(({ no }) => no)
    })
    expect(told).toEqual([named.no])
    expect(read.collection).toBeLessThan(50)
  })
})
