import { text } from 'node:stream/consumers'
import { addDays } from '@usance/domain/local-date'
import { configChangeCalls } from '@usance/wire/config-change/calls'
import { financeOrderCalls } from '@usance/wire/finance-order/calls'
import { invoiceList } from '@usance/wire/invoice/list'
import { listCalls } from '@usance/wire/list'
import { reportCalls } from '@usance/wire/report/calls'
import { amortizationList, bankProofList, collectList, orderFileList, subledgerList, templetList } from '@usance/wire/report/list'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { fromBuffer } from 'yauzl'
import { runEndOfDay } from '../../settlement/end-of-day/run-end-of-day.ts'
import { aFundedOrder, aRepayment } from '../../testing/financing.ts'
import { openPortal, type Portal, refusalOf } from '../../testing/portal.ts'
import { aConfirmedInvoice, aRightConfirmedOrder, passAll, requestFor } from '../../testing/trade.ts'
import { openingDay, type Seat } from '../../testing/world.ts'

/** The text of one entry of a zip. */
const entryOf = (zip: Buffer, name: string) =>
  new Promise<string>((done, fail) =>
    fromBuffer(zip, (fault, file) => {
      if (fault) return fail(fault)
      file.on('entry', (entry) => {
        if (entry.fileName === name) file.openReadStream(entry, (broken, stream) => (broken ? fail(broken) : done(text(stream))))
      })
      file.on('end', () => fail(new Error(`There is no ${name}.`)))
    }),
  )

let portal: Portal
let arrears: { orderId: string }
let advance: { orderId: string }
beforeAll(async () => {
  portal = await openPortal()
  arrears = await aFundedOrder(portal, { product: 'purchaseInArrears' })
  advance = await aFundedOrder(portal, { product: 'purchaseInAdvance' })
  const day = await runEndOfDay(portal.app, { through: addDays(openingDay, 40) })
  await aRepayment(portal, arrears.orderId, '40000.00', { valueDate: day })
})
afterAll(() => portal.close())

const rowsOf = async (seat: Portal['seats']['elmMaker'], list: Parameters<typeof listCalls>[0], filterFields = {}) =>
  (await portal.ask(seat, listCalls(list).pageList, { body: { pageSize: 1000, filterFields } })).list as any[]
/** Whole cents of exact decimal text. */
const cents = (text: string) => BigInt(text.replace('.', ''))
const funderBalance = (orderId: string, accounts: string[]) =>
  portal.look(async (tx) => {
    const { balance } = await tx
      .selectFrom('ledgerBalance')
      .select(({ fn }) => fn.sum<string>('balance').as('balance'))
      .where('orderId', '=', orderId)
      .where('book', '=', 'F')
      .where('account', 'in', accounts)
      .executeTakeFirstOrThrow()
    return cents(Number(balance ?? 0).toFixed(2))
  })

/** What the funder's book holds of an order at the close of a day. */
const funderBook = (orderId: string, accounts: string[], through: string) =>
  portal.look(async (tx) => {
    const { rows } = await sql<{ balance: string }>`
      select coalesce(sum(case side when 'D' then amount else -amount end), 0)::text as balance from posting
      where order_id = ${orderId} and book = 'F' and account = any(${accounts}) and value_date <= ${through}::date`.execute(tx)
    return cents(Number(rows[0]!.balance).toFixed(2))
  })

describe('the interest statement', () => {
  test('cuts at month ends, carries the principal over and ties to accounts 1200, 2100 with 2110', async () => {
    for (const { orderId } of [arrears, advance]) {
      const rows = (await rowsOf(portal.seats.elmMaker, amortizationList)).filter((row) => row.orderId === orderId).reverse()
      expect(rows.map((row) => row.fromDate)).toEqual(['2025-03-03', '2025-04-01'])
      expect(rows[0]).toMatchObject({ opening: '0.00', funded: '90000.00', closing: '90000.00', calendarDays: 29 })
      expect(rows[1].opening).toBe(rows[0].closing)
      const last = rows.at(-1)
      expect(cents(last.interestDue)).toBe(await funderBook(orderId, ['1200'], last.toDate))
      expect(cents(last.unearnedClosing)).toBe(-(await funderBook(orderId, ['2100', '2110'], last.toDate)))
    }
    const [march] = (await rowsOf(portal.seats.elmMaker, amortizationList)).filter(
      (row) => row.orderId === arrears.orderId && row.fromDate === '2025-03-03',
    )
    // 90,000 at 6.80 % for the 29 nights of 3 to 31 March, on 360.
    expect(march).toMatchObject({
      accrued: '493.00',
      interestExact: '493',
      amortised: '0.00',
      rate: expect.stringContaining('6.8'),
    })
  })

  test('shows each company its own orders only', async () => {
    expect(await rowsOf(portal.seats.firChecker, amortizationList)).toEqual([])
    expect((await rowsOf(portal.seats.alderMaker, amortizationList)).length).toBe(4)
    expect((await refusalOf(rowsOf(portal.seats.cedarMaker, amortizationList))).error).toBe('FORBIDDEN')
  })
})

describe('sub-ledgers', () => {
  test('add up to the general ledger, line by line', async () => {
    const rows = await rowsOf(portal.seats.elmMaker, subledgerList, { currency: 'USD' })
    expect(new Set(rows.map((row) => row.ownerName))).toEqual(new Set(['Elm Trade Bank']))
    const total = (side: 'debit' | 'credit') => rows.reduce((sum, row) => sum + cents(row[side]), 0n)
    expect(total('debit')).toBe(total('credit'))
    const one = rows.find((row) => row.accountCode === 'F1200' && row.orderId === arrears.orderId)
    const { ownerId, book, account, currency, orderId, counterpartyId } = one
    const keys = { ownerId, book, account, currency, orderId, counterpartyId }
    const whole = await portal.ask(portal.seats.elmMaker, reportCalls.subledger, { body: keys })
    expect(whole.closing).toBe(one.balance)
    expect(whole.lines.at(-1)!.balance).toBe(whole.closing)
    expect(whole.account).toMatchObject({ ties: true, sum: whole.account.general })
    const april = await portal.ask(portal.seats.elmMaker, reportCalls.subledger, { body: { ...keys, from: '2025-04-01' } })
    expect([april.opening, april.closing]).toEqual(['493.00', whole.closing])
    expect((await refusalOf(portal.ask(portal.seats.firChecker, reportCalls.subledger, { body: keys }))).error).toBe('NOT_FOUND')
  })
})

describe('the account overview', () => {
  test('is the sum of its rows and ties to the ledger, for supplier, funder and staff', async () => {
    for (const seat of [portal.seats.alderMaker, portal.seats.elmMaker, portal.seats.settlement]) {
      const { currencies } = await portal.ask(seat, reportCalls.accountOverview, { body: {} })
      const usd = currencies.find((one) => one.currency === 'USD')!
      expect(usd.proofs.map((proof) => proof.ties)).toEqual([true, true])
      for (const { figure, amount, count } of usd.figures) {
        const opened = await portal.ask(seat, reportCalls.accountOverviewRows, { body: { figure, currency: 'USD' } })
        expect([figure, opened.total, opened.rows.length]).toEqual([figure, amount, count])
      }
      const figure = (name: string) => usd.figures.find((one) => one.figure === name)!.amount
      expect(cents(figure('USED'))).toBeGreaterThan(cents('140000.00'))
      expect(cents(figure('INTEREST_DUE'))).toBe(await funderBalance(arrears.orderId, ['1200', '1210']))
    }
    const { currencies } = await portal.ask(portal.seats.firChecker, reportCalls.accountOverview, { body: {} })
    expect(
      currencies.flatMap((one) => one.figures.filter(({ figure }) => figure === 'USED')).every((one) => one.count === 0),
    ).toBe(true)
  })
})

describe('the account overview of a past day', () => {
  const at = (asOf?: string) => portal.ask(portal.seats.elmMaker, reportCalls.accountOverview, { body: asOf ? { asOf } : {} })
  const figures = async (asOf?: string) =>
    Object.fromEntries(
      (await at(asOf)).currencies.find((one) => one.currency === 'USD')!.figures.map(({ figure, amount }) => [figure, amount]),
    )

  test('tells what was funded, paid and earned by its close, and ties to the books of that day', async () => {
    const first = await at(openingDay)
    expect(first).toMatchObject({ asOf: openingDay, isPast: true })
    expect(first.currencies.flatMap((one) => one.proofs.map((proof) => proof.ties))).toEqual([true])
    // Two times 90,000, of which nothing is paid back yet; one night of interest on the one in arrears.
    expect(await figures(openingDay)).toMatchObject({
      USED: '180000.00',
      RESERVE_HELD: '20000.00',
      INTEREST_DUE: '17.00',
      OVERDUE: '0.00',
    })
    expect((await figures(addDays(openingDay, 29))).INTEREST_DUE).toBe('510.00')
    const rows = await portal.ask(portal.seats.elmMaker, reportCalls.accountOverviewRows, {
      body: { figure: 'INTEREST_DUE', currency: 'USD', asOf: openingDay },
    })
    expect(rows).toMatchObject({ total: '17.00', rows: [{ id: arrears.orderId }] })
    expect((await at(addDays(openingDay, -1))).currencies).toEqual([])
    // The close of yesterday is where today begins, but for what today has brought: the receipt of 40,000.
    const [before, now] = [await figures(addDays(openingDay, 40)), await figures()]
    expect(cents(before.USED!) - cents(now.USED!)).toBe(cents('40000.00') - cents(before.INTEREST_DUE!))
    expect((await at('2999-01-01')).isPast).toBe(false)
  })
})

describe('cash flow', () => {
  test('of an impossible day is refused at its field', async () => {
    for (const from of ['0000-01-01', '2025-02-30', '2025-13-01']) {
      const asked = portal.ask(portal.seats.elmMaker, reportCalls.cashflow, { body: { from, step: 'WEEK' } })
      expect(await refusalOf(asked)).toMatchObject({ error: 'BAD_REQUEST' })
      const listed = portal.ask(portal.seats.alderMaker, listCalls(invoiceList).pageList, {
        body: { filterFields: { dueDateBegin: from } },
      })
      expect(await refusalOf(listed)).toMatchObject({ error: 'BAD_REQUEST' })
    }
    // A calculation of months back from a day must stay within the calendars.
    const overview = portal.ask(portal.seats.elmMaker, reportCalls.accountOverview, { body: { asOf: '0001-01-01' } })
    expect(await refusalOf(overview)).toMatchObject({ error: 'BAD_REQUEST' })
  })
  test('of too many days or weeks is refused at its field, before any query', async () => {
    for (const [step, from] of [
      ['DAY', '2020-01-01'],
      ['WEEK', '1990-01-01'],
    ] as const) {
      const refusal = await refusalOf(
        portal.ask(portal.seats.elmMaker, reportCalls.cashflow, { body: { from, to: openingDay, step } }),
      )
      expect(refusal.data.fields).toEqual([{ field: 'to', message: 'RANGE_TOO_LONG', params: { count: 400 } }])
    }
  })
  test('of both sides of a payment agree, and periods add up to the totals', async () => {
    const asked = { currency: 'USD', from: openingDay, to: addDays(openingDay, 90), step: 'DAY' as const }
    const funder = await portal.ask(portal.seats.elmMaker, reportCalls.cashflow, { body: asked })
    const supplier = await portal.ask(portal.seats.alderMaker, reportCalls.cashflow, { body: asked })
    const fundings = (rows: typeof funder.rows) => rows.filter((row) => row.kind === 'FUNDING' && row.done)
    expect(fundings(funder.rows).map((row) => [row.no, row.amount, 'IN'])).toEqual(
      fundings(supplier.rows).map((row) => [row.no, row.amount, row.direction]),
    )
    for (const flow of [funder, supplier]) {
      const sum = (part: 'in' | 'out') => flow.periods.reduce((all, period) => all + cents(period[part]), 0n)
      expect([sum('in'), sum('out')]).toEqual([cents(flow.totals.in), cents(flow.totals.out)])
      expect(flow.periods.at(-1)!.running).toBe(flow.totals.net)
    }
    // What is still owed at maturity is expected by the funder: the principal left of both orders.
    const expected = funder.rows.filter((row) => !row.done && row.kind === 'REPAYMENT')
    expect(expected).toHaveLength(2)
    const stranger = await portal.ask(portal.seats.firChecker, reportCalls.cashflow, { body: asked })
    expect(stranger.rows).toEqual([])
  })
})

describe('proofs', () => {
  test('a bank slip is a PDF for the parties, and nothing for a stranger', async () => {
    const rows = await rowsOf(portal.seats.alderMaker, bankProofList)
    expect(rows.map((row) => row.purpose)).toContain('FUNDING')
    const slip = (await portal.ask(portal.seats.alderMaker, reportCalls.bankSlip, { query: { id: rows[0].id } })) as Buffer
    expect(slip.subarray(0, 5).toString()).toBe('%PDF-')
    expect(
      (await refusalOf(portal.ask(portal.seats.firChecker, reportCalls.bankSlip, { query: { id: rows[0].id } }))).error,
    ).toBe('NOT_FOUND')
  })

  test('an order’s registry pack and whole file come with the hash of each part', async () => {
    await portal.look((tx) => tx.updateTable('financeOrder').set({ passedAt: new Date().toISOString() }).execute())
    const proofs = await rowsOf(portal.seats.elmMaker, collectList)
    const registry = proofs.find((row) => row.kind === 'REGISTRY')
    const pack = (await portal.ask(portal.seats.elmMaker, reportCalls.collectProof, { query: { id: registry.id } })) as Buffer
    expect(pack.subarray(0, 5).toString()).toBe('%PDF-')
    const [order] = await rowsOf(portal.seats.elmMaker, orderFileList)
    const zip = (await portal.ask(portal.seats.elmMaker, reportCalls.orderFile, { query: { id: order.id } })) as Buffer
    for (const part of ['SHA256SUMS', '00-statement.pdf', '03-journals.csv']) expect(zip.includes(part)).toBe(true)
    // Journals are whole: what a receipt left with nobody before it was matched stands in them too.
    const sides = { D: 0n, C: 0n }
    for (const [, side, amount] of (await entryOf(zip, '03-journals.csv')).matchAll(/,([DC]),(\d+\.\d{2}),/g))
      sides[side as 'D' | 'C'] += BigInt(amount!.replace('.', ''))
    expect(sides.D).toBeGreaterThan(0n)
    expect(sides.D).toBe(sides.C)
    expect((await refusalOf(portal.ask(portal.seats.firChecker, reportCalls.orderFile, { query: { id: order.id } }))).error).toBe(
      'NOT_FOUND',
    )
  })

  test('a confirmation of right is printed while the order stands, and not once it was revoked', async () => {
    const invoice = await aConfirmedInvoice(portal, { dueDate: '2025-06-13' })
    const { id } = await aRightConfirmedOrder(portal, { ...requestFor(portal, [invoice]), fundingDate: '2025-04-14' })
    const rows = await rowsOf(portal.seats.alderMaker, collectList)
    const proof = rows.find((row) => row.kind === 'CONFIRMATION' && row.orderId === id)
    const print = () => portal.ask(portal.seats.alderMaker, reportCalls.collectProof, { query: { id: proof.id } })
    expect(((await print()) as Buffer).subarray(0, 5).toString()).toBe('%PDF-')
    await portal.ask(portal.seats.alderMaker, financeOrderCalls.revocation, { query: { id }, body: {} })
    expect((await refusalOf(print())).error).toBe('NOT_FOUND')
  })

  test('an order’s file has the payments that its reader’s lists show, and a drafted one is for those who pay', async () => {
    const invoice = await aConfirmedInvoice(portal, { dueDate: '2025-06-13' })
    const order = await aRightConfirmedOrder(portal, { ...requestFor(portal, [invoice]), fundingDate: '2025-04-14' })
    const payments = async (seat: Seat) => {
      const zip = await portal.ask(seat, reportCalls.orderFile, { query: { id: order.id } })
      if (!Buffer.isBuffer(zip)) throw new Error('The file did not come.')
      return entryOf(zip, '04-payments.csv')
    }
    expect(await payments(portal.seats.alderMaker)).not.toContain('FUNDING')
    expect(await payments(portal.seats.settlement)).toContain('FUNDING')
    // As its currency is written, not as the database keeps it.
    expect(await payments(portal.seats.settlement)).toMatch(/FUNDING,\d+\.\d\d,USD/)
  })

  test('a template shows its words; a new version refuses words that contracts do not know', async () => {
    const rows = await rowsOf(portal.seats.operations, templetList)
    const template = await portal.ask(portal.seats.operations, reportCalls.templet, { body: { id: rows[0].id } })
    expect(template.variables.map((one) => one.name)).toContain('supplierName')
    expect(template.html.en).toContain('Alder Textiles Ltd')
    const { id, name, nameCn, bodyEn, bodyCn } = template
    const save = (text: string, seat = portal.seats.operations) =>
      portal.ask(seat, configChangeCalls.propose, {
        body: { kind: 'TEMPLATE', targetId: id, values: { templetId: id, name, nameCn, bodyCn, bodyEn: text } },
      })
    expect((await refusalOf(save(`${bodyEn} {{secret}}`))).error).toBe('TEMPLATE_WORD_UNKNOWN')
    const { no } = await save(`${bodyEn}\n\nOne more paragraph.`)
    const proposed = (seat: Seat) => portal.ask(seat, configChangeCalls.changes, { body: { kind: 'TEMPLATE' } })
    expect((await proposed(portal.seats.auditor)).map((change) => change.no)).toContain(no)
    // A partner opens no page of templates.
    expect((await refusalOf(proposed(portal.seats.bd))).error).toBe('FORBIDDEN')
    const newest = async () => (await rowsOf(portal.seats.operations, templetList)).find((row) => row.code === template.code)!
    expect(await newest()).toMatchObject({ id, version: template.version })
    await passAll(portal, no, 'PRODUCT')
    expect(await newest()).toMatchObject({ version: template.version + 1 })
    expect((await refusalOf(save(bodyEn))).error).toBe('STALE_VERSION')
    expect((await refusalOf(save(bodyEn, portal.seats.elmMaker))).error).toBe('FORBIDDEN')
  })

  test('a new version of a notice keeps the account that its buyer pays to', async () => {
    const noa = (await rowsOf(portal.seats.operations, templetList)).find((row) => row.code === 'NOA')!
    const { id, name, nameCn, bodyEn, bodyCn } = await portal.ask(portal.seats.operations, reportCalls.templet, {
      body: { id: noa.id },
    })
    const values = { templetId: id, name, nameCn, bodyCn, bodyEn: bodyEn.replace('{{collectionAccount}}', 'DE00 1234') }
    const change = { kind: 'TEMPLATE' as const, targetId: id, values }
    expect(await refusalOf(portal.ask(portal.seats.operations, configChangeCalls.propose, { body: change }))).toMatchObject({
      error: 'TEMPLATE_WORD_MISSING',
      data: { fields: [{ field: 'bodyEn', params: { word: 'collectionAccount' } }] },
    })
  })
})
