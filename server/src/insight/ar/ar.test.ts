import { arCalls } from '@usance/wire/ar/calls'
import type { Selectable } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { termsOfProduct } from '../../books/servicing/terms.ts'
import { newId } from '../../database/id.ts'
import type { FinanceOrderTable, InvoiceTable } from '../../database/tables.ts'
import { readSheet } from '../../files/spreadsheet.ts'
import { storePaid } from '../../testing/paid.ts'
import { openPortal, type Portal, refusalOf } from '../../testing/portal.ts'
import type { Seat } from '../../testing/world.ts'

let portal: Portal
const ids: Record<string, string> = {}

/** The worked half year of the domain design, put straight into the tables. */
beforeAll(async () => {
  portal = await openPortal()
  const { alder, cedar, dogwood, elm } = portal.world.companies
  await portal.setBusinessDate('2025-06-30')
  await portal.look(async (tx) => {
    const parties = { B1: cedar, B2: dogwood }
    const invoice = async (
      no: string,
      buyer: 'B1' | 'B2',
      issue: string,
      due: string,
      amount: string,
      extra: {
        paid?: [string, string]
        reduced?: [string, string, 'CREDIT_NOTE' | 'DEDUCTION']
        finance?: Selectable<InvoiceTable>['financeStatus']
      } = {},
    ) => {
      const id = newId()
      ids[no] = id
      await tx
        .insertInto('invoice')
        .values({
          id,
          supplierId: alder,
          buyerId: parties[buyer],
          invoiceNo: no,
          normNo: no,
          issueDate: `2025-${issue}`,
          dueDate: `2025-${due}`,
          currency: 'USD',
          amount,
          confirmedAmount: amount,
          adjustedAmount: extra.reduced?.[1] ?? '0',
          paidAmount: extra.paid?.[1] ?? '0',
          docStatus: 'CONFIRMED',
          buyerVisible: true,
          financeStatus: extra.finance ?? 'UNFINANCED',
          fp1: Buffer.from(`1${no}`),
          fp2: Buffer.from(`2${no}`),
          fp3: Buffer.from(`3${no}`),
        })
        .execute()
      const common = { invoiceId: id, supplierId: alder, buyerId: parties[buyer], currency: 'USD' }
      if (extra.paid) await storePaid(tx, { ...common, amount: extra.paid[1], payDate: `2025-${extra.paid[0]}` })
      if (extra.reduced)
        await tx
          .insertInto('invoiceAdjustment')
          .values({
            id: newId(),
            ...common,
            refNo: `A-${no}`,
            type: extra.reduced[2],
            amount: extra.reduced[1],
            adjustmentDate: `2025-${extra.reduced[0]}`,
            status: 'PASSED',
          })
          .execute()
    }
    await invoice('001', 'B1', '03-01', '04-30', '10000', { paid: ['05-10', '10000'] })
    await invoice('002', 'B1', '04-15', '06-14', '20000', {
      reduced: ['05-20', '1000', 'CREDIT_NOTE'],
      paid: ['06-12', '9000'],
      finance: 'OVERDUE',
    })
    await invoice('003', 'B1', '05-20', '07-19', '15000', { finance: 'FINANCED' })
    await invoice('004', 'B2', '02-10', '04-11', '8000')
    await invoice('005', 'B2', '03-05', '05-04', '12000', { reduced: ['06-01', '600', 'DEDUCTION'] })
    await invoice('006', 'B2', '01-05', '03-06', '5000')
    await invoice('007', 'B2', '06-10', '08-09', '25000', { finance: 'LOCKED' })
    await invoice('008', 'B1', '04-01', '05-31', '6000', { paid: ['05-29', '6000'] })
    await invoice('010', 'B1', '05-05', '07-03', '30000', { finance: 'FINANCED' })
    await invoice('011', 'B2', '06-20', '09-18', '40000')

    const order = async (
      no: string,
      document: string,
      buyer: 'B1' | 'B2',
      amount: string,
      principal: string,
      status: FinanceOrderTable['status'],
      dates: { funded: string; maturity: string },
    ) => {
      const id = newId()
      const itemId = newId()
      const locked = { supplierId: alder, buyerId: parties[buyer], funderId: elm }
      await tx
        .insertInto('financeOrder')
        .values({
          id,
          orderNo: no,
          type: 'RECEIVABLE_PURCHASE',
          productId: portal.world.products.purchaseInArrears,
          ...locked,
          currency: 'USD',
          financeAmount: amount,
          status,
          requestedFundingDate: `2025-${dates.funded}`,
          fundingDate: status === 'IN_APPROVE' ? null : `2025-${dates.funded}`,
          maturity: `2025-${dates.maturity}`,
          rate: '6.80',
          principalOutstanding: principal,
          pricing: '{}',
          pricingHash: no,
          disclosed: true,
          recourse: true,
          rightConfirmParty: 'BUYER',
          submittedAt: new Date().toISOString(),
        })
        .execute()
      await tx
        .insertInto('financeOrderItem')
        .values({
          id: itemId,
          orderId: id,
          docType: 'INVOICE',
          invoiceId: ids[document]!,
          docNo: document,
          ...locked,
          face: amount,
          eligible: amount,
          advanceRate: '90',
          applyAmount: amount,
          principalOutstanding: principal,
          maturity: `2025-${dates.maturity}`,
          dueDate: `2025-${dates.maturity}`,
          active: true,
          seq: 1,
        })
        .execute()
      if (status === 'IN_APPROVE') return
      const product = await tx
        .selectFrom('financingProduct')
        .selectAll()
        .where('id', '=', portal.world.products.purchaseInArrears)
        .executeTakeFirstOrThrow()
      const items = { [itemId]: { interestTo: `2025-${dates.maturity}`, client: '0', fund: '0' } }
      await tx
        .updateTable('financeOrder')
        .set({ fundedTerms: JSON.stringify({ ...termsOfProduct(product, '2.50'), items }) })
        .where('id', '=', id)
        .execute()
      await tx
        .insertInto('ratePeriod')
        .values({ id: newId(), orderId: id, fromDate: `2025-${dates.funded}`, margin: '2.50', rate: '6.80' })
        .execute()
    }
    await order('FO-1', '003', 'B1', '13500', '13500', 'FUNDED', { funded: '05-22', maturity: '07-19' })
    await order('FO-2', '002', 'B1', '15200', '6200', 'OVERDUE', { funded: '04-16', maturity: '06-14' })
    await order('FO-3', '007', 'B2', '20000', '0', 'IN_APPROVE', { funded: '07-01', maturity: '08-09' })
    await order('FO-4', '010', 'B1', '27000', '27000', 'FUNDED', { funded: '05-09', maturity: '07-03' })
    await tx
      .updateTable('creditLimit')
      .set({ amount: '150000' })
      .where('type', '=', 'SUPPLIER_FACILITY')
      .where('supplierId', '=', alder)
      .execute()
    await tx
      .updateTable('creditLimit')
      .set({ amount: '50000' })
      .where('type', '=', 'BUYER')
      .where('buyerId', '=', dogwood)
      .execute()
    // The dataset advances 90 percent whichever product one looks at.
    await tx.updateTable('financingProduct').set({ advanceRate: '90' }).where('type', '=', 'PAYABLES_FINANCE').execute()
  })
})
afterAll(() => portal.close())

const usd = { body: { currency: 'USD' } }
const ask = <K extends keyof typeof arCalls>(name: K, body: object = {}, seat = portal.seats.alderViewer) =>
  portal.ask(seat, arCalls[name] as any, { body: { currency: 'USD', ...body } } as any)

describe('the receivables dashboard, asked over HTTP', () => {
  test('what is owed, in buckets, and its rows', async () => {
    const balance = await ask('queryDueBalance')
    expect([balance.total, balance.overdue]).toEqual(['144400.00', '34400.00'])
    expect(balance.buckets.map((row: any) => [row.amount, row.count])).toEqual([
      ['110000.00', 4],
      ['10000.00', 1],
      ['11400.00', 1],
      ['8000.00', 1],
      ['5000.00', 1],
    ])
    const table = await ask('queryDueBalanceTable')
    expect(table.total).toBe(8)
    expect(table.list[0]).toMatchObject({ invoiceNo: '006', overdueDays: 116, bucket: 'D90_PLUS', outstanding: '5000.00' })
    expect((await ask('queryDueBalanceTable', { bucket: 'OVERDUE' })).total).toBe(4)
    expect((await ask('queryDueBalanceTable', { filterFields: { bucket: 'OVERDUE' } })).total).toBe(4)
  })

  test('the past is restated from the documents', async () => {
    const history = await ask('queryHistoryDueBalance')
    expect(history).toHaveLength(12)
    expect(history.slice(-4).map((point: any) => point.amount)).toEqual(['35000.00', '61000.00', '89000.00', '144400.00'])
    expect((await ask('queryDueBalance', { asOf: '2025-05-31' })).total).toBe('89000.00')
  })

  test('by buyer and by month of issue', async () => {
    expect((await ask('queryAccountReceivaleByBuyer')).map((row: any) => [row.buyerCode, row.amount])).toEqual([
      ['DOGWOOD', '89400.00'],
      ['CEDAR', '55000.00'],
    ])
    expect((await ask('queryAccountReceivaleByDate')).at(-1)).toMatchObject({
      date: '2025-06',
      amount: '65000.00',
      outstanding: '65000.00',
    })
  })

  test('how buyers pay, and days sales outstanding', async () => {
    const paid = await ask('queryPaymentHistoryByDate')
    expect(paid).toMatchObject({ total: '25000.00', onTimePct: '60.00', daysToPay: '62.8', daysLate: '2.8', dso: '100.0' })
    expect(paid.series.map((row: any) => [row.date, row.amount])).toEqual([
      ['2025-05', '16000.00'],
      ['2025-06', '9000.00'],
    ])
    expect(await ask('queryPaymentHistoryTable')).toMatchObject({ total: 3, sum: '25000.00' })
  })

  test('dilution by buyer, by month and as a whole', async () => {
    const all = await ask('queryDilutionByBuyer')
    expect(all.ratePct).toBe('0.94')
    expect(Object.fromEntries(all.buyers.map((row: any) => [row.buyerCode, row.ratePct]))).toEqual({
      CEDAR: '1.23',
      DOGWOOD: '0.67',
    })
    expect((await ask('queryDilutionByDate')).slice(-3).map((row: any) => [row.date, row.amount, row.ratePct])).toEqual([
      ['2025-04', '0.00', '0.00'],
      ['2025-05', '1000.00', '2.22'],
      ['2025-06', '600.00', '0.92'],
    ])
    expect(await ask('queryDilutionCount')).toEqual({ count: 2 })
  })

  test('financing: balance, what falls due within seven days, what is available', async () => {
    expect(await ask('queryFinancingBalanceAmount')).toMatchObject({
      amount: '46700.00',
      count: 3,
      orders: [{ principal: '27000.00' }, { principal: '13500.00' }, { principal: '6200.00' }],
    })
    expect(await ask('queryRepaymentDueInNext7DaysAmount')).toMatchObject({
      amount: '27280.50',
      principal: '27000.00',
      interest: '280.50',
    })
    expect(await ask('availableForFinanceAmount')).toEqual({
      amount: '30000.00',
      eligible: '36000.00',
      cappedByBuyers: '30000.00',
      facilityHeadroom: '83300.00',
    })
  })

  test('the orders behind a figure come in pages, under the sum and the number of all', async () => {
    const ofAll = { amount: '46700.00', count: 3 }
    const page = (pageNum: number) => ask('queryFinancingBalanceAmount', { pageNum, pageSize: 2 })
    expect(await page(1)).toMatchObject({ ...ofAll, orders: [{ principal: '27000.00' }, { principal: '13500.00' }] })
    expect(await page(2)).toMatchObject({ ...ofAll, orders: [{ principal: '6200.00' }] })
    expect(await page(3)).toEqual({ ...ofAll, orders: [] })
    const past = { asOf: '2025-06-29', pageNum: 4, pageSize: 1 }
    expect(await ask('queryFinancingBalanceAmount', past)).toEqual({ amount: '55700.00', count: 3, orders: [] })

    const due = (pageNum: number) => ask('queryRepaymentDueInNext7DaysAmount', { pageNum, pageSize: 1 })
    const dueOfAll = { amount: '27280.50', principal: '27000.00', interest: '280.50', count: 1 }
    expect(await due(1)).toMatchObject({ ...dueOfAll, orders: [{ principal: '27000.00' }] })
    expect(await due(2)).toEqual({ ...dueOfAll, orders: [] })
  })

  test('counts of the trade', async () => {
    expect(await portal.ask(portal.seats.alderViewer, arCalls.queryTradeInfoCount, usd)).toEqual({
      buyers: 2,
      openInvoices: 8,
      overdueInvoices: 4,
      openPurchaseOrders: 0,
    })
  })

  test('a buyer sees what it owes, a stranger nothing', async () => {
    expect((await ask('queryDueBalance', {}, portal.seats.cedarChecker)).total).toBe('55000.00')
    expect((await ask('queryDueBalance', {}, portal.seats.birchMaker)).total).toBe('0.00')
    expect(await ask('queryAccountReceivaleByBuyer', {}, portal.seats.firChecker)).toEqual([])
  })

  test('one buyer alone', async () => {
    expect((await ask('queryDueBalance', { buyerCode: 'CEDAR' })).total).toBe('55000.00')
  })

  test('the rows behind a figure leave as a sheet whose amounts are the figure', async () => {
    const columnList = [
      { key: 'invoiceNo', title: 'Invoice' },
      { key: 'overdueDays', title: 'Days' },
      { key: 'outstanding', title: 'Outstanding' },
    ]
    const sheet = await readSheet(await ask('exportRows', { rows: 'owed', bucket: 'OVERDUE', columnList }))
    expect(sheet[0]).toEqual(['Invoice', 'Days', 'Outstanding'])
    expect(sheet[1]!.slice(0, 2)).toEqual(['006', '116'])
    expect(sheet.slice(1).reduce((sum, row) => sum + Number(row[2]), 0)).toBe(34_400)
    const reasons = [
      { key: 'type', title: 'Type' },
      { key: 'amount', title: 'Amount' },
    ]
    const words = { CREDIT_NOTE: 'Credit note', DEDUCTION: 'Deduction' }
    const reductions = await readSheet(await ask('exportRows', { rows: 'dilution', columnList: reasons, words }))
    expect(
      reductions
        .slice(1)
        .map(([type]) => type)
        .sort(),
    ).toEqual(['Credit note', 'Deduction'])
    expect(await readSheet(await ask('exportRows', { rows: 'payments', columnList: [columnList[0]] }))).toHaveLength(4)
    const asked = (body: object, seat: Seat) => refusalOf(ask('exportRows', { rows: 'owed', columnList, ...body }, seat as never))
    const own = [{ key: 'fp1', title: 'x' }]
    expect((await asked({ columnList: own }, portal.seats.alderViewer)).error).toBe('FIELD_NOT_ALLOWED')
    expect((await asked({}, portal.seats.settlement)).error).toBe('FORBIDDEN')
  })

  test('asked as a whole, every figure is what its own call answers, for each side and for a past day', async () => {
    const { alderViewer, cedarChecker, elmChecker, risk } = portal.seats
    for (const seat of [alderViewer, cedarChecker, elmChecker, risk])
      for (const asOf of [{}, { asOf: '2025-05-31' }]) {
        const { ...whole } = await ask('queryDashboard', asOf, seat)
        const alone: Record<string, unknown> = {}
        for (const name of Object.keys(whole)) alone[name] = await ask(name as keyof typeof arCalls, asOf, seat)
        expect(whole).toEqual(alone)
        expect(Object.keys(whole)).toHaveLength(15)
      }
  })
})

test('where there is nothing, each figure is none or nothing, whoever asks, today and on another day', async () => {
  const seats = Object.entries(portal.seats)
  const figures = Object.entries(arCalls).filter(([name]) => name !== 'exportRows' && name !== 'queryCurrencyList')
  const faults: string[] = []
  for (const [who, seat] of seats)
    for (const asOf of ['2025-06-30', '2025-05-31'])
      for (const body of [
        { currency: 'EUR', asOf },
        { currency: 'USD', buyerCode: 'NOBODY', asOf },
      ])
        for (const [name, call] of figures) {
          const refusal = await portal.ask(seat, call as typeof arCalls.queryDashboard, { body }).then(
            () => undefined,
            (error) => error,
          )
          if (refusal && refusal.code !== 403) faults.push(`${who} ${name} ${JSON.stringify(body)}: ${refusal}`)
        }
  expect(faults).toEqual([])
  const dashboard = await portal.ask(portal.seats.alderMaker, arCalls.queryDashboard, { body: { currency: 'EUR' } })
  expect(dashboard.queryHistoryDueBalance.map(({ amount }) => amount)).toEqual(Array(12).fill('0.00'))
})

test('a payment that is older than the invoice that it pays counts from the day of issue', async () => {
  const { alder, cedar } = portal.world.companies
  const id = newId()
  const parties = { supplierId: alder, buyerId: cedar, currency: 'JPY', amount: '5000' }
  const prints = { fp1: Buffer.from('1-early'), fp2: Buffer.from('2-early'), fp3: Buffer.from('3-early') }
  const dates = { issueDate: '2025-05-20', dueDate: '2025-07-20' }
  await portal.look(async (tx) => {
    const invoice = {
      id,
      ...parties,
      ...dates,
      ...prints,
      invoiceNo: 'EARLY-1',
      normNo: 'EARLY1',
      paidAmount: '5000',
      docStatus: 'CONFIRMED' as const,
    }
    await tx.insertInto('invoice').values(invoice).execute()
    await storePaid(tx, { invoiceId: id, ...parties, payDate: '2025-05-12' })
  })
  const at = async (asOf: string) => {
    const body = { currency: 'JPY', asOf }
    const paid = await portal.ask(portal.seats.alderMaker, arCalls.queryPaymentHistoryByDate, { body })
    const due = await portal.ask(portal.seats.alderMaker, arCalls.queryDueBalance, { body })
    return [paid.total, due.total]
  }
  expect(await at('2025-05-15')).toEqual(['0', '0'])
  expect(await at('2025-05-20')).toEqual(['5000', '0'])
})
