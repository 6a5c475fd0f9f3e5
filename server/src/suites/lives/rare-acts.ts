import { addDays } from '@usance/domain/local-date'
import { accountCalls } from '@usance/wire/account/calls'
import { adjustmentCalls } from '@usance/wire/adjustment/calls'
import { companyCalls } from '@usance/wire/company/calls'
import { configChangeCalls } from '@usance/wire/config-change/calls'
import { financeOrderCalls } from '@usance/wire/finance-order/calls'
import { intentCalls } from '@usance/wire/intent/calls'
import { invoiceCalls } from '@usance/wire/invoice/calls'
import { mailCalls } from '@usance/wire/mail/calls'
import { monitorCalls } from '@usance/wire/monitor/calls'
import { onboardingCalls } from '@usance/wire/onboarding/calls'
import { paymentCalls } from '@usance/wire/payment/calls'
import { paymentFileCalls } from '@usance/wire/payment-file/calls'
import { poolCalls } from '@usance/wire/pool/calls'
import { proofFileCalls } from '@usance/wire/proof-file/calls'
import { purchaseOrderCalls } from '@usance/wire/purchase-order/calls'
import { realNameCalls } from '@usance/wire/real-name/calls'
import { repaymentCalls } from '@usance/wire/repayment/calls'
import { userCenterCalls } from '@usance/wire/user-center/calls'
import { webhookCalls } from '@usance/wire/webhook/calls'
import { writeOffCalls } from '@usance/wire/write-off/calls'
import { type RawBuilder, sql } from 'kysely'
import { camt, entry } from '../../bank-statement/sample-statement.fixture.ts'
import { newId } from '../../database/id.ts'
import { ublInvoice } from '../../e-invoice/sample-documents.fixture.ts'
import { writeWorkbook } from '../../files/write-workbook.ts'
import { addPricing } from '../../finance/product/add-product.ts'
import { addUser } from '../../party/company/register.ts'
import { asConversion } from '../../testing/as-conversion.ts'
import {
  aConfirmedOrder,
  aDraftedPayment,
  aFundedOrder,
  anInstructedPayment,
  passAll,
  toldApart,
} from '../../testing/financing.ts'
import { sealedFields } from '../../testing/sealed-fields.ts'
import { aConfirmedInvoice, aRightConfirmedOrder, requestFor } from '../../testing/trade.ts'
import { uploadAs } from '../../testing/upload.ts'
import { openSeat, type Seat, testPassword } from '../../testing/world.ts'
import { decide } from './approvals.ts'
import type { Town } from './town.ts'

/** A life with the rare acts of every party once, each by a permitted seat and with a valid body. */
export async function liveThroughRareActs(town: Town): Promise<void> {
  await admissions(town)
  await provedAccounts(town)
  await usersAndCompanies(town)
  await oneself(town)
  await wishesAndPrices(town)
  await webhooksAndJobs(town)
  await imports(town)
  await papersAndTexts(town)
  await moneyThatIsUnusual(town)
  const lost = await aFundedOrder(town.portal, { product: 'purchaseInArrears', fundingDate: town.day })
  await payments(town)
  await aLoss(town, lost)
}

const one = async <T>(town: Town, query: RawBuilder<T>) => (await town.rows(query))[0]!
/** The first approver sends it back. */
const sendingBack = (town: Town): Town => ({ ...town, roll: { ...town.roll, chance: () => false } })
const fileOf = async ({ portal }: Town, seat: Seat, name: string, content: Buffer | string) => {
  const { data } = await uploadAs(portal, seat, name, Buffer.from(content))
  return data.objectKey as string
}
const paper = async (town: Town, seat: Seat, fileName: string) => ({
  objectKey: await fileOf(town, seat, fileName, '%PDF-1.4\n%%EOF'),
  fileName,
})

/** A company submits its profile, is checked and handed in; staff invite another and import a watch list. */
async function admissions(town: Town) {
  const { ask, portal } = town
  const { cedarMaker, operations } = portal.seats
  await ask(operations, onboardingCalls.importSanctions, { body: { list: 'TEST', csv: 'reference,name\n1,Nobody At All' } })
  await ask(operations, onboardingCalls.invite, { body: { companyId: portal.world.companies.dogwood } })
  const documents = [{ ...(await paper(town, cedarMaker, 'register.pdf')), kind: 'REGISTRATION', expiresOn: '2030-01-01' }]
  await ask(cedarMaker, onboardingCalls.save, {
    body: { version: 0, people: [{ name: 'Ana Roth', function: 'DIRECTOR' }], documents },
  })
  await ask(cedarMaker, onboardingCalls.autoKyc, { body: {} })
  await ask(cedarMaker, onboardingCalls.submit, { body: {} })
}

/** A company verifies its account by a small payment, and uses up its attempts. */
async function provedAccounts(town: Town) {
  const { ask, portal } = town
  const { alderMaker, settlement } = portal.seats
  const { id } = await ask(alderMaker, realNameCalls.verifyBank, {
    body: { bankAccountId: portal.world.accounts.alder, currency: 'USD' },
  })
  await ask(settlement, realNameCalls.paid, { body: { id, bankRef: 'RARE-FT-1' } })
  for (let wrong = 0; wrong < 3; wrong++) await ask(alderMaker, realNameCalls.verifyMoney, { body: { amount: '2.00' } })
  await ask(settlement, realNameCalls.startAnew, { body: { id } })
}

/** A user saves preferences and another telephone number. */
async function oneself({ ask, portal }: Town) {
  const { alderMaker } = portal.seats
  const { version, cname, email } = await ask(alderMaker, userCenterCalls.profile, {})
  const wishes = { language: 'en-US', timeZone: 8, timeFormat: 'YYYY-MM-DD' } as const
  const edited = await ask(alderMaker, userCenterCalls.edit, { body: { version, cname, ...wishes } })
  const [password] = await sealedFields(portal, [testPassword])
  const contact = { version: edited.version, email, phone: '+86 10 5550 0001', password }
  await ask(alderMaker, userCenterCalls.modify, { body: contact })
}

/** Users are invited, changed, disabled and enabled again; staff add a company and change its data. */
async function usersAndCompanies(town: Town) {
  const { ask, portal } = town
  const { administrator, alderDirector, operations } = portal.seats
  const { cedar, elm } = portal.world.companies
  const anna = {
    cname: 'Anna Wong',
    email: 'anna.wong@alder.test',
    signatory: false,
    seats: [{ role: 'SUPPLIER', userRoles: ['Viewer'] }],
  }
  const { id } = await ask(alderDirector, accountCalls.add, { body: { ...anna, userName: 'anna.wong' } })
  await ask(alderDirector, accountCalls.sendInvite, { body: { id } })
  const mail = await one<{ id: string }>(town, sql`select id from mail where recipient = ${anna.email} order by id desc limit 1`)
  await ask(administrator, mailCalls.link, { body: { id: mail.id } })
  const { version } = await one<{ version: number }>(town, sql`select version from app_user where id = ${id}`)
  await ask(alderDirector, accountCalls.edit, { body: { ...anna, id, version, cname: 'Anna Wong-Lee' } })
  // She set a password: only then can one be replaced.
  await town.rows(sql`update app_user set status = 'active', password_hash = 'chosen' where id = ${id}`)
  await ask(alderDirector, accountCalls.resetPassword, { body: { id } })
  await ask(alderDirector, accountCalls.disable, { body: { id } })
  await ask(alderDirector, accountCalls.activate, { body: { id } })
  await town.rows(sql`update app_user set status = 'active', password_hash = 'chosen', mfa_enabled = true where id = ${id}`)
  await ask(alderDirector, accountCalls.resetFactor, { body: { id } })
  // She works for another company too, and leaves the first.
  await town.rows(sql`insert into user_company_role (id, user_id, company_id, role, user_roles)
    values (${newId()}, ${id}, ${cedar}, 'BUYER', '{Viewer}')`)
  await ask(alderDirector, accountCalls.remove, { body: { id } })

  const profile = { name: 'Rowan Foods', bizRegNo: '123-ROWAN', country: 'DE', roles: ['SUPPLIER'], riskGrade: 'B' }
  const added = await ask(operations, companyCalls.add, { body: { code: 'ROWAN', ...profile } })
  await ask(operations, companyCalls.edit, { body: { ...profile, id: added.id, version: added.version, roles: ['BUYER'] } })
  const director = (companyId: string, userName: string) =>
    portal.look(async (tx) => {
      const seats = [{ companyId, role: 'COMPANY' as const, userRoles: ['Director'] }]
      const person = { userName, cname: userName, email: `${userName}@usance.test`, signsFor: [companyId], seats }
      const userId = await addUser(tx, person)
      await tx.updateTable('appUser').set({ status: 'active' }).where('id', '=', userId).execute()
      return openSeat(tx, userId, companyId, 'COMPANY')
    })
  const versionOf = async (companyId: string) =>
    (await one<{ version: number }>(town, sql`select version from company where id = ${companyId}`)).version
  const asBuyer = { id: cedar, version: await versionOf(cedar), paymentTermDays: 60, confirmMode: 'MANUAL' }
  await ask(await director(cedar, 'rare.cedar'), companyCalls.editBuyer, { body: asBuyer })
  const asFunder = { id: elm, version: await versionOf(elm), fundDayBase: 360, dailyFundingCutoff: '15:00' }
  await ask(await director(elm, 'rare.elm'), companyCalls.editFunder, { body: asFunder })
}

/** A supplier's financing intents, and the offers that it accepts or declines. */
async function wishesAndPrices(town: Town) {
  const { ask, portal } = town
  const { alderChecker, alderMaker } = portal.seats
  const wish = { type: 'PO_FINANCE', buyerName: 'Cedar', currency: 'USD', yearlyAmount: '250000', tenorDays: 90 }
  const { id } = await ask(alderMaker, intentCalls.addIntent, { body: wish })
  await ask(alderMaker, intentCalls.editIntent, { body: { ...wish, id, version: 1, tenorDays: 60 } })
  const offer = async (no: string) =>
    portal.look((tx) =>
      addPricing(tx, {
        supplierId: portal.world.companies.alder,
        productId: town.products.purchaseInArrears!,
        margin: '2.40',
        validUntil: '2030-12-31',
        no,
        status: 'OFFERED',
      }),
    )
  await ask(alderChecker, intentCalls.reject, { body: { id: await offer('RARE-1') } })
  await ask(alderChecker, intentCalls.accept, { body: { id: await offer('RARE-2') } })
}

/** A company's systems, a delivery that failed, and a mail that failed. */
async function webhooksAndJobs(town: Town) {
  const { ask, portal } = town
  const { administrator, alderDirector } = portal.seats
  portal.app.config.webhookPrivate = 'allow'
  const hook = { url: 'http://127.0.0.1:9/hooks', description: 'ERP', events: ['FINANCE_ORDER_FUNDED'] }
  const { id } = await ask(alderDirector, webhookCalls.add, { body: hook })
  await ask(alderDirector, webhookCalls.edit, { body: { ...hook, id, description: 'The ERP', status: 'ENABLE' } })
  await ask(alderDirector, webhookCalls.rotate, { body: { id } })
  const delivery = newId()
  await town.rows(sql`insert into webhook_delivery (id, endpoint_id, company_id, event, body, status)
    values (${delivery}, ${id}, ${alderDirector.companyId}, 'FINANCE_ORDER_FUNDED', '{}', 'FAILED')`)
  await ask(alderDirector, webhookCalls.replay, { body: { id: delivery } })
  const lost = newId()
  await town.rows(sql`insert into mail (id, recipient, subject, body, status, attempts)
    values (${lost}, 'lost@example.com', 's', 'b', 'FAILED', 8)`)
  await ask(administrator, monitorCalls.retry, { body: { kind: 'MAIL', ids: [lost] } })
}

/** Imports of sheets and e-invoices. */
async function imports(town: Town) {
  const { ask, portal } = town
  const { alderMaker, cedarMaker, elmChecker, operations } = portal.seats
  const sheet = (titles: string[], ...rows: string[][]) =>
    writeWorkbook(
      'Sheet',
      titles.map((title) => ({ title })),
      rows,
    )
  const invoices = ['Buyer code', 'Invoice no', 'Issue date', 'Due date', 'Currency', 'Amount']
  const owed = ['Supplier code', ...invoices.slice(1)]
  const orders = ['Buyer code', 'Order no', 'Order date', 'Latest ship date', 'Currency', 'Description', 'Quantity', 'Unit price']
  const read = async (seat: Seat, call: Parameters<Town['ask']>[1], content: Buffer, name = 'sheet.xlsx') =>
    ask(seat, call, { query: { fileKey: await fileOf(town, seat, name, content) } })
  const facts = ['2025-02-20', '2025-05-02', 'USD', '600.00']
  await read(alderMaker, invoiceCalls.importExcel, await sheet(invoices, ['CEDAR', 'RARE-X-1', ...facts]))
  await read(cedarMaker, invoiceCalls.batchUpload, await sheet(owed, ['ALDER', 'RARE-U-1', ...facts]))
  const line = ['CEDAR', 'RARE-PO-1', town.day, '2025-12-01', 'USD', 'Cloth', '10', '1.95']
  await read(alderMaker, purchaseOrderCalls.importExcel, await sheet(orders, line))
  const xml = Buffer.from(ublInvoice().replaceAll('广州贸易有限公司', 'Cedar Retail Inc'))
  await read(alderMaker, invoiceCalls.importEInvoice, xml, 'invoice.xml')
  const rates = await sheet(['Currency', 'In currency', 'Date', 'Rate'], ['GBP', 'USD', '2025-02-20', '1.2634'])
  const fileKey = await fileOf(town, operations, 'rates.xlsx', rates)
  await ask(operations, configChangeCalls.importRates, { query: { fileKey, kind: 'FX' } })

  const invoiceId = await aConfirmedInvoice(portal, { currency: 'EUR', amount: '50000.00' })
  const { poolId } = await portal.ask(alderMaker, poolCalls.assign, {
    body: { productId: town.products.bankPool!, currency: 'EUR', invoiceIds: [invoiceId] },
  })
  await ask(operations, poolCalls.bankFigures, { body: { poolId, base: '31000.00', asOf: '2025-02-28', note: 'Letter 7' } })
  const { code } = await one<{ code: string }>(town, sql`select code from pool where id = ${poolId}`)
  const letter = await sheet(['Pool', 'Amount allowed', 'As of'], [code, '32500.00', '2025-03-01'])
  await read(elmChecker, poolCalls.importBankFigures, letter)
}

/** Papers that prove a confirmation or a row of a list of proofs, a corrected reduction, and a contract template. */
async function papersAndTexts(town: Town) {
  const { ask, portal } = town
  const { alderMaker, cedarMaker, operations, settlement } = portal.seats
  const { id } = await ask(alderMaker, invoiceCalls.add, {
    body: {
      buyerCode: 'CEDAR',
      invoiceNo: 'RARE-PAPER',
      issueDate: '2025-02-20',
      dueDate: '2025-12-20',
      currency: 'USD',
      amount: '900.00',
      attachments: [await paper(town, alderMaker, 'scan.pdf')],
    },
  })
  await ask(alderMaker, invoiceCalls.submit, { body: { ids: [id] } })
  const attachments = [await paper(town, cedarMaker, 'signed.pdf')]
  await ask(cedarMaker, invoiceCalls.uploadConfirmation, { body: { id, attachments } })

  const note = { type: 'CREDIT_NOTE', refNo: 'RARE-CN', amount: '100.00', date: '2025-03-01', reason: 'Returned' }
  const invoiceId = await aConfirmedInvoice(portal)
  const added = (await ask(alderMaker, adjustmentCalls.add, { body: { ...note, invoiceId } })) as { id: string }
  await decide(sendingBack(town), 'INVOICE_ADJUSTMENT', added.id, 'REJECTED')
  await ask(alderMaker, adjustmentCalls.resubmit, { body: { ...note, id: added.id, amount: '90.00' } })
  await ask(alderMaker, adjustmentCalls.withdraw, { body: { id: added.id, comment: 'Entered twice' } })

  const proof = await one<{ id: string }>(town, sql`select id from payment where status = 'PAID' order by id limit 1`)
  const files = [await paper(town, settlement, 'slip.pdf')]
  const [hung] = await ask(settlement, proofFileCalls.add, { body: { kind: 'bank', ownerId: proof.id, files } })
  await ask(settlement, proofFileCalls.remove, { body: { kind: 'bank', ownerId: proof.id, id: hung!.id } })

  type Text = { id: string; name: string; nameCn: string; bodyEn: string; bodyCn: string }
  const text = await one<Text>(
    town,
    sql`select id, name, name_cn, body_en, body_cn from contract_template order by code, version limit 1`,
  )
  const { id: templetId, ...texts } = text
  await ask(operations, configChangeCalls.propose, {
    body: { kind: 'TEMPLATE', targetId: templetId, values: { templetId, ...texts } },
  })
}

/** Statements, unknown receipts, a top-up, and a returned repayment. */
async function moneyThatIsUnusual(town: Town) {
  const { ask, portal } = town
  const { settlement } = portal.seats
  const { elm } = portal.world.accounts
  const account = await one<{ number: string }>(town, sql`select bank_account as number from bank_account where id = ${elm}`)
  const text = camt('1200.00', entry('1200.00', 'CRDT', '<AcctSvcrRef>RARE-S1</AcctSvcrRef>'), account.number)
  const fileKey = await fileOf(town, settlement, 'statement.xml', text.replaceAll('2026-01-02', town.day))
  await ask(settlement, repaymentCalls.importStatement, {
    body: { bankAccountId: elm, fileKey, acceptDifference: true },
  })
  const receipt = (bankRef: string, amount: string, rest: object = {}) =>
    ask(settlement, repaymentCalls.recordReceipt, {
      body: {
        ...{ bankAccountId: elm, bankRef, valueDate: town.day, amount, currency: 'USD' },
        ...{ payerName: 'Stray Sender Ltd', ...rest },
      },
    })
  const stray = await receipt('RARE-STRAY', '432.10', { payerAccount: 'GB33BUKB20201555555555' })
  await town.rows(sql`update collection set status = 'UNIDENTIFIED' where id = ${stray.id}`)
  await ask(settlement, paymentCalls.addReturn, {
    body: {
      collectionId: stray.id,
      ...toldApart(stray),
      payeeName: 'Stray Sender Ltd',
      payeeAccount: 'GB33 BUKB 2020 1555 5555 55',
      payeeBankCode: 'BUKBGB22',
      reason: 'No order and no invoice is named',
    },
  })
  const taken = await receipt('RARE-TAKEN', '321.00')
  await ask(portal.seats.settlement2, repaymentCalls.recall, {
    body: { id: taken.id, valueDate: town.day, bankRef: 'RARE-TAKEN-BACK', reason: 'The cheque was returned' },
  })
  const reported = await receipt('RARE-REPORTED', '654.00')
  await town.rows(sql`update collection set reversal_reported_at = now() where id = ${reported.id}`)
  await ask(portal.seats.settlement2, repaymentCalls.dismissReversal, {
    body: { id: reported.id, reason: 'No debit on the statement' },
  })
  const owing = await aFundedOrder(portal, { product: 'purchaseInArrears', fundingDate: town.day })
  const sentBack = await receipt('RARE-BACK', '500.00', { payerName: 'Cedar Retail Inc' })
  const { repayments } = await ask(settlement, repaymentCalls.match, {
    body: { collectionId: sentBack.id, ...toldApart(sentBack), parts: [{ orderId: owing.orderId, amount: '500.00' }] },
  })
  const back = repayments[0]!.id
  await decide(sendingBack(town), 'REPAYMENT', back, 'REJECTED')
  await ask(settlement, repaymentCalls.resubmit, { body: { id: back, amount: '400.00' } })

  const parent = await aFundedOrder(portal, { product: 'purchaseOrder', fundingDate: town.day, faces: ['100000'], tenors: [90] })
  const child = await aConfirmedOrder(portal, {
    ...{ product: 'purchaseInAdvance', fundingDate: town.day, faces: ['100000'], tenors: [60] },
  })
  await asConversion(portal, child.orderId, parent.orderId)
  await town.rows(
    sql`update finance_order_item set apply_amount = '50000', reserve = '50000', interest = '566.67' where order_id = ${child.orderId}`,
  )
  await aDraftedPayment(portal, child.orderId)
  const top = await receipt('RARE-TOP', '20000.00', { payerName: 'Alder Textiles Ltd' })
  const { topUps } = await portal.ask(settlement, repaymentCalls.candidates, { body: { collectionId: top.id } })
  const short = topUps.find(({ orderId }) => orderId === child.orderId)!
  await ask(settlement, repaymentCalls.topUp, {
    body: { collectionId: top.id, ...toldApart(top), orderId: child.orderId, amount: short.missing },
  })
}

/** Payment files, their bank reports, and an order whose price must be accepted again. */
async function payments(town: Town) {
  const { ask, portal } = town
  const { alderMaker, settlement, settlement2, settlement3 } = portal.seats
  const fileWith = async () => {
    const { payment } = await anInstructedPayment(portal, { fundingDate: town.day })
    const { files } = await ask(settlement, paymentFileCalls.make, { body: { paymentIds: [payment.id] } })
    await passAll(portal, files[0]!.no, 'PAYMENT_FILE')
    return { file: files[0]!, payment }
  }
  const first = await fileWith()
  await ask(settlement, paymentFileCalls.take, { body: { id: first.file.id } })
  await ask(settlement2, paymentFileCalls.void, { body: { id: first.file.id, reason: 'Upload broke off' } })
  const second = await fileWith()
  await ask(settlement, paymentFileCalls.take, { body: { id: second.file.id } })
  const reportOn = ({ file, payment }: typeof first) =>
    `<?xml version="1.0"?><Document xmlns="urn:iso:std:iso:20022:tech:xsd:pain.002.001.10"><CstmrPmtStsRpt><GrpHdr><MsgId>B-1</MsgId><CreDtTm>2025-03-03T10:00:00</CreDtTm></GrpHdr><OrgnlGrpInfAndSts><OrgnlMsgId>${file.no}</OrgnlMsgId><OrgnlMsgNmId>pain.001.001.09</OrgnlMsgNmId></OrgnlGrpInfAndSts><OrgnlPmtInfAndSts><OrgnlPmtInfId>x</OrgnlPmtInfId><TxInfAndSts><OrgnlEndToEndId>${payment.no}</OrgnlEndToEndId><TxSts>ACCP</TxSts></TxInfAndSts></OrgnlPmtInfAndSts></CstmrPmtStsRpt></Document>`
  const read = async (sent: typeof first) => {
    const fileKey = await fileOf(town, settlement2, 'report.xml', reportOn(sent))
    await ask(settlement2, paymentFileCalls.importReport, { body: { fileKey } })
  }
  await read(second)
  // Recorded by hand after its file was void, and reported by the bank then.
  const { id } = first.payment
  await ask(settlement3, paymentCalls.markPaid, { body: { id, valueDate: town.day, bankRef: 'BY-HAND-1' } })
  await read(first)
  await ask(settlement3, paymentCalls.sameTransfer, { body: { id, file: first.file.no, reason: 'One debit' } })

  const request = requestFor(portal, [await aConfirmedInvoice(portal)], { fundingDate: town.day })
  const { id: orderId } = await aRightConfirmedOrder(portal, request)
  await town.rows(sql`update fee_rule set value = 250 where code = 'HANDLING'`)
  await portal.setBusinessDate(addDays(town.day, 7))
  await ask(settlement, financeOrderCalls.askForPrice, { body: { id: orderId } })
  const { pricingHash } = await portal.ask(alderMaker, financeOrderCalls.repricing, { body: { id: orderId } })
  await ask(alderMaker, financeOrderCalls.acceptPrice, { body: { id: orderId, pricingHash } })
}

/** A funder writes off an order that is long overdue. It runs last: while an order is overdue, nothing new is financed. */
async function aLoss(town: Town, lost: { orderId: string }) {
  const { ask, portal } = town
  const { elmMaker } = portal.seats
  await town.rows(sql`update finance_order set status = 'OVERDUE' where id = ${lost.orderId}`)
  await town.rows(sql`update finance_order_item set maturity = '2024-06-01' where order_id = ${lost.orderId}`)
  await ask(elmMaker, writeOffCalls.request, { body: { orderId: lost.orderId, reason: 'Insolvent' } })
  await ask(elmMaker, writeOffCalls.withdraw, { body: { orderId: lost.orderId, comment: 'The buyer pays after all' } })
}
