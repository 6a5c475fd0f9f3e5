import { invoiceCalls } from '@usance/wire/invoice/calls'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { newId } from '../../database/id.ts'
import { writeWorkbook } from '../../files/write-workbook.ts'
import { openPortal, type Portal, refusalOf } from '../../testing/portal.ts'
import { uploadAs } from '../../testing/upload.ts'
import type { Seat } from '../../testing/world.ts'

let portal: Portal
beforeAll(async () => {
  portal = await openPortal({}, [], () => new Date('2025-03-03T04:00:00Z'))
})
afterAll(() => portal.close())

const columns = ['invoiceNo', 'buyerCode', 'issueDate', 'dueDate', 'currency', 'amount', 'taxInvoiceNo'] as const
type Row = Record<(typeof columns)[number], string>

/** Rows that often hit each other: numbers with look-alikes, few days, few amounts, some of them faulty. */
function rowsFrom(seed: number, count: number): Row[] {
  let state = seed
  const pick = <T>(all: readonly T[]): T => {
    state = (state * 1_103_515_245 + 12_345) % 2_147_483_648
    return all[Math.floor((state / 2_147_483_648) * all.length)]!
  }
  return Array.from({ length: count }, (_, n) => ({
    invoiceNo: pick([`A-${100 + (n % 30)}`, `A-${100 + n}`, `B-${n}`, `C-1O${n % 9}`, `C-10${n % 9}`, `D${1000 + n}`, '--']),
    buyerCode: pick(['CEDAR', 'CEDAR', 'CEDAR', 'CEDAR', 'NOBODY']),
    issueDate: pick(['2023-06-01', '2024-11-04', '2025-01-10', '2025-01-14', '2025-02-03', '2025-03-05']),
    dueDate: pick(['2025-04-01', '2025-04-01', '2025-04-01', '2024-12-01']),
    currency: pick(['USD', 'USD', 'USD', 'EUR']),
    // Half of the rows have one, and some of these the same.
    taxInvoiceNo: pick(['', `FP-${n % 40}`, '', `fp ${n % 7}`]),
    amount: pick(['1000.00', '2000.00', '5000.00', '1234.56', '1240.00', '777.10', '90000.00', '0.00', '10.001']),
  }))
}

/** What became of each number and day of a supplier: its risk flags, as they are stored. */
const stored = (seat: Seat) =>
  portal.look(async (tx) => {
    const invoices = await tx
      .selectFrom('invoice')
      .select(['invoiceNo', 'issueDate', 'amount', 'riskFlags'])
      .where('supplierId', '=', seat.companyId)
      .orderBy('id')
      .execute()
    return invoices.map(({ riskFlags, ...invoice }) => ({ ...invoice, riskFlags: [...riskFlags].sort() }))
  })

const butOther = <T extends { riskFlags: string[] }>(invoice: T): T => ({
  ...invoice,
  riskFlags: invoice.riskFlags.filter((flag) => flag !== 'OTHER_SUPPLIER'),
})

const importRows = async (seat: Seat, name: string, rows: readonly Row[]) => {
  const content = await writeWorkbook(
    'Invoices',
    columns.map((title) => ({ title })),
    rows.map((row) => columns.map((column) => row[column])),
  )
  const { data } = await uploadAs(portal, seat, name, content)
  return portal.ask(seat, invoiceCalls.importExcel, { query: { fileKey: data.objectKey as string } })
}

/** A financed purchase order of Cedar in dollars for each supplier. */
const lendOnOrders = (suppliers: readonly Seat[]) =>
  portal.look((tx) =>
    tx
      .insertInto('purchaseOrder')
      .values(
        suppliers.map(({ companyId }) => ({
          id: newId(),
          supplierId: companyId,
          buyerId: portal.world.companies.cedar,
          poNo: 'PO-LENT',
          orderDate: '2025-01-01',
          latestShipDate: '2025-06-01',
          currency: 'USD',
          amount: '500000',
          docStatus: 'CONFIRMED' as const,
          financeStatus: 'FINANCED' as const,
        })),
      )
      .execute(),
  )

/** What both suppliers sent so far counts for their averages from now on. */
const send = () =>
  portal.look((tx) => tx.updateTable('invoice').set({ docStatus: 'SUBMITTED' }).where('amount', '<', '50000').execute())

test('a file of invoices ends as if each had been entered by itself: the same ones stored, with the same risk flags', async () => {
  const { alderMaker, birchMaker } = portal.seats
  await lendOnOrders([alderMaker, birchMaker])
  let refused = 0
  let faulty = 0
  for (const [part, rows] of [rowsFrom(7, 120), rowsFrom(11, 120)].entries()) {
    for (const row of rows) {
      const body = { ...row, idempotencyKey: crypto.randomUUID() }
      if ((await portal.ask(alderMaker, invoiceCalls.add, { body }).catch(() => 'refused')) === 'refused') refused += 1
    }
    faulty += (await importRows(birchMaker, `part-${part}.xlsx`, rows)).errorNumber
    const [own, others] = [await stored(birchMaker), await stored(alderMaker)]
    // Each of the file was entered by another supplier before.
    expect(own.filter(({ riskFlags }) => !riskFlags.includes('OTHER_SUPPLIER'))).toEqual([])
    expect(own.map(butOther)).toEqual(others.map(butOther))
    await send()
  }
  expect(faulty).toBe(refused)
  const flags = new Set((await stored(birchMaker)).flatMap(({ riskFlags }) => riskFlags))
  // The rows are such that every rule speaks up that a sheet can offend.
  const rules = [
    'FP2_OLD',
    'FP3',
    'NEAR_DUPLICATE',
    'ABOVE_AVERAGE',
    'CONSECUTIVE_NUMBERS',
    'ROUND_SERIES',
    'BESIDE_PO_LOAN',
    'SAME_TAX_NO',
    'ISSUED_LATER',
  ]
  for (const flag of rules) expect(flags).toContain(flag)
})

test('whoever enters an invoice of a file while it is read gets it stored once', async () => {
  const { alderMaker } = portal.seats
  const rows = rowsFrom(3, 1)
    .flatMap((row) => Array.from({ length: 300 }, (_, n) => ({ ...row, invoiceNo: `TWICE-${n}` })))
    .map((row) => ({
      ...row,
      buyerCode: 'DOGWOOD',
      issueDate: '2025-02-03',
      dueDate: '2025-04-01',
      currency: 'USD',
      amount: '15.00',
    }))
  const singly = async () => {
    for (const row of rows.slice(0, 5))
      await refusalOf(portal.ask(alderMaker, invoiceCalls.add, { body: { ...row, idempotencyKey: crypto.randomUUID() } })).catch(
        () => undefined,
      )
  }
  await Promise.all([importRows(alderMaker, 'twice.xlsx', rows), singly()])
  const numbers = (await stored(alderMaker)).map(({ invoiceNo }) => invoiceNo).filter((no) => no.startsWith('TWICE-'))
  expect(numbers.sort()).toEqual(rows.map(({ invoiceNo }) => invoiceNo).sort())
})
