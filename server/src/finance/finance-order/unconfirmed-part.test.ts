import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { leftOf } from '@usance/domain/eligibility'
import { addDays } from '@usance/domain/local-date'
import { fromDecimal, toDecimal } from '@usance/domain/money'
import { adjustmentCalls } from '@usance/wire/adjustment/calls'
import { arCalls } from '@usance/wire/ar/calls'
import { financeOrderCalls } from '@usance/wire/finance-order/calls'
import { invoiceCalls } from '@usance/wire/invoice/calls'
import fc from 'fast-check'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { newId } from '../../database/id.ts'
import { migrationsFolder } from '../../database/migrate.ts'
import { openPortal, type Portal } from '../../testing/portal.ts'
import { aConfirmedInvoice, passAll, requestFor } from '../../testing/trade.ts'
import { openingDay } from '../../testing/world.ts'

let portal: Portal
beforeAll(async () => {
  portal = await openPortal()
})
afterAll(() => portal.close())

/** An invoice of 10,000.00 of which its buyer confirms 8,000.00, what may be financed of it, and what raises or lowers it. */
async function partlyConfirmed() {
  const { alderMaker, cedarChecker } = portal.seats
  const eligible = async () =>
    Number((await portal.ask(alderMaker, arCalls.availableForFinanceAmount, { body: { currency: 'USD' } })).eligible)
  // So much was invoiced that what is credited stops nothing.
  await aConfirmedInvoice(portal, { amount: '900000.00' })
  const before = await eligible()
  const body = {
    buyerCode: 'CEDAR',
    invoiceNo: `UNC-${newId()}`,
    issueDate: openingDay,
    dueDate: addDays(openingDay, 60),
    currency: 'USD',
  }
  const { id } = await portal.ask(alderMaker, invoiceCalls.add, { body: { ...body, amount: '10000.00' } })
  await portal.ask(alderMaker, invoiceCalls.submit, { body: { ids: [id] } })
  await portal.ask(cedarChecker, invoiceCalls.confirm, { body: { items: [{ id, confirmedAmount: '8000.00' }] } })
  const note = async (type: 'CREDIT_NOTE' | 'DEBIT_NOTE', amount: string) => {
    const { no } = await portal.ask(alderMaker, adjustmentCalls.add, {
      body: { invoiceId: id, type, refNo: newId(), amount, date: openingDay },
    })
    await passAll(portal, no, 'INVOICE_ADJUSTMENT')
  }
  /** By its price and by what its supplier could finance. */
  const financeable = async () => {
    const price = await portal.ask(alderMaker, financeOrderCalls.trialCalculation, { body: requestFor(portal, [id]) })
    return [price.items[0]!.eligible, (await eligible()) - before]
  }
  const detail = () => portal.ask(alderMaker, invoiceCalls.detail, { query: { id } })
  /** A figure of the explanation of its price: the result, and each line of its formula with its sign. */
  const explained = async (key: string) => {
    const { explain } = await portal.ask(alderMaker, financeOrderCalls.trialCalculation, { body: requestFor(portal, [id]) })
    const { formula, inputs, result } = explain.find((one) => one.key === key)!
    const lines = inputs.map(({ name, value }) =>
      formula.includes(`− ${name}`) ? [name, -Number(value)] : [name, Number(value)],
    )
    return { lines: Object.fromEntries(lines), result: Number(result) }
  }
  return { id, note, financeable, detail, explained }
}

test('a credit note for what a buyer has not confirmed leaves what it has confirmed to be financed', async () => {
  const { note, financeable } = await partlyConfirmed()
  const [eligible, advance] = await financeable()
  expect(eligible).toBe('8000.00')
  await note('CREDIT_NOTE', '1500.00')
  expect(await financeable()).toEqual(['8000.00', advance])
  // What goes beyond the part that was not confirmed lowers what may be financed.
  await note('CREDIT_NOTE', '1500.00')
  expect(await financeable()).toEqual(['7000.00', Number(advance) * (7 / 8)])
})

test('what a buyer accepted by a debit note is financed beside credit notes for what it has not confirmed', async () => {
  const { note, financeable, detail } = await partlyConfirmed()
  const [, advance] = await financeable()
  await note('DEBIT_NOTE', '1000.00')
  expect(await financeable()).toEqual(['9000.00', Number(advance) * (9 / 8)])
  await note('CREDIT_NOTE', '1500.00')
  expect(await financeable()).toEqual(['9000.00', Number(advance) * (9 / 8)])
  await note('CREDIT_NOTE', '500.00')
  expect(await financeable()).toEqual(['9000.00', Number(advance) * (9 / 8)])
  expect(await detail()).toMatchObject({ outstanding: '9000.00', adjustedAmount: '1000.00', reducedAmount: '2000.00' })
  await note('CREDIT_NOTE', '1000.00')
  expect(await financeable()).toEqual(['8000.00', advance])
})

test('the explanation of a price names debit notes by themselves, and adds up line by line', async () => {
  const { note, explained } = await partlyConfirmed()
  await note('DEBIT_NOTE', '1000.00')
  await note('CREDIT_NOTE', '2500.00')
  const net = await explained('netReceivable')
  expect(net).toEqual({ lines: { face: 10_000, debitNotes: 1000, adjustments: -2500, payments: -0 }, result: 8500 })
  const confirmed = await explained('confirmedLeft')
  expect(confirmed.lines).toEqual({
    ...{ confirmedAmount: 8000, debitNotes: 1000, unconfirmedReduced: 2000, adjustments: -2500, payments: -0 },
  })
  expect(confirmed.result).toBe(8500)
})

test('debit notes that passed before the upgrade count too', async () => {
  const { id, note, detail } = await partlyConfirmed()
  await note('DEBIT_NOTE', '1000.00')
  await note('CREDIT_NOTE', '1500.00')
  const { reducedAmount } = await detail()
  await portal.look((tx) => tx.updateTable('invoice').set({ debitedAmount: '0' }).where('id', '=', id).execute())
  const migration = readFileSync(join(migrationsFolder(), '1351-debit-notes-that-are-accepted.sql'), 'utf8')
  const [backfill] = /^update invoice[^;]+;/m.exec(migration) ?? []
  await portal.look((tx) => sql.raw(String(backfill)).execute(tx))
  expect(await detail()).toMatchObject({ reducedAmount })
})

test('the database leaves of a confirmed amount what a price does', async () => {
  const amounts = fc.record({
    face: fc.integer({ min: 1, max: 50 }),
    confirmed: fc.option(fc.integer({ min: 1, max: 50 })),
    reduced: fc.nat(50),
    debited: fc.nat(30),
    paid: fc.nat(50),
  })
  const cases = fc
    .sample(amounts, { numRuns: 2000, seed: 209 })
    .filter(({ face, reduced, debited, paid }) => reduced + paid <= face + debited)
    .map((one) => ({ ...one, confirmed: one.confirmed && Math.min(one.confirmed, one.face) }))
  const { rows } = await portal.look((tx) =>
    sql<{ left: string; unconfirmedReduced: string }>`
      select confirmed_left(face - reduced + debited - paid, confirmed, reduced - debited, debited, paid)::text as left,
        unconfirmed_reduced(face, confirmed, reduced)::text as unconfirmed_reduced
      from jsonb_to_recordset(${JSON.stringify(cases)}::jsonb) as c(face numeric, confirmed numeric, reduced numeric, debited numeric, paid numeric)`.execute(
      tx,
    ),
  )
  const money = (amount: number | string) => fromDecimal(String(amount), 'JPY')
  const priced = cases.map(({ face, confirmed, reduced, debited, paid }, index) =>
    leftOf({
      docType: 'INVOICE',
      docId: '1',
      number: 'INV-1',
      dueDate: openingDay,
      amount: money(face),
      debitNotes: money(debited),
      adjustments: money(reduced),
      payments: money(paid),
      ...(confirmed ? { confirmedAmount: money(confirmed) } : {}),
      unconfirmedReduced: money(rows[index]!.unconfirmedReduced),
      docStatus: 'CONFIRMED',
      financeStatus: 'UNFINANCED',
    }),
  )
  expect(rows.map(({ left }) => left)).toEqual(priced.map(toDecimal))
  expect(new Set(rows.map(({ left }) => left)).size).toBeGreaterThan(40)
})
