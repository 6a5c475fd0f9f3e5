import { addDays } from '@usance/domain/local-date'
import * as M from '@usance/domain/money'
import { paymentCalls } from '@usance/wire/payment/calls'
import { reportCalls } from '@usance/wire/report/calls'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { aDraftedPayment, aFundedOrder, aReceipt, aRepayment, billBuyers, payDrafted } from '../../testing/financing.ts'
import { openPortal, type Portal } from '../../testing/portal.ts'
import { grant, type RightOfRoles, rightsNow } from '../../testing/rights.ts'
import { aConfirmedInvoice, aRightConfirmedOrder, aSubmittedOrder, requestFor } from '../../testing/trade.ts'
import { aDirector, openingDay, type Seat } from '../../testing/world.ts'

// What of its company's money each seat is told: all of it, or that something is left out.
let portal: Portal
/** Of each company a seat for what it does, and the seat of the whole company. */
let seats: Record<'alder' | 'cedar' | 'elm', Seat[]>
/** What each company is told where everybody may read everything. */
let whole: Record<keyof typeof seats, Sums>

let shipped: RightOfRoles[]

beforeAll(async () => {
  portal = await openPortal()
  await billBuyers(portal)
  const { alderMaker, alderDirector, cedarMaker, elmMaker } = portal.seats
  seats = {
    alder: [alderMaker, alderDirector],
    cedar: [cedarMaker, await directorOf('cedar')],
    elm: [elmMaker, await directorOf('elm')],
  }
  await moneyOfEachKind()
  shipped = await rightsNow(portal)
  await grant(
    portal,
    shipped.map((row) => ({ ...row, roles: 'SBFDORTPAU' })),
  )
  whole = { alder: await toldTo(seats.alder[0]!), cedar: await toldTo(seats.cedar[0]!), elm: await toldTo(seats.elm[0]!) }
  await grant(portal, shipped)
}, 300_000)
afterAll(() => portal.close())

const directorOf = (company: 'cedar' | 'elm') =>
  portal.look((tx) => aDirector(tx, portal.world.companies[company], `${company}.whole`))

/** Something done and something expected of every kind that there is. */
async function moneyOfEachKind(): Promise<void> {
  const { settlement } = portal.seats
  const remittance = { body: { funderId: portal.world.companies.elm, currency: 'USD' } }
  await aFundedOrder(portal, { product: 'purchaseInArrears' })
  await payDrafted(portal, await portal.ask(settlement, paymentCalls.addRemittance, remittance), 'PAYMENT')
  const { orderId } = await aFundedOrder(portal)
  const repayment = await aRepayment(portal, orderId, '100700')
  const refund = await portal.ask(settlement, paymentCalls.addRefund, { body: { repaymentId: repayment.id } })
  await payDrafted(portal, refund, 'REFUND')
  const { orderId: next } = await aFundedOrder(portal)
  await aRepayment(portal, next, '100300')
  await aReceipt(portal, '77.31')
  const stray = await aReceipt(portal, '51.20', { payerName: 'Stray Sender Ltd' })
  await portal.look((tx) => tx.updateTable('collection').set({ status: 'UNIDENTIFIED' }).where('id', '=', stray.id).execute())
  const sender = { payeeName: 'Stray Sender Ltd', payeeAccount: 'DE89370400440532013000', payeeBankCode: 'DEUTDEFF' }
  const sentBack = { body: { collectionId: stray.id, ...sender, reason: 'It names no invoice.' } }
  await payDrafted(portal, await portal.ask(settlement, paymentCalls.addReturn, sentBack), 'REFUND')
  const ready = await aRightConfirmedOrder(portal, requestFor(portal, [await aConfirmedInvoice(portal)]))
  await aDraftedPayment(portal, ready.id)
  await aConfirmedInvoice(portal)
  await aSubmittedOrder(portal, requestFor(portal, [await aConfirmedInvoice(portal)]))
}

type Sums = { isPart: boolean; sums: Map<string, M.Money>; kinds: Set<string> }

async function toldTo(seat: Seat): Promise<Sums> {
  const body = { currency: 'USD', from: openingDay, to: addDays(openingDay, 200), step: 'DAY' as const }
  const { rows, isPart } = await portal.ask(seat, reportCalls.cashflow, { body })
  const sums = new Map<string, M.Money>()
  for (const { kind, direction, done, amount } of rows) {
    const key = `${kind} ${direction} ${done ? 'done' : 'expected'}`
    sums.set(key, M.add(sums.get(key) ?? M.zero('USD'), M.fromDecimal(amount, 'USD')))
  }
  return { isPart, sums, kinds: new Set(rows.map(({ kind }) => kind)) }
}
const ofEach = (of: typeof seats) => (['alder', 'cedar', 'elm'] as const).map((company) => [company, of[company]] as const)
const added = ({ sums }: Sums, ends: string) =>
  M.toDecimal(
    M.sum(
      [...sums].filter(([key]) => key.endsWith(ends)).map(([, amount]) => amount),
      'USD',
    ),
  )

test('what a company has moved in its cash flow is what its bank moved in the books, and what it holds for the platform is expected', async () => {
  const kinds = new Set(Object.values(whole).flatMap((one) => [...one.kinds]))
  expect([...kinds].sort()).toEqual([...reportCalls.cashflow.answer.shape.rows.element.shape.kind.options].sort())
  for (const [company, book] of [
    ['elm', 'F'],
    ['alder', 'S'],
    ['cedar', 'B'],
  ] as const) {
    const [bank] = await portal.look(async (tx) => {
      const { rows } = await sql<{ in: string; out: string }>`
        select coalesce(sum(amount) filter (where side = 'D'), 0)::text as in, coalesce(sum(amount) filter (where side = 'C'), 0)::text as out
        from posting where book = ${book} and account in ('1000', '1010') and owner_id = ${portal.world.companies[company]} and currency = 'USD'`.execute(
        tx,
      )
      return rows
    })
    expect([company, added(whole[company], 'IN done'), added(whole[company], 'OUT done')]).toEqual([
      company,
      ...[bank!.in, bank!.out].map((amount) => M.toDecimal(M.fromDecimal(amount, 'USD'))),
    ])
  }
  const [platform] = await portal.look(async (tx) => {
    const { rows } = await sql<{ held: string }>`
      select (-sum(balance))::text as held from ledger_balance
      where book = 'F' and account = '2300' and owner_id = ${portal.world.companies.elm} and currency = 'USD'`.execute(tx)
    return rows
  })
  expect(whole.elm.sums.get('FEE_REMIT OUT expected')).toEqual(M.fromDecimal(platform!.held, 'USD'))
})

/** Fails unless a seat is told of each kind what its company moves and expects, or that something is left out. */
async function isWholeOrSaid(seat: Seat, { sums }: Sums, isLeftOut = true): Promise<Sums> {
  const told = await toldTo(seat)
  const faults = [...new Set([...sums.keys(), ...told.sums.keys()])].filter((key) => {
    const [one, other] = [told.sums.get(key), sums.get(key)]
    return !one || !other || !M.equals(one, other)
  })
  expect([seat.cname, seat.companyRole, told.isPart ? [] : faults]).toEqual([seat.cname, seat.companyRole, []])
  // It says so of those alone of whom something is left out.
  if (told.isPart && isLeftOut) expect([seat.cname, faults.length > 0]).toEqual([seat.cname, true])
  return told
}

test('of each kind of movement every seat is told all that its company moves and expects, or that something is left out', async () => {
  const parts: string[] = []
  for (const [company, own] of ofEach(seats))
    for (const seat of own) if ((await isWholeOrSaid(seat, whole[company])).isPart) parts.push(`${company} ${seat.companyRole}`)
  // Staff read what the one funder with money does, each as far as their lists go.
  const { operations, risk, settlement, administrator, auditor } = portal.seats
  for (const seat of [operations, risk, settlement, administrator, auditor])
    if ((await isWholeOrSaid(seat, whole.elm)).isPart) parts.push(seat.cname)
  // The seat of a whole funder reads no remittances to the platform.
  expect(parts).toEqual(['elm COMPANY', 'staff.operations', 'staff.risk', 'staff.admin'])
})

test.each(['payment.management', 'payment.financing', 'payment.release-refund'])(
  'without the right to the list %s the cash flow tells no payment that only this list shows, and that it tells a part',
  async (list) => {
    await grant(
      portal,
      shipped.map((row) => (row.permission === `${list}.view` ? { ...row, roles: '' } : row)),
    )
    for (const [company, own] of ofEach(seats)) for (const seat of own) await isWholeOrSaid(seat, whole[company], false)
    const { elmMaker, alderMaker, cedarMaker } = portal.seats
    const kindsOf = async (seat: Seat) => [...(await toldTo(seat)).kinds]
    // Whoever read all payments reads those types that have lists of their own.
    if (list === 'payment.management') expect(await kindsOf(elmMaker)).not.toContain('FEE_REMIT')
    if (list === 'payment.financing') expect(await kindsOf(alderMaker)).not.toContain('FUNDING')
    if (list === 'payment.release-refund') expect(await kindsOf(cedarMaker)).not.toContain('REFUND')
    await grant(portal, shipped)
  },
)

test('a seat of a company that lost its rights to payments is told of none, and that something is left out', async () => {
  await grant(
    portal,
    shipped.map((row) => (/^payment\..*\.view$/.test(row.permission) ? { ...row, roles: '' } : row)),
  )
  const payments = ['FUNDING', 'RELEASE', 'REFUND', 'FEE_REMIT']
  for (const [, own] of ofEach(seats))
    for (const seat of own) {
      const { isPart, sums } = await toldTo(seat)
      const told = [...sums.keys()].filter((key) => key.endsWith('done') && payments.some((type) => key.startsWith(type)))
      expect([seat.cname, seat.companyRole, isPart, told]).toEqual([seat.cname, seat.companyRole, true, []])
    }
  await grant(portal, shipped)
})
