import { randomUUID } from 'node:crypto'
import { financeOrderCalls } from '@usance/wire/finance-order/calls'
import { invoiceCalls } from '@usance/wire/invoice/calls'
import { onboardingCalls } from '@usance/wire/onboarding/calls'
import { paymentCalls } from '@usance/wire/payment/calls'
import { workflowCalls } from '@usance/wire/workflow/calls'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { addUser } from '../party/company/register.ts'
import { storeGenerated } from '../platform/file/stored-file.ts'
import { aConfirmedOrder, aDraftedPayment, aFundedOrder, aRepayment } from '../testing/financing.ts'
import { openPortal, type Portal, refusalOf } from '../testing/portal.ts'
import { aConfirmedInvoice, aSubmittedOrder, passAll, requestFor, signAll } from '../testing/trade.ts'
import { uploadAs } from '../testing/upload.ts'
import { openSeat, type Seat } from '../testing/world.ts'

let portal: Portal
beforeAll(async () => {
  portal = await openPortal({ RATE_PER_MINUTE: '0' })
})
afterAll(() => portal.close())

type Party = 'SUPPLIER' | 'BUYER' | 'FUNDER'
const aSeat = (companyId: string, role: Party, userRoles: string[]): Promise<Seat> =>
  portal.look(async (tx) => {
    const userName = `${role}.${userRoles.join('.')}.${randomUUID().slice(0, 8)}`.toLowerCase()
    const seats = [{ companyId, role, userRoles }]
    return openSeat(
      tx,
      await addUser(tx, { userName, cname: userName, email: `${userName}@usance.test`, seats }),
      companyId,
      role,
    )
  })
const activate = (seat: Seat) =>
  portal.look((tx) => tx.updateTable('appUser').set({ status: 'active' }).where('id', '=', seat.userId).execute())
const anActiveSeat = async (companyId: string, role: Party, userRoles: string[]) => {
  const seat = await aSeat(companyId, role, userRoles)
  await activate(seat)
  return seat
}
/** Sets a company's roles in the matrix for one permission; it is in force within a second. */
const grant = async (permission: string, roles: string) => {
  await portal.look((tx) =>
    sql`update role_permission set roles = ${roles}, version = version + 1 where permission = ${permission}`.execute(tx),
  )
  const holders = async () => {
    const held = async (party: string) => (await portal.app.matrix.permissionsOf(party, ['Director'])).has(permission)
    return [await held('SUPPLIER'), await held('BUYER')]
  }
  await expect.poll(holders, { timeout: 20_000 }).toEqual([roles.includes('S'), roles.includes('B')])
}

describe('right confirmation', () => {
  const aPassedOrder = async () => {
    const order = await aSubmittedOrder(portal, requestFor(portal, [await aConfirmedInvoice(portal)]))
    await passAll(portal, order.orderNo)
    await signAll(portal, order.id)
    return order
  }
  const confirm = (seat: Seat, id: string, body: { accept: boolean; comment?: string } = { accept: true }) =>
    portal.ask(seat, financeOrderCalls.rightConfirmation, { query: { id }, body })

  test('is an act of a Checker or Director of the named party; a Viewer and a Maker are refused, to decline too', async () => {
    const { cedar, alder } = portal.world.companies
    const { id } = await aPassedOrder()
    const refused = [
      await anActiveSeat(cedar, 'BUYER', ['Viewer']),
      portal.seats.cedarMaker,
      portal.seats.alderViewer,
      await anActiveSeat(alder, 'SUPPLIER', ['Maker']),
      portal.seats.operations,
      portal.seats.elmChecker,
    ]
    for (const seat of refused)
      for (const body of [{ accept: true }, { accept: false, comment: 'Not owed' }])
        expect((await refusalOf(confirm(seat, id, body))).error).toBe('FORBIDDEN')
    // A checker of the other party may confirm orders, but not this one.
    expect((await refusalOf(confirm(portal.seats.alderChecker, id))).error).toBe('FORBIDDEN')
    const director = await anActiveSeat(cedar, 'BUYER', ['Director'])
    expect(await confirm(director, id)).toEqual({ status: 'RIGHT_CONFIRMED' })
  })

  test('is never an act of the maker of the order, and the page offers it to nobody who may not', async () => {
    const { id } = await aPassedOrder()
    await portal.look((tx) =>
      tx.updateTable('financeOrder').set({ rightConfirmParty: 'SUPPLIER' }).where('id', '=', id).execute(),
    )
    const { alderMaker, alderChecker, alderViewer } = portal.seats
    const setRoles = (userRoles: string[]) =>
      portal.look((tx) => tx.updateTable('userCompanyRole').set({ userRoles }).where('userId', '=', alderMaker.userId).execute())
    const offered = async (seat: Seat) =>
      (await portal.ask(seat, financeOrderCalls.detail, { query: { id } })).operations.includes('CONFIRM')
    await setRoles(['Maker', 'Director'])
    expect((await refusalOf(confirm(alderMaker, id))).error).toBe('MAKER_CANNOT_APPROVE')
    expect(await Promise.all([alderMaker, alderViewer, alderChecker].map(offered))).toEqual([false, false, true])
    await setRoles(['Maker'])
    expect(await confirm(alderChecker, id)).toEqual({ status: 'RIGHT_CONFIRMED' })
  })

  test('confirmers read the order, even without the permission for the details of orders', async () => {
    const { id } = await aPassedOrder()
    await grant('finance.finance-order.detail', 'SFORTPU')
    const { cedarChecker, cedarMaker } = portal.seats
    expect(await portal.ask(cedarChecker, financeOrderCalls.detail, { query: { id } })).toMatchObject({ id })
    expect((await refusalOf(portal.ask(cedarMaker, financeOrderCalls.detail, { query: { id } }))).error).toBe('FORBIDDEN')
    await grant('finance.finance-order.detail', 'SBFORTPU')
  })
})

describe('a payment leaves for an account of its payee', () => {
  test('a refund to an account of another company is refused like one to a missing account', async () => {
    const { orderId } = await aFundedOrder(portal, { faces: ['10000'] })
    const repayment = await aRepayment(portal, orderId, '12000.00')
    const refund = (accountId?: string) =>
      portal.ask(portal.seats.settlement, paymentCalls.addRefund, { body: { repaymentId: repayment.id, accountId } })
    for (const accountId of [portal.world.accounts.birch, portal.world.accounts.elm, randomUUID()])
      expect((await refusalOf(refund(accountId))).error).toBe('NOT_FOUND')
    expect(await refund(portal.world.accounts.cedar)).toMatchObject({ no: expect.any(String) })
  })

  test('the database refuses it for every kind of payment, and for the account that an order names', async () => {
    const { orderId } = await aConfirmedOrder(portal)
    const payment = await aDraftedPayment(portal, orderId)
    const { birch, fir } = portal.world.accounts
    const change = (columns: object) =>
      portal.look((tx) => tx.updateTable('payment').set(columns).where('id', '=', payment.id).execute())
    for (const type of ['FUNDING', 'RELEASE', 'REFUND', 'FEE_REMIT'])
      await expect(change({ type, toAccountId: birch })).rejects.toMatchObject({ constraint: 'payment_account_of_payee' })
    await expect(change({ fromAccountId: fir })).rejects.toMatchObject({ constraint: 'payment_account_of_funder' })
    await expect(
      portal.look((tx) => tx.updateTable('financeOrder').set({ payeeBankAccountId: birch }).where('id', '=', orderId).execute()),
    ).rejects.toMatchObject({ constraint: 'order_account_of_supplier' })
  })
})

describe('the order that a price names', () => {
  test('is the caller’s own and still editable; any other is missing', async () => {
    const { alderMaker, birchMaker } = portal.seats
    const request = requestFor(portal, [await aConfirmedInvoice(portal)])
    const trial = (orderId: string, seat = alderMaker) =>
      portal.ask(seat, financeOrderCalls.trialCalculation, { body: { ...request, orderId } })
    const underWay = await aSubmittedOrder(portal, requestFor(portal, [await aConfirmedInvoice(portal)]))
    const { pricingHash } = await portal.ask(alderMaker, financeOrderCalls.trialCalculation, { body: request })
    const draft = await portal.ask(alderMaker, financeOrderCalls.createOrder, {
      body: { ...request, pricingHash, saveType: 'DRAFT', idempotencyKey: randomUUID() },
    })
    const missing = await refusalOf(trial(randomUUID()))
    for (const [id, seat] of [
      [underWay.id, alderMaker],
      [draft.id, birchMaker],
      [underWay.id, birchMaker],
    ] as const) {
      const refusal = await refusalOf(trial(id, seat))
      expect([refusal.error, refusal.data]).toEqual(['NOT_FOUND', missing.data])
    }
    expect(await trial(draft.id)).toMatchObject({ pricingHash: expect.any(String) })
  })

  test('does not free a limit for a new order: createOrder ignores other members of its body', async () => {
    const { alderMaker } = portal.seats
    const other = await aSubmittedOrder(portal, requestFor(portal, [await aConfirmedInvoice(portal)]))
    const request = requestFor(portal, [await aConfirmedInvoice(portal)])
    const { limits, pricingHash } = await portal.ask(alderMaker, financeOrderCalls.trialCalculation, { body: request })
    const { id } = await portal.ask(alderMaker, financeOrderCalls.createOrder, {
      body: { ...request, orderId: other.id, pricingHash, saveType: 'DRAFT', idempotencyKey: randomUUID() } as never,
    })
    const saved = await portal.ask(alderMaker, financeOrderCalls.detail, { query: { id } })
    expect(saved.pricing?.limits).toEqual(limits)
  })
})

test('a limit that shrank stops the first approver, with the reason', async () => {
  const order = await aSubmittedOrder(portal, requestFor(portal, [await aConfirmedInvoice(portal)]))
  const limits = (amount: string) =>
    portal.look((tx) =>
      sql`update credit_limit set amount = ${amount} where type = 'SUPPLIER_FACILITY' and supplier_id = ${portal.world.companies.alder}`.execute(
        tx,
      ),
    )
  await limits('1000')
  const seat = portal.seats.alderChecker
  const history = await portal.ask(seat, workflowCalls.history, {
    body: { businessNo: order.orderNo, businessType: 'FINANCE_ORDER', ifQueryTask: 'YES' },
  })
  const decide = (reviewType: 'PASSED' | 'REJECTED') =>
    portal.ask(seat, workflowCalls.approve, {
      body: {
        businessNo: order.orderNo,
        nodeName: history.currentNode!,
        taskId: history.taskId!,
        reviewType,
        approvalComments: 'Judged',
      },
    })
  const refusal = await refusalOf(decide('PASSED'))
  expect([refusal.error, refusal.data.limitType]).toEqual(['LIMIT_EXCEEDED', 'SUPPLIER_FACILITY'])
  await limits('5000000')
  expect(await decide('REJECTED')).toMatchObject({ status: 'REJECTED' })
})

describe('entering, correcting, updating and converting are four permissions', () => {
  const all = ['add', 'edit', 'update', 'arp'].map((action) => `finance.finance-order.${action}`)
  test('none replaces another', async () => {
    const { alderMaker } = portal.seats
    const request = requestFor(portal, [await aConfirmedInvoice(portal)])
    const body = { ...request, saveType: 'DRAFT' as const, idempotencyKey: randomUUID() }
    const draft = await portal.ask(alderMaker, financeOrderCalls.createOrder, { body })
    const acts: Record<string, () => Promise<unknown>> = {
      'finance.finance-order.add': () =>
        portal.ask(alderMaker, financeOrderCalls.createOrder, { body: { ...body, idempotencyKey: randomUUID() } }),
      'finance.finance-order.arp': () =>
        portal.ask(alderMaker, financeOrderCalls.createOrder, {
          body: { ...body, arpOfOrderId: draft.id, idempotencyKey: randomUUID() },
        }),
      'finance.finance-order.edit': () =>
        portal.ask(alderMaker, financeOrderCalls.editOrder, {
          body: { ...body, id: draft.id, version: 999, mode: 'edit', idempotencyKey: randomUUID() },
        }),
      'finance.finance-order.update': () =>
        portal.ask(alderMaker, financeOrderCalls.editOrder, {
          body: { ...body, id: draft.id, version: 999, mode: 'update', idempotencyKey: randomUUID() },
        }),
    }
    for (const missing of all) {
      await grant(missing, '')
      expect([missing, (await refusalOf(acts[missing]!())).error]).toEqual([missing, 'FORBIDDEN'])
      await grant(missing, 'S')
    }
    // With all four of them, no act is refused for lack of a permission.
    for (const act of all.slice(1)) expect([act, (await refusalOf(acts[act]!())).error]).not.toEqual([act, 'FORBIDDEN'])
  })

  test('an edit does not turn an order into a conversion', async () => {
    const { alderMaker } = portal.seats
    const request = requestFor(portal, [await aConfirmedInvoice(portal)])
    const body = { ...request, saveType: 'DRAFT' as const, idempotencyKey: randomUUID() }
    const draft = await portal.ask(alderMaker, financeOrderCalls.createOrder, { body })
    const edit = portal.ask(alderMaker, financeOrderCalls.editOrder, {
      body: { ...body, id: draft.id, version: draft.version, mode: 'edit', arpOfOrderId: draft.id, idempotencyKey: randomUUID() },
    })
    expect((await refusalOf(edit)).error).toBe('BAD_REQUEST')
  })

  test('an update of a passed order is recorded as an update, not as an approval', async () => {
    const { alderMaker } = portal.seats
    const request = requestFor(portal, [await aConfirmedInvoice(portal)])
    const order = await aSubmittedOrder(portal, request)
    await passAll(portal, order.orderNo)
    const { version } = await portal.ask(alderMaker, financeOrderCalls.detail, { query: { id: order.id } })
    await portal.ask(alderMaker, financeOrderCalls.editOrder, {
      body: {
        ...request,
        id: order.id,
        version,
        mode: 'update',
        saveType: 'SUBMIT',
        remark: 'New papers',
        idempotencyKey: randomUUID(),
      },
    })
    const { timeline } = await portal.ask(alderMaker, financeOrderCalls.detail, { query: { id: order.id } })
    const told = timeline.filter(({ event }) => ['FINANCE_ORDER_UPDATED', 'FINANCE_ORDER_PASSED'].includes(event))
    expect(told.map(({ event }) => event)).toEqual(['FINANCE_ORDER_UPDATED', 'FINANCE_ORDER_PASSED'])
  })
})

describe('a file that an act is sent', () => {
  test('is uploaded by the own company, or attached to the same record already', async () => {
    const { alderMaker, cedarMaker } = portal.seats
    const paperOf = async (seat: Seat, fileName: string) => {
      const { data } = await uploadAs(portal, seat, fileName, Buffer.from('%PDF-1.4\n%%EOF'))
      return { objectKey: data.objectKey as string, fileName }
    }
    const scan = await paperOf(alderMaker, 'scan.pdf')
    const id = await aConfirmedInvoice(portal, { attachments: [scan] })
    const state = (documents: object[]) =>
      portal.ask(cedarMaker, onboardingCalls.save, {
        body: { version: 0, people: [{ name: 'Ana Roth', function: 'DIRECTOR' }], documents } as never,
      })
    // Cedar reads the scan on the invoice, which does not make it a paper of Cedar's own.
    expect((await refusalOf(state([{ ...scan, kind: 'IDENTITY' }]))).error).toBe('NOT_FOUND')
    await state([{ ...(await paperOf(cedarMaker, 'own.pdf')), kind: 'IDENTITY' }])
    const proof = await paperOf(cedarMaker, 'signed.pdf')
    const prove = (attachments: object[]) =>
      portal.ask(cedarMaker, invoiceCalls.uploadConfirmation, { body: { id, attachments } as never })
    await prove([scan, proof])
    const another = await aConfirmedInvoice(portal)
    const elsewhere = { id: another, attachments: [scan] }
    const moved = portal.ask(cedarMaker, invoiceCalls.uploadConfirmation, { body: elsewhere as never })
    expect((await refusalOf(moved)).error).toBe('NOT_FOUND')
    // Files that the portal made, such as a signed contract or the image of a signature, may not be attached elsewhere.
    const made = await portal.look((tx) =>
      storeGenerated(portal.app, tx, {
        ...{ companyId: cedarMaker.companyId, fileName: 'signature.png', contentType: 'image/png' },
        ...{ content: Buffer.from('x'), purpose: 'signature' },
      }),
    )
    expect((await refusalOf(prove([{ objectKey: made, fileName: 'signature.png' }]))).error).toBe('NOT_FOUND')
  })
})
