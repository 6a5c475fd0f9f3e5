import * as M from '@usance/domain/money'
import { repaymentCalls } from '@usance/wire/repayment/calls'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { camt } from '../../bank-statement/sample-statement.fixture.ts'
import { aFundedOrder } from '../../testing/financing.ts'
import { openPortal, type Portal } from '../../testing/portal.ts'
import { uploadAs } from '../../testing/upload.ts'
import { openingDay } from '../../testing/world.ts'

// A line that names a payment may bring it back less charges, so that no import books it (decision 266): wherever the bank writes the name.
let portal: Portal
let payment = { no: '', orderNo: '', less: '' }
beforeAll(async () => {
  portal = await openPortal()
  const { orderId, payment: paid } = await aFundedOrder(portal, { product: 'purchaseInArrears' })
  const { amount, orderNo } = await portal.look((tx) =>
    tx
      .selectFrom('payment as p')
      .innerJoin('financeOrder as o', 'o.id', 'p.orderId')
      .select(['p.amount', 'o.orderNo'])
      .where('p.orderId', '=', orderId)
      .executeTakeFirstOrThrow(),
  )
  payment = { no: paid.no, orderNo, less: M.toDecimal(less(amount, '15')) }
})
afterAll(() => portal.close())

const less = (amount: string, charges: string) => M.subtract(M.fromDecimal(amount, 'USD'), M.fromDecimal(charges, 'USD'))
async function imported(text: string, name = 'list.csv') {
  const { settlement } = portal.seats
  const { data } = await uploadAs(portal, settlement, name, Buffer.from(text))
  const body = { bankAccountId: portal.world.accounts.elm, fileKey: data.objectKey }
  return portal.ask(settlement, repaymentCalls.importStatement, { body })
}
const listOf = (title: string, text: string, reference: string) =>
  `Date,Credit,Debit,Currency,Reference,${title}\n${openingDay},${payment.less},,USD,${reference},${text}\n`

const titles = ['Description', 'Narration', 'Particulars', 'Transaction Details', 'Notes', 'Comment', '附言']
const ofReferences = ['End to end ID', 'Customer reference', 'Invoice number', 'Reference number', 'Bank reference', '企业流水号']
test.each([...titles, ...ofReferences])('a line that names a payment under "%s" is booked by no import', async (title) => {
  const { rows } = await imported(listOf(title, `RETURN ${payment.no} AC04`, `RET-${title.length}-${title[0]}`))
  expect(rows).toMatchObject([{ state: 'FAULTY', reason: 'PAYMENT_NAMED', no: payment.no }])
})

test('a column that nobody knows, of which a person said that it tells no side, is read as text', async () => {
  const { settlement } = portal.seats
  const text = listOf('Verwendungszweck', `RETURN ${payment.no} AC04`, 'RET-DECLARED')
  const { data } = await uploadAs(portal, settlement, 'list.csv', Buffer.from(text))
  const body = { bankAccountId: portal.world.accounts.elm, fileKey: data.objectKey }
  const { toDeclare } = await portal.ask(settlement, repaymentCalls.importStatement, { body })
  expect(toDeclare.columns).toEqual(['Verwendungszweck'])
  const { rows } = await portal.ask(settlement, repaymentCalls.importStatement, {
    body: { ...body, declared: toDeclare.columns },
  })
  expect(rows).toMatchObject([{ state: 'FAULTY', reason: 'PAYMENT_NAMED' }])
})

test.each(['Ref No.', 'Ref', 'Reference Number'])(
  'a line under "%s" is the receipt that it is under "Reference"',
  async (title) => {
    const listUnder = (under: string) =>
      `Date,Credit,Debit,Currency,${under},Payer\n${openingDay},5${title.length}.21,,USD,BANK-REF-${title.length},Dogwood\n`
    const bankRef = `BANK-REF-${title.length}`
    expect((await imported(listUnder('Reference'))).rows).toMatchObject([{ state: 'BOOKED', bankRef }])
    expect((await imported(listUnder(title))).rows).toMatchObject([{ state: 'KNOWN', bankRef }])
  },
)

test('a receipt is offered the order whose number stands under "Particulars"', async () => {
  const list = `Date,Time,Credit,Debit,Currency,Reference,Particulars,Fee,Branch\n${openingDay},10:30:45,61.07,,USD,PART-1,pays ${payment.orderNo},0.50,4711\n`
  const { rows } = await imported(list)
  expect(rows).toMatchObject([{ state: 'BOOKED', matchReason: `ORDER_NO ${payment.orderNo}`, text: `pays ${payment.orderNo}` }])
})

test('a list whose lines were booked without their narration knows them again', async () => {
  const without = `Date,Credit,Debit,Currency\n${openingDay},62.07,,USD\n`
  const first = await imported(without)
  expect(first.rows).toMatchObject([{ state: 'BOOKED' }])
  const again = await imported(`Date,Credit,Debit,Currency,Narration\n${openingDay},62.07,,USD,from Cedar\n`)
  expect(again.rows).toMatchObject([{ state: 'KNOWN' }])
})

const day = openingDay.slice(2).replaceAll('-', '')
test.each([
  ['a text with a question mark before two figures', 'RETURN OF {} WHY?25 PIECES'],
  ['a numbered text with a mark that no part has', '166?00RETURN?20OF GOODS WHY?55 {}'],
])('%s of an MT940 line is read whole', async (name, words) => {
  const text = words.replace('{}', payment.no)
  const file = `:20:X\n:25:80010001\n:28C:1/1\n:60F:C${day}USD0,00\n:61:${day}${day.slice(2)}C100,00NTRFNONREF//MT-${name.length}\n:86:${text}\n:62F:C${day}USD100,00\n`
  const { rows } = await imported(file, 's.sta')
  expect(rows).toMatchObject([{ state: 'FAULTY', reason: 'PAYMENT_NAMED', no: payment.no }])
})

test.each([
  ['EndToEndId', '<Refs><EndToEndId>{}</EndToEndId></Refs>'],
  ['InstrId', '<Refs><InstrId>{}</InstrId><EndToEndId>NOTPROVIDED</EndToEndId></Refs>'],
  [
    'RtrInf',
    '<Refs><EndToEndId>NOTPROVIDED</EndToEndId></Refs><RtrInf><Rsn><Cd>AC04</Cd></Rsn><AddtlInf>RETURN OF {}</AddtlInf></RtrInf>',
  ],
])('a camt line that names a payment in %s is booked by no import', async (place, details) => {
  const entry = `<Ntry><Amt Ccy="USD">${payment.less}</Amt><CdtDbtInd>CRDT</CdtDbtInd><Sts><Cd>BOOK</Cd></Sts><ValDt><Dt>${openingDay}</Dt></ValDt><AcctSvcrRef>R-${place}</AcctSvcrRef><NtryDtls><TxDtls>${details.replace('{}', payment.no)}</TxDtls></NtryDtls></Ntry>`
  const closing = M.toDecimal(M.add(M.fromDecimal(payment.less, 'USD'), M.fromDecimal('100.10', 'USD')))
  const { rows } = await imported(camt(closing, entry, '80010001'), 's.xml')
  expect(rows).toMatchObject([{ state: 'FAULTY', reason: 'PAYMENT_NAMED', no: payment.no }])
})
