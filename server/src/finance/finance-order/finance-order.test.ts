import { randomUUID } from 'node:crypto'
import { errors } from '@usance/wire/errors'
import { financeOrderCalls } from '@usance/wire/finance-order/calls'
import { financeOrderList } from '@usance/wire/finance-order/list'
import { invoiceCalls } from '@usance/wire/invoice/calls'
import { listCalls } from '@usance/wire/list'
import { purchaseOrderCalls } from '@usance/wire/purchase-order/calls'
import { repaymentCalls } from '@usance/wire/repayment/calls'
import { workflowCalls } from '@usance/wire/workflow/calls'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { addBankAccount } from '../../party/company/register.ts'
import { aFundedOrder, aRepayment } from '../../testing/financing.ts'
import { openPortal, type Portal, refusalOf } from '../../testing/portal.ts'
import { aConfirmedInvoice, aRightConfirmedOrder, aSubmittedOrder, passAll, requestFor, signAll } from '../../testing/trade.ts'

let portal: Portal
beforeAll(async () => {
  portal = await openPortal()
})
afterAll(() => portal.close())

const trial = (body: Parameters<typeof aSubmittedOrder>[1], seat = portal.seats.alderMaker) =>
  portal.ask(seat, financeOrderCalls.trialCalculation, { body })

describe('the price', () => {
  test('a hundred thousand at ninety percent for sixty days brings 88,515.00, and every figure says why', async () => {
    const answer = await trial(requestFor(portal, [await aConfirmedInvoice(portal)]))
    expect(answer.total).toMatchObject({
      applyAmount: '90000.00',
      interest: '1020.00',
      feesAtFunding: '465.00',
      net: '88515.00',
      reserve: '10000.00',
    })
    expect(answer.items[0]).toMatchObject({ days: 60, rate: '6.8', maturity: '2025-05-02' })
    const interest = answer.explain.find((figure) => figure.key === 'interest')!
    expect(interest).toMatchObject({
      result: '1020.00',
      dayCount: { code: 'ACT_360', days: 60 },
      rounding: { mode: 'HALF_UP', scale: 2 },
    })
    expect(answer.explain.find((figure) => figure.fixing)?.fixing).toMatchObject({
      type: 'SOFR',
      effectiveDate: '2025-02-27',
      percentRate: '4.3',
    })
  })

  test('what the browser says about rate or fee changes nothing', async () => {
    const request = requestFor(portal, [await aConfirmedInvoice(portal)])
    const honest = await trial(request)
    expect((await trial({ ...request, rate: '0.01', fees: [], margin: '0' } as never)).pricingHash).toBe(honest.pricingHash)
  })

  test('an invoice not yet confirmed brings nothing and says so', async () => {
    const id = await aConfirmedInvoice(portal)
    await portal.look((tx) => tx.updateTable('invoice').set({ docStatus: 'DISPUTED' }).where('id', '=', id).execute())
    const refusal = await refusalOf(trial(requestFor(portal, [id])))
    expect(refusal).toMatchObject({ code: 20102 })
    expect(refusal.data.items[0].reasons).toContain('DISPUTED')
  })

  test('another supplier’s invoice is not found', async () => {
    expect((await refusalOf(trial(requestFor(portal, [await aConfirmedInvoice(portal)]), portal.seats.birchMaker))).code).toBe(
      404,
    )
  })
})

describe('submitting', () => {
  test('the order is in approval, its invoice locked, its limits taken', async () => {
    const invoice = await aConfirmedInvoice(portal)
    const order = await aSubmittedOrder(portal, requestFor(portal, [invoice]))
    expect(order.status).toBe('IN_APPROVE')
    const refusal = await refusalOf(trial(requestFor(portal, [invoice])))
    expect(refusal.data.items[0].reasons).toContain('LOCKED')
    const page = await portal.ask(portal.seats.alderMaker, listCalls(financeOrderList).pageList, {
      body: { filterFields: { orderNo: order.orderNo }, isOperation: true },
    })
    expect(page.list![0]).toMatchObject({ status: 'IN_APPROVE', financeAmount: '90000.00', operations: ['DETAIL', 'WITHDRAW'] })
  })

  test('a price that is no longer true is refused, and nothing is saved', async () => {
    const request = requestFor(portal, [await aConfirmedInvoice(portal)])
    const before = await portal.look((tx) => tx.selectFrom('financeOrder').select('id').execute())
    const refusal = await refusalOf(
      portal.ask(portal.seats.alderMaker, financeOrderCalls.createOrder, {
        body: {
          ...request,
          pricingHash: 'of-yesterday',
          payeeBankAccountId: portal.world.accounts.alder,
          saveType: 'SUBMIT',
          idempotencyKey: randomUUID(),
        },
      }),
    )
    // The new price is asked for: it has the funder's rate and margin, and a refusal is not cut to its reader.
    expect(refusal.data).toEqual({ error: 'PRICING_EXPIRED' })
    expect(await portal.look((tx) => tx.selectFrom('financeOrder').select('id').execute())).toHaveLength(before.length)
  })

  test('an order with a payout of zero stays a draft: its submission is refused beside its documents', async () => {
    const request = requestFor(portal, [await aConfirmedInvoice(portal, { amount: '40.00' })])
    const { pricingHash } = await trial(request)
    const save = (saveType: 'DRAFT' | 'SUBMIT') =>
      portal.ask(portal.seats.alderMaker, financeOrderCalls.createOrder, {
        body: {
          ...request,
          pricingHash,
          payeeBankAccountId: portal.world.accounts.alder,
          saveType,
          idempotencyKey: randomUUID(),
        },
      })
    expect(await refusalOf(save('SUBMIT'))).toMatchObject({
      error: 'NET_NOT_POSITIVE',
      data: { fields: [{ field: 'items', message: 'NET_NOT_POSITIVE' }] },
    })
    expect((await save('DRAFT')).status).toBe('DRAFT')
  })

  test('an order whose costs are more than the money in a year is quoted with a warning, which its approvers read too', async () => {
    const request = requestFor(portal, [await aConfirmedInvoice(portal, { amount: '300.00' })])
    const { total, warnings } = await trial(request)
    expect([total.net, total.allInApr]).toEqual(['215.69', '151.0779359266'])
    expect(warnings).toContainEqual({ code: 'COSTS_MORE_THAN_MONEY', detail: '151.08' })
    const order = await aSubmittedOrder(portal, request)
    const { warnings: kept } = await portal.look((tx) =>
      tx.selectFrom('financeOrder').select('warnings').where('id', '=', order.id).executeTakeFirstOrThrow(),
    )
    expect(kept).toContain('COSTS_MORE_THAN_MONEY')
  })

  test('twenty orders for the same invoice at once: one wins, the others learn that it is taken or must retry', async () => {
    const request = requestFor(portal, [await aConfirmedInvoice(portal)])
    const { pricingHash } = await trial(request)
    const outcomes = await Promise.allSettled(
      Array.from({ length: 20 }, () =>
        portal.ask(portal.seats.alderMaker, financeOrderCalls.createOrder, {
          body: {
            ...request,
            pricingHash,
            payeeBankAccountId: portal.world.accounts.alder,
            saveType: 'SUBMIT',
            idempotencyKey: randomUUID(),
          },
        }),
      ),
    )
    expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
    for (const outcome of outcomes)
      if (outcome.status === 'rejected') expect([20102, 20103, 20001, errors.BUSY.code]).toContain(outcome.reason.code)
    const active = await portal.look((tx) =>
      tx
        .selectFrom('financeOrderItem')
        .select('id')
        .where('invoiceId', '=', request.items[0]!.docId)
        .where('active', '=', true)
        .execute(),
    )
    expect(active).toHaveLength(1)
  })

  test('a limit is never exceeded, however many orders come at once', async () => {
    await portal.look((tx) =>
      tx
        .updateTable('creditLimit')
        .set({ amount: '250000' })
        .where('type', '=', 'BUYER')
        .where('buyerId', '=', portal.world.companies.dogwood)
        .execute(),
    )
    const requests = await Promise.all(
      Array.from({ length: 6 }, async () =>
        requestFor(portal, [await aConfirmedInvoice(portal, { buyerCode: 'DOGWOOD' })], { buyerCode: 'DOGWOOD' }),
      ),
    )
    const outcomes = await Promise.allSettled(
      requests.map((request) =>
        aSubmittedOrder(portal, { ...request, items: request.items.map((item) => ({ ...item, applyAmount: '90000.00' })) }),
      ),
    )
    expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(2)
    await portal.look((tx) => tx.updateTable('creditLimit').set({ amount: '8000000' }).where('type', '=', 'BUYER').execute())
  })

  test('a foreign bank account is not found', async () => {
    const request = requestFor(portal, [await aConfirmedInvoice(portal)])
    const { pricingHash } = await trial(request)
    expect(
      (
        await refusalOf(
          portal.ask(portal.seats.alderMaker, financeOrderCalls.createOrder, {
            body: {
              ...request,
              pricingHash,
              payeeBankAccountId: portal.world.accounts.birch,
              saveType: 'SUBMIT',
              idempotencyKey: randomUUID(),
            },
          }),
        )
      ).code,
    ).toBe(404)
  })
})

describe('approval and confirmation', () => {
  test('checker, operations and funder pass it; contracts are signed; the buyer confirms; a payment is drafted', async () => {
    const order = await aSubmittedOrder(portal, requestFor(portal, [await aConfirmedInvoice(portal)]))
    // Three invoices of whole thousands in a row are a warning, which brings the order before risk staff.
    expect(await passAll(portal, order.orderNo)).toEqual([
      'alderChecker',
      'operations',
      'risk',
      expect.stringMatching(/^elmChecker/),
    ])
    const confirm = () =>
      portal.ask(portal.seats.cedarChecker, financeOrderCalls.rightConfirmation, {
        query: { id: order.id },
        body: { accept: true },
      })
    expect((await refusalOf(confirm())).error).toBe('CONTRACT_NOT_SIGNED')
    await signAll(portal, order.id)
    expect(await confirm()).toEqual({ status: 'RIGHT_CONFIRMED' })
    const info = await portal.ask(portal.seats.settlement, financeOrderCalls.fundingInfo, { params: { id: order.id } })
    expect(info.payments).toMatchObject([{ type: 'FUNDING', amount: '88515.00', status: 'DRAFT' }])
  })

  test('of the end of its approval its maker hears once, with the reason where it was sent back', async () => {
    const { alderMaker } = portal.seats
    const heard = (orderId: string, ends: string[]) =>
      portal.look((tx) =>
        tx
          .selectFrom('notification')
          .select(['event', 'params'])
          .where('objectId', '=', orderId)
          .where('event', 'in', ends)
          .where(({ or, eb }) => or([eb('userId', '=', alderMaker.userId), eb('companyId', '=', alderMaker.companyId)]))
          .execute(),
      )
    const passed = await aSubmittedOrder(portal, requestFor(portal, [await aConfirmedInvoice(portal)]))
    await passAll(portal, passed.orderNo)
    expect(await heard(passed.id, ['APPROVAL_PASSED', 'FINANCE_ORDER_PASSED'])).toMatchObject([{ event: 'FINANCE_ORDER_PASSED' }])
    const returned = await aSubmittedOrder(portal, requestFor(portal, [await aConfirmedInvoice(portal)]))
    const { taskId, currentNode } = await portal.ask(portal.seats.alderChecker, workflowCalls.history, {
      body: { businessNo: returned.orderNo, businessType: 'FINANCE_ORDER', ifQueryTask: 'YES' },
    })
    const decision = { businessNo: returned.orderNo, nodeName: currentNode!, taskId: taskId! }
    await portal.ask(portal.seats.alderChecker, workflowCalls.approve, {
      body: { ...decision, reviewType: 'REJECTED', approvalComments: 'The account is closed.' },
    })
    expect(await heard(returned.id, ['APPROVAL_REJECTED', 'FINANCE_ORDER_REJECTED'])).toMatchObject([
      { event: 'FINANCE_ORDER_REJECTED', params: { comment: 'The account is closed.' } },
    ])
  })

  test('its maker never decides, and a stranger never hears of it', async () => {
    const order = await aSubmittedOrder(portal, requestFor(portal, [await aConfirmedInvoice(portal)]))
    const mine = await portal.ask(portal.seats.alderMaker, workflowCalls.history, {
      body: { businessNo: order.orderNo, businessType: 'FINANCE_ORDER', ifQueryTask: 'YES' },
    })
    expect(mine.taskId).toBeNull()
    for (const seat of [portal.seats.birchMaker, portal.seats.firChecker, portal.seats.dogwoodChecker])
      expect((await refusalOf(portal.ask(seat, financeOrderCalls.detail, { query: { id: order.id } }))).code).toBe(404)
  })

  test('an attachment swapped after submission stops the approval', async () => {
    const order = await aSubmittedOrder(portal, requestFor(portal, [await aConfirmedInvoice(portal)]))
    await portal.look((tx) =>
      tx.updateTable('financeOrder').set({ remark: 'changed behind their backs' }).where('id', '=', order.id).execute(),
    )
    const { taskId, currentNode } = await portal.ask(portal.seats.alderChecker, workflowCalls.history, {
      body: { businessNo: order.orderNo, businessType: 'FINANCE_ORDER', ifQueryTask: 'YES' },
    })
    const pass = { nodeName: currentNode!, taskId: taskId!, reviewType: 'PASSED' as const, approvalComments: 'Checked' }
    const body = { businessNo: order.orderNo, ...pass }
    expect((await refusalOf(portal.ask(portal.seats.alderChecker, workflowCalls.approve, { body }))).error).toBe(
      'CONTENT_CHANGED',
    )
  })

  test('a declined confirmation frees the invoice as disputed and returns the order', async () => {
    const invoice = await aConfirmedInvoice(portal)
    const order = await aSubmittedOrder(portal, requestFor(portal, [invoice]))
    await passAll(portal, order.orderNo)
    const decline = (comment?: string) =>
      portal.ask(portal.seats.cedarChecker, financeOrderCalls.rightConfirmation, {
        query: { id: order.id },
        body: { accept: false, ...(comment ? { comment } : {}) },
      })
    expect((await refusalOf(decline())).error).toBe('COMMENT_REQUIRED')
    expect(await decline('Goods were returned')).toEqual({ status: 'REJECTED' })
    expect(
      await portal.look((tx) =>
        tx.selectFrom('invoice').select(['docStatus', 'financeStatus']).where('id', '=', invoice).executeTakeFirst(),
      ),
    ).toEqual({ docStatus: 'DISPUTED', financeStatus: 'UNFINANCED' })
  })

  test('an order that was sent back and passed anew is not confirmed from a page that shows the one before', async () => {
    const { cedarChecker, alderMaker } = portal.seats
    const request = requestFor(portal, [await aConfirmedInvoice(portal)])
    const order = await aSubmittedOrder(portal, request)
    await passAll(portal, order.orderNo)
    const shown = (await portal.ask(cedarChecker, financeOrderCalls.detail, { query: { id: order.id } })).version
    const answer = (accept: boolean, version: number) =>
      portal.ask(cedarChecker, financeOrderCalls.rightConfirmation, {
        query: { id: order.id },
        body: { accept, version, ...(accept ? {} : { comment: 'Another sum was agreed' }) },
      })
    expect(await answer(false, shown)).toEqual({ status: 'REJECTED' })
    await portal.look((tx) => tx.updateTable('financeOrder').set({ status: 'PASSED' }).where('id', '=', order.id).execute())
    const now = (await portal.ask(alderMaker, financeOrderCalls.detail, { query: { id: order.id } })).version
    expect(now).toBeGreaterThan(shown)
    for (const accept of [true, false]) expect((await refusalOf(answer(accept, shown))).error).toBe('STALE_VERSION')
    expect(await answer(true, now)).toEqual({ status: 'RIGHT_CONFIRMED' })
  })

  test('a declined confirmation is a new dispute: how an earlier one ended does not lift it', async () => {
    const { cedarChecker, operations, alderMaker } = portal.seats
    const id = await aConfirmedInvoice(portal)
    await portal.ask(cedarChecker, invoiceCalls.dispute, { body: { ids: [id], reason: 'Short delivery' } })
    await portal.ask(cedarChecker, invoiceCalls.proposeResolution, { body: { id, comment: 'The rest arrived' } })
    await portal.ask(operations, invoiceCalls.resolve, { body: { id } })
    const order = await aSubmittedOrder(portal, requestFor(portal, [id]))
    await passAll(portal, order.orderNo)
    await portal.ask(cedarChecker, financeOrderCalls.rightConfirmation, {
      query: { id: order.id },
      body: { accept: false, comment: 'Goods were returned' },
    })
    expect(await portal.ask(alderMaker, invoiceCalls.detail, { query: { id } })).toMatchObject({
      docStatus: 'DISPUTED',
      disputeReason: 'Goods were returned',
      resolution: null,
    })
    expect((await refusalOf(portal.ask(operations, invoiceCalls.resolve, { body: { id } }))).error).toBe('ILLEGAL_TRANSITION')
  })

  test('a withdrawn order frees its invoice for another', async () => {
    const invoice = await aConfirmedInvoice(portal)
    const order = await aSubmittedOrder(portal, requestFor(portal, [invoice]))
    expect(
      await portal.ask(portal.seats.alderMaker, financeOrderCalls.revocation, { query: { id: order.id }, body: {} }),
    ).toEqual({ status: 'REVOKED' })
    expect((await aSubmittedOrder(portal, requestFor(portal, [invoice]))).status).toBe('IN_APPROVE')
  })

  test('a buyer sees what it owes, and nothing of what it costs the supplier', async () => {
    const { id } = await aRightConfirmedOrder(portal, requestFor(portal, [await aConfirmedInvoice(portal)]))
    const seen = await portal.ask(portal.seats.cedarChecker, financeOrderCalls.detail, { query: { id } })
    expect(seen).toMatchObject({ pricing: null, rate: null, fees: [], faceAmount: '100000.00' })
  })

  test('repayment information agrees with the payoff and leaves the buyer without costs', async () => {
    const order = await aFundedOrder(portal, { product: 'purchaseInArrears' })
    const read = (seat = portal.seats.alderMaker) =>
      portal.ask(seat, financeOrderCalls.repaymentInfo, { query: { id: order.orderId } })
    const before = await read()
    const quote = await portal.ask(portal.seats.alderMaker, repaymentCalls.payoff, { body: { orderId: order.orderId } })
    expect(before.payoff).toMatchObject({ asOf: quote.asOf, total: quote.total, parts: { earlyFee: quote.earlyFee } })
    expect(before.schedule[0]).toMatchObject({ paid: '0.00', status: 'NOT_DUE', inGrace: false, penaltyDue: '0.00' })
    expect(Number(before.schedule[0]!.interestDue)).toBeGreaterThan(0)
    await aRepayment(portal, order.orderId, '1000.00')
    const after = await read()
    expect(after.repayments).toHaveLength(1)
    expect(Number(after.payoff!.total)).toBeLessThan(Number(before.payoff!.total))
    const buyer = await read(portal.seats.cedarChecker)
    expect(buyer.payoff).toBeNull()
    expect(buyer.schedule.every((line) => line.interestDue === null && line.feeDue === null)).toBe(true)
    expect((await refusalOf(read(portal.seats.birchMaker))).error).toBe('NOT_FOUND')
  })

  test('the summary of a company tells what is locked from what is financed', async () => {
    const summary = async () =>
      (await portal.ask(portal.seats.alderMaker, financeOrderCalls.summaryCompany, { body: {} })).find(
        (one) => one.currency === 'USD',
      )!
    const before = await summary()
    const order = await aSubmittedOrder(portal, requestFor(portal, [await aConfirmedInvoice(portal)]))
    const after = await summary()
    const { financeAmount, hasApproval } = await portal.ask(portal.seats.alderMaker, financeOrderCalls.detail, {
      query: { id: order.id },
    })
    expect(hasApproval).toBe(true)
    const { list } = await portal.ask(portal.seats.alderMaker, listCalls(financeOrderList).pageList, {
      body: { pageNum: 1, pageSize: 20 },
    })
    const named = {
      buyerCode: 'CEDAR',
      buyerName: 'Cedar Retail Inc',
      financingProductId: portal.world.products.purchaseInAdvance,
    }
    expect((list as { id: string }[]).find((row) => row.id === order.id)).toMatchObject({ ...named, baseRateType: 'SOFR' })
    const buyers = await portal.ask(portal.seats.alderMaker, financeOrderCalls.availableBuye, { body: { buyerName: 'cedar' } })
    expect(buyers).toEqual([{ buyerCode: 'CEDAR', buyerName: 'Cedar Retail Inc', baseRateType: 'SOFR' }])
    expect(Number(after.locked) - Number(before.locked)).toBeCloseTo(Number(financeAmount), 2)
    expect(after.financing).toBe(before.financing)
    expect(Number(after.locked)).toBeLessThanOrEqual(Number(after.used))
  })

  test('a purchase order whose number looks like that of another one is shown to whoever finances and approves it', async () => {
    const { alderMaker, cedarChecker, risk } = portal.seats
    const anOrder = async (poNo: string) => {
      const { id } = await portal.ask(alderMaker, purchaseOrderCalls.add, {
        body: {
          buyerCode: 'CEDAR',
          poNo,
          orderDate: '2025-02-20',
          latestShipDate: '2025-05-02',
          currency: 'USD',
          items: [{ description: 'Yarn', qty: '100', unitPrice: '1000' }],
          saveType: 'SUBMIT',
        },
      })
      await portal.ask(cedarChecker, purchaseOrderCalls.confirm, { body: { ids: [id] } })
      return id
    }
    const docId = await anOrder('LOT-1048')
    const request = requestFor(portal, [], {
      financingProductId: portal.world.products.purchaseOrder,
      items: [{ docType: 'PO', docId }],
    })
    const price = () => portal.ask(alderMaker, financeOrderCalls.trialCalculation, { body: request })
    const sign = 'PO_NEAR_DUPLICATE'
    expect((await price()).warnings.map(({ code }) => code)).not.toContain(sign)
    await anOrder('L0T-1O48')
    expect((await price()).warnings).toContainEqual({ code: sign, docId })
    const { orderNo } = await aSubmittedOrder(portal, request)
    const history = await portal.ask(risk, workflowCalls.history, {
      body: { businessNo: orderNo, businessType: 'FINANCE_ORDER', ifQueryTask: 'NO' },
    })
    expect(history.warnings).toContain(sign)
  })

  test('oddities and what the parties share reach the approver; one group, an ended review or limit stops the order', async () => {
    const { alder, cedar } = portal.world.companies
    const change = (id: string, patch: Record<string, unknown>) =>
      portal.look((tx) => tx.updateTable('company').set(patch).where('id', '=', id).execute())
    const directors = JSON.stringify([{ name: 'Li Wei' }])
    await change(alder, { directors, address: '1 Mill Road, Ningbo' })
    await change(cedar, { directors: JSON.stringify([{ name: ' li wei' }]), address: '1, MILL ROAD NINGBO' })
    // One account, in the two spellings that its bank has for number and BIC.
    await portal.look(async (tx) => {
      const shared = { accountName: 'Shared', bankName: 'Bank of Tests', currency: 'USD', purpose: 'COLLECTION' as const }
      await addBankAccount(tx, { ...shared, companyId: alder, bankAccount: '7788-990011', bankCode: 'BUKBGB22' })
      await addBankAccount(tx, { ...shared, companyId: cedar, bankAccount: '7788990011', bankCode: 'BUKBGB22XXX' })
    })
    const invoiceId = await aConfirmedInvoice(portal)
    await portal.look((tx) =>
      tx
        .updateTable('invoice')
        .set({ riskFlags: ['SAME_FILE'] })
        .where('id', '=', invoiceId)
        .execute(),
    )
    const request = requestFor(portal, [invoiceId])
    const price = () => portal.ask(portal.seats.alderMaker, financeOrderCalls.trialCalculation, { body: request })
    const odd = ['INVOICE_SAME_FILE', 'SHARED_DIRECTOR', 'SHARED_ADDRESS', 'SHARED_ACCOUNT']
    expect((await price()).warnings.map(({ code }) => code)).toEqual(expect.arrayContaining(odd))
    const order = await aSubmittedOrder(portal, request)
    const history = await portal.ask(portal.seats.risk, workflowCalls.history, {
      body: { businessNo: order.orderNo, businessType: 'FINANCE_ORDER', ifQueryTask: 'NO' },
    })
    expect(history.warnings).toEqual(expect.arrayContaining(odd))

    await change(alder, { directors: '[]', parentCode: 'CEDAR' })
    const other = requestFor(portal, [await aConfirmedInvoice(portal)])
    const seen = await portal.ask(portal.seats.alderMaker, financeOrderCalls.invoiceList, {
      body: { ...other, ids: other.items.map(({ docId }) => docId) },
    })
    expect(seen.list[0]).toMatchObject({ selectable: false, reasons: ['INTRA_GROUP'] })
    const refused = async () =>
      (await refusalOf(portal.ask(portal.seats.alderMaker, financeOrderCalls.trialCalculation, { body: other }))).error
    expect(await refused()).toBe('INVOICE_NOT_ELIGIBLE')
    await change(alder, { parentCode: null, kycExpiresOn: '2025-03-02' })
    expect(await refused()).toBe('STOP_KYC')
    await change(alder, { kycExpiresOn: null, kycStatus: 'REFUSED' })
    expect(await refused()).toBe('STOP_ADMISSION')
    await change(alder, { kycStatus: 'PASSED' })
    const expire = (expiryDate: string) =>
      portal.look((tx) => tx.updateTable('creditLimit').set({ expiryDate }).where('supplierId', '=', alder).execute())
    await expire('2025-03-02')
    expect(await refused()).toBe('STOP_LIMIT')
    await expire('2030-12-31')
    await portal.ask(portal.seats.alderMaker, financeOrderCalls.trialCalculation, { body: other })
  })

  test('reading calls of the specification are POST; GET answers 405', async () => {
    expect(
      (
        await portal.sendRaw(portal.seats.alderMaker, 'GET', '/api/usance-financial-transaction/financeOrder/client/pageList')
      ).json().code,
    ).toBe(405)
  })
})
