import { adjustmentCalls } from '@usance/wire/adjustment/calls'
import { bankAccountChangeCalls } from '@usance/wire/bank-account/change-calls'
import { companyCalls } from '@usance/wire/company/calls'
import { costCalls } from '@usance/wire/cost/calls'
import { cutOffCalls } from '@usance/wire/cut-off/calls'
import { directPaymentCalls } from '@usance/wire/direct-payment/calls'
import { financeOrderCalls } from '@usance/wire/finance-order/calls'
import { invoiceCalls } from '@usance/wire/invoice/calls'
import { paymentCalls } from '@usance/wire/payment/calls'
import { poolCalls } from '@usance/wire/pool/calls'
import { purchaseOrderCalls } from '@usance/wire/purchase-order/calls'
import { repaymentCalls } from '@usance/wire/repayment/calls'
import { workflowCalls } from '@usance/wire/workflow/calls'
import { sql } from 'kysely'
import { toldApart } from '../../testing/financing.ts'
import { decide, signAll } from './approvals.ts'
import { changeMarket, closeDays } from './money.ts'
import type { Town } from './town.ts'

/** A life with every act of trade and money once, each by a permitted seat; all through the town's own `ask`. */
export async function liveThroughEveryAct(town: Town): Promise<void> {
  await trade(town)
  await purchaseOrders(town)
  const orderId = await fromDraftToMoney(town)
  await feesAndReceipts(town, orderId)
  await poolAndMarket(town)
}

const payeeOf = ({ portal }: Town) => portal.world.accounts.alder

/** Enters and confirms invoices of Alder to Cedar. */
function invoicing({ ask, portal, next }: Town) {
  const { alderMaker, cedarChecker } = portal.seats
  const enter = async () => {
    const facts = { buyerCode: 'CEDAR', issueDate: '2025-02-20', dueDate: '2025-04-20', currency: 'USD', amount: '20000.00' }
    return (await ask(alderMaker, invoiceCalls.add, { body: { ...facts, invoiceNo: `AGAIN-${next()}` } })) as {
      id: string
      version: number
    }
  }
  const confirmed = async () => {
    const { id } = await enter()
    await ask(alderMaker, invoiceCalls.submit, { body: { ids: [id] } })
    await ask(cedarChecker, invoiceCalls.confirm, { body: { items: [{ id }] } })
    return id
  }
  return { enter, confirmed }
}

const one = async <T>(town: Town, query: ReturnType<typeof sql<T>>) => (await town.rows(query))[0]!

/** Invoices: entered, corrected, returned, disputed, settled, cancelled, paid. */
async function trade(town: Town): Promise<void> {
  const { ask, portal } = town
  const { alderMaker, cedarMaker, cedarChecker, operations } = portal.seats
  const draft = await invoicing(town).enter()
  await ask(alderMaker, invoiceCalls.edit, {
    body: {
      id: draft.id,
      version: draft.version,
      buyerCode: 'CEDAR',
      invoiceNo: 'AGAIN-NEW',
      issueDate: '2025-02-20',
      dueDate: '2025-04-20',
      currency: 'USD',
      amount: '21000.00',
    },
  })
  await ask(alderMaker, invoiceCalls.submit, { body: { ids: [draft.id] } })
  await ask(cedarChecker, invoiceCalls.returnToSupplier, { body: { id: draft.id, comment: 'Wrong' } })
  await ask(alderMaker, invoiceCalls.cancel, { body: { id: draft.id } })
  const disputed = await invoicing(town).confirmed()
  await ask(cedarChecker, invoiceCalls.dispute, { body: { ids: [disputed], reason: 'Broken' } })
  await ask(cedarChecker, invoiceCalls.proposeResolution, { body: { id: disputed, comment: 'Mended' } })
  await ask(operations, invoiceCalls.resolve, { body: { id: disputed } })
  const paid = { invoiceId: disputed, amount: '100.00', valueDate: town.day }
  const { id } = (await ask(cedarMaker, directPaymentCalls.report, { body: paid })) as { id: string }
  await decide(town, 'DIRECT_PAYMENT', id)
  await ask(alderMaker, directPaymentCalls.takeBack, { body: { id, reason: 'It came for another invoice' } })
  await decide(town, 'DIRECT_PAYMENT_REVERSAL', id)
}

/** Purchase orders: entered, submitted, confirmed, returned, cancelled, closed. */
async function purchaseOrders(town: Town): Promise<void> {
  const { ask, portal } = town
  const { alderMaker, cedarChecker } = portal.seats
  const order = {
    buyerCode: 'CEDAR',
    orderDate: town.day,
    latestShipDate: '2025-04-01',
    currency: 'USD',
    items: [{ description: 'Cloth', qty: '10', unitPrice: '100.00' }],
  }
  const [first, second] = [
    await ask(alderMaker, purchaseOrderCalls.add, { body: { ...order, poNo: 'AGAIN-PO-1' } }),
    await ask(alderMaker, purchaseOrderCalls.add, { body: { ...order, poNo: 'AGAIN-PO-2', saveType: 'SUBMIT' } }),
  ]
  await ask(alderMaker, purchaseOrderCalls.submit, { body: { ids: [first.id] } })
  await ask(cedarChecker, purchaseOrderCalls.confirm, { body: { ids: [first.id] } })
  await ask(cedarChecker, purchaseOrderCalls.returnToSupplier, { body: { id: second.id, comment: 'Wrong price' } })
  await ask(alderMaker, purchaseOrderCalls.cancel, { body: { id: second.id } })
  await ask(alderMaker, purchaseOrderCalls.close, { body: { id: first.id } })
}

/** An order from its draft to its payment, and a withdrawn one. Returns the id of the first. */
async function fromDraftToMoney(town: Town): Promise<string> {
  const { ask, portal } = town
  const { alderMaker, cedarChecker, settlement, settlement3 } = portal.seats
  const request = {
    financingProductId: town.products.purchaseInArrears!,
    currency: 'USD',
    fundingDate: town.day,
    items: [{ docType: 'INVOICE' as const, docId: await invoicing(town).confirmed() }],
  }
  const saved = await ask(alderMaker, financeOrderCalls.createOrder, { body: { ...request, saveType: 'DRAFT' } })
  const { pricingHash } = await ask(alderMaker, financeOrderCalls.trialCalculation, { body: { ...request, orderId: saved.id } })
  await ask(alderMaker, financeOrderCalls.editOrder, {
    body: {
      ...request,
      id: saved.id,
      version: saved.version,
      pricingHash,
      payeeBankAccountId: payeeOf(town),
      saveType: 'SUBMIT',
    },
  })
  await decide(town, 'FINANCE_ORDER', saved.id)
  await signAll(town, saved.id)
  await ask(cedarChecker, financeOrderCalls.rightConfirmation, { query: { id: saved.id }, body: { accept: true } })
  const withdrawn = await ask(alderMaker, financeOrderCalls.createOrder, {
    body: { ...request, items: [{ docType: 'INVOICE', docId: await invoicing(town).confirmed() }], saveType: 'DRAFT' },
  })
  await ask(alderMaker, financeOrderCalls.revocation, { query: { id: withdrawn.id }, body: {} })
  const payment = await one<{ id: string }>(town, sql`select id from payment where order_id = ${saved.id}`)
  const instruct = async (id: string, flow: string) => {
    await ask(settlement, paymentCalls.instruct, { body: { id } })
    await decide(town, flow, id)
  }
  await instruct(payment.id, 'PAYMENT')
  await ask(settlement3, paymentCalls.fail, { body: { id: payment.id, reason: 'Returned' } })
  await instruct(payment.id, 'PAYMENT')
  await ask(settlement3, paymentCalls.markPaid, { body: { id: payment.id, valueDate: town.day, bankRef: 'AGAIN-OUT-1' } })
  return saved.id
}

/** Fees, receipts, remainders, and a returned receipt. */
async function feesAndReceipts(town: Town, orderId: string): Promise<void> {
  const { ask, portal } = town
  const { operations, settlement, settlement3 } = portal.seats
  const fee = await one<{ id: string }>(town, sql`select id from order_fee where order_id = ${orderId} and code = 'HANDLING'`)
  const corrected = await ask(operations, costCalls.adjust, { body: { id: fee.id, delta: '10.00', reason: 'Courier' } })
  await ask(operations, costCalls.withdraw, { body: { id: corrected.id, comment: 'Agreed otherwise' } })
  const receipt = await ask(settlement, repaymentCalls.recordReceipt, {
    body: {
      bankAccountId: portal.world.accounts.elm,
      bankRef: 'AGAIN-IN-1',
      valueDate: town.day,
      amount: '20500.00',
      currency: 'USD',
      payerName: 'Cedar Retail Inc',
    },
  })
  const { repayments } = await ask(settlement, repaymentCalls.match, {
    body: { collectionId: receipt.id, ...toldApart(receipt), parts: [{ orderId: orderId, amount: '20500.00' }] },
  })
  await decide(town, 'REPAYMENT', repayments[0]!.id, 'PASSED')
  await ask(settlement, repaymentCalls.reverse, { body: { id: repayments[0]!.id, reason: 'Looked at again' } })
  await decide(town, 'REPAYMENT_REVERSAL', repayments[0]!.id, 'REFUSED')
  const standing = await one<{ status: string }>(town, sql`select status from repayment where id = ${repayments[0]!.id}`)
  if (standing.status === 'POSTED') await ask(settlement, paymentCalls.addRefund, { body: { repaymentId: repayments[0]!.id } })
  await closeDays(town, 4)
  const { releases } = await portal.ask(settlement, paymentCalls.releasable, { body: {} })
  for (const one of releases)
    await ask(settlement, paymentCalls.addRelease, { body: { orderId: one.orderId, itemId: one.itemId } })
  const remittance = await ask(settlement, paymentCalls.addRemittance, {
    body: { funderId: portal.world.companies.elm, currency: 'USD' },
  })
  await ask(settlement, paymentCalls.instruct, { body: { id: remittance.id } })
  await decide(town, 'PAYMENT', remittance.id)
  await ask(settlement3, paymentCalls.markPaid, { body: { id: remittance.id, valueDate: town.day, bankRef: 'AGAIN-OUT-2' } })
  await ask(settlement3, paymentCalls.takeBack, { body: { id: remittance.id, returnedOn: town.day, reason: 'Account closed' } })
}

/** A pool, and the market. */
async function poolAndMarket(town: Town): Promise<void> {
  const { ask, portal } = town
  const { alderMaker } = portal.seats
  const invoiceIds = [await invoicing(town).confirmed(), await invoicing(town).confirmed()]
  const { poolId } = await ask(alderMaker, poolCalls.assign, {
    body: { productId: town.products.pool, currency: 'USD', invoiceIds },
  })
  const drawing = { poolId, amount: '1000.00', fundingDate: town.day, maturity: '2025-04-10' }
  const priced = await ask(alderMaker, poolCalls.trial, { body: drawing })
  await ask(alderMaker, poolCalls.draw, {
    body: { ...drawing, pricingHash: priced.pricingHash, payeeBankAccountId: payeeOf(town) },
  })
  const asset = await one<{ id: string }>(town, sql`select id from pool_asset where pool_id = ${poolId} limit 1`)
  await ask(alderMaker, poolCalls.withdraw, { body: { assetId: asset.id } })
  await changeMarket(town)
}

/** The other acts of companies and staff: papers, corrections, accounts, delegates, cut-offs. */
export async function liveThroughOtherActs(town: Town): Promise<void> {
  await papersAndCorrections(town)
  await accountsAndDeputies(town)
}

async function papersAndCorrections(town: Town): Promise<void> {
  const { ask, portal } = town
  const { alderMaker, cedarChecker, operations } = portal.seats
  const invoiceId = await invoicing(town).confirmed()
  const ofInvoice = await one<{ version: number }>(town, sql`select version from invoice where id = ${invoiceId}`)
  await ask(alderMaker, invoiceCalls.upload, { body: { id: invoiceId, version: ofInvoice.version, attachments: [] } })
  const reduction = { type: 'CREDIT_NOTE', refNo: `CN-${town.next()}`, amount: '100.00', date: '2025-03-01', reason: 'Returned' }
  await ask(operations, adjustmentCalls.add, { body: { ...reduction, invoiceId } })
  const items = [{ description: 'Cloth', qty: '10', unitPrice: '100.00' }]
  const dates = { orderDate: town.day, latestShipDate: '2025-05-01' }
  const order = { ...dates, buyerCode: 'CEDAR', currency: 'USD', items, poNo: `EVERY-PO-${town.next()}` }
  const saved = await ask(alderMaker, purchaseOrderCalls.add, { body: order })
  const edited = await ask(alderMaker, purchaseOrderCalls.edit, {
    body: { ...order, id: saved.id, version: saved.version, remark: 'Corrected', saveType: 'SUBMIT' },
  })
  await ask(alderMaker, purchaseOrderCalls.edit, {
    body: { ...order, id: saved.id, version: edited.version, remark: 'Once more', saveType: 'SUBMIT' },
  })
  await ask(cedarChecker, purchaseOrderCalls.confirm, { body: { ids: [saved.id] } })
  const { version } = await one<{ version: number }>(town, sql`select version from purchase_order where id = ${saved.id}`)
  const shipped = [{ line: 1, shippedQty: '4' }]
  await ask(alderMaker, purchaseOrderCalls.update, { body: { id: saved.id, version, items: shipped } })
  const now = await one<{ version: number }>(town, sql`select version from purchase_order where id = ${saved.id}`)
  await ask(alderMaker, purchaseOrderCalls.upload, { body: { id: saved.id, version: now.version, attachments: [] } })
}

async function accountsAndDeputies(town: Town): Promise<void> {
  const { ask, portal } = town
  const { alderChecker, alderDirector, alderViewer, operations2, settlement } = portal.seats
  const account = {
    accountName: 'Alder Textiles Ltd',
    bankName: 'First Test Bank',
    bankAccount: '6222020299999',
    bankCode: 'DEUTDEFF',
    currencies: ['USD'],
    purpose: 'BOTH',
  }
  const added = await ask(alderDirector, bankAccountChangeCalls.add, { body: account })
  const call = async (id: string) => {
    const told = { calledName: 'Ann Alder', phone: '+86 10 5555 0000', numberFrom: 'COMPANY_RECORD', note: 'Read back' } as const
    const body = { id, ...told, minutesAgo: 0, outcome: 'CONFIRMED' } as const
    await ask(operations2, bankAccountChangeCalls.recordCallBack, { body })
  }
  await call(added.id)
  const { birch } = portal.world.accounts
  await ask(settlement, bankAccountChangeCalls.disable, { body: { id: birch, reason: 'Asked by the bank' } })
  await call(birch)
  await ask(settlement, bankAccountChangeCalls.enable, { body: { id: birch } })
  const virtual = { bankAccountId: portal.world.accounts.elm, payerCompanyCode: 'CEDAR' }
  await ask(settlement, repaymentCalls.addVirtualAccount, { body: virtual })
  const cutOff = await ask(settlement, cutOffCalls.save, { body: { currency: 'USD', time: '16:00', zone: 'Asia/Singapore' } })
  await ask(settlement, cutOffCalls.remove, { body: { id: cutOff.id } })
  const days = { fromDate: town.day, toDate: '2030-01-01' }
  const deputy = await ask(alderChecker, workflowCalls.delegate, { body: { toUserId: alderViewer.userId, ...days } })
  await ask(alderChecker, workflowCalls.endDelegation, { body: { id: deputy.id } })
  const alder = portal.world.companies.alder
  const company = await one<{ version: number }>(town, sql`select version from company where id = ${alder}`)
  await ask(alderDirector, companyCalls.editDirector, {
    body: { id: alder, version: company.version, address: '1 Mill Lane', directors: [] },
  })
  await ask(alderDirector, companyCalls.editSupplier, { body: { id: alder, version: company.version + 1, invoicePrefix: 'ALD' } })
}
