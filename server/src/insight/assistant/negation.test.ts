import { assistantCalls } from '@usance/wire/assistant/calls'
import { invoiceCalls } from '@usance/wire/invoice/calls'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { openPortal, type Portal } from '../../testing/portal.ts'
import { aConfirmedInvoice } from '../../testing/trade.ts'
import { intentsOf } from './intents.ts'

type Case = readonly [word: string, which: string | undefined, without: string | undefined]
/** A kind that says itself that a denial is not understood. */
const unread = 'UNREAD'

const kindOf = (question: string) => {
  const request = { today: '2026-11-20', actor: { companyRole: 'SUPPLIER' as const } }
  const [asked] = intentsOf(question, { request, parties: [], own: undefined, before: undefined })
  if (!asked) return 'nothing'
  const { intent } = asked
  return 'tool' in intent ? `${intent.tool} ${intent.args.which ?? ''}`.trim() : intent.reply
}
const expected = (tool: string, which: string | undefined) => (which === unread ? unread : `${tool} ${which ?? ''}`.trim())

const english: readonly [tool: string, noun: string, cases: readonly Case[]][] = [
  [
    'invoices',
    'invoices',
    [
      ['confirmed', 'CONFIRMED', 'SUBMITTED'],
      ['paid', 'PAID', 'DUE'],
      ['financed', 'FINANCED', 'READY'],
      ['closed', 'CLOSED', 'DUE'],
      ['settled', 'CLOSED', 'DUE'],
      ['submitted', 'SUBMITTED', 'DRAFT'],
      ['overdue', 'OVERDUE', 'NOT_DUE'],
      ['disputed', 'DISPUTED', unread],
      ['locked', 'LOCKED', unread],
      ['in draft', 'DRAFT', unread],
    ],
  ],
  [
    'orders',
    'finance orders',
    [
      ['approved', 'PASSED', 'UNAPPROVED'],
      ['paid out', 'FUNDED', 'AWAITING'],
      ['funded', 'FUNDED', 'AWAITING'],
      ['settled', 'SETTLED', 'RUNNING'],
      ['repaid', 'SETTLED', 'RUNNING'],
      ['submitted', 'SUBMITTED', 'DRAFT'],
      ['confirmed', 'RIGHT_CONFIRMED', 'PASSED'],
      ['overdue', 'OVERDUE', 'NOT_OVERDUE'],
      ['sent back', 'REJECTED', unread],
      ['refused', 'REFUSED', unread],
      ['withdrawn', 'REVOKED', unread],
      ['expired', 'EXPIRED', unread],
    ],
  ],
  [
    'purchase_orders',
    'purchase orders',
    [
      ['confirmed', 'CONFIRMED', 'SUBMITTED'],
      ['closed', 'CLOSED', 'OPEN'],
      ['submitted', 'SUBMITTED', 'DRAFT'],
      ['in draft', 'DRAFT', unread],
    ],
  ],
  ['contracts', 'contracts', [['signed', undefined, 'TO_SIGN']]],
]
const denials = [
  'are not',
  'are not yet',
  'aren’t',
  "aren't currently",
  'arent',
  'have not been',
  'haven’t yet been',
  'have never been',
  'are still not',
  'are yet to be',
  'are still to be',
  'remain to be',
]
const isDone = (word: string) => word.endsWith('ed') || ['paid', 'paid out', 'repaid'].includes(word)
const withUn = [
  'confirmed',
  'paid',
  'financed',
  'closed',
  'settled',
  'approved',
  'funded',
  'repaid',
  'submitted',
  'signed',
  'disputed',
  'locked',
]

const chinese: readonly [tool: string, noun: string, cases: readonly Case[]][] = [
  [
    'invoices',
    '发票',
    [
      ['确认', 'CONFIRMED', 'SUBMITTED'],
      ['付款', 'PAID', 'DUE'],
      ['付清', 'PAID', 'DUE'],
      ['支付', 'PAID', 'DUE'],
      ['融资', 'FINANCED', 'READY'],
      ['关闭', 'CLOSED', 'DUE'],
      ['结清', 'CLOSED', 'DUE'],
      ['提交', 'SUBMITTED', 'DRAFT'],
      ['逾期', 'OVERDUE', 'NOT_DUE'],
      ['锁定', 'LOCKED', unread],
    ],
  ],
  [
    'orders',
    '融资订单',
    [
      ['批准', 'PASSED', 'UNAPPROVED'],
      ['通过', 'PASSED', 'UNAPPROVED'],
      ['审批通过', 'PASSED', 'UNAPPROVED'],
      ['放款', 'FUNDED', 'AWAITING'],
      ['结清', 'SETTLED', 'RUNNING'],
      ['还清', 'SETTLED', 'RUNNING'],
      ['确权', 'RIGHT_CONFIRMED', 'PASSED'],
      ['提交', 'SUBMITTED', 'DRAFT'],
      ['逾期', 'OVERDUE', 'NOT_OVERDUE'],
      ['退回', 'REJECTED', unread],
      ['拒绝', 'REFUSED', unread],
      ['失效', 'EXPIRED', unread],
    ],
  ],
  [
    'purchase_orders',
    '采购订单',
    [
      ['确认', 'CONFIRMED', 'SUBMITTED'],
      ['关闭', 'CLOSED', 'OPEN'],
      ['提交', 'SUBMITTED', 'DRAFT'],
    ],
  ],
  ['contracts', '合同', [['签署', undefined, 'TO_SIGN']]],
]
const denialsZh = ['未', '没', '没有', '尚未', '还未', '还没', '还没有', '还没有被', '并未', '未被']

describe('a state and its denial are answered apart', () => {
  for (const [tool, noun, cases] of english)
    test.each(cases)(`${noun}: %s`, (word, which, without) => {
      expect(kindOf(`Which ${noun} are ${word}?`)).toBe(expected(tool, which))
      const said = denials.filter((denial) => isDone(word) || !/\bbe(en)?$/.test(denial)).map((denial) => `${denial} ${word}`)
      for (const words of [...said, ...(withUn.includes(word) ? [`are un${word}`] : [])])
        expect([words, kindOf(`Which ${noun} ${words}?`)]).toEqual([words, expected(tool, without)])
    })
  for (const [tool, noun, cases] of chinese)
    test.each(cases)(`${noun}：%s`, (word, which, without) => {
      expect(kindOf(`哪些${noun}已${word}？`)).toBe(expected(tool, which))
      for (const denial of denialsZh)
        expect([denial, kindOf(`哪些${noun}${denial}${word}？`)]).toEqual([denial, expected(tool, without)])
    })
})

test.each([
  ['Which invoices has the buyer not confirmed yet?', 'invoices SUBMITTED'],
  ['Which invoices did the buyer never confirm?', 'invoices SUBMITTED'],
  ['Which invoices are without confirmation?', unread],
  ['Which invoices are confirmed and not financed?', 'invoices READY'],
  ['Which invoices are overdue and still not paid?', 'invoices OVERDUE'],
  ['Which invoices are confirmed but not paid?', unread],
  ['Which invoices cannot be financed?', unread],
  ['Which overdue invoices are not confirmed?', unread],
  ['Which finance orders are approved but not paid out?', 'orders AWAITING'],
  ['Which repayments are not overdue?', 'repayments'],
  ['Who has not paid us?', 'receivables'],
  ['How much was not paid out last month?', unread],
  ['哪些发票已确认但还没融资？', 'invoices READY'],
  ['哪些发票不能融资？', unread],
  ['哪些发票没有争议？', unread],
  ['有没有逾期的发票？', 'invoices OVERDUE'],
  ['哪些发票待买方确认？', 'invoices SUBMITTED'],
  ['谁没有付款？', 'receivables'],
])('“%s” is understood as it is said', (question, kind) => {
  expect(kindOf(question)).toBe(kind)
})

describe('over the data', () => {
  let portal: Portal
  beforeAll(async () => {
    portal = await openPortal()
    await aConfirmedInvoice(portal, { invoiceNo: 'SURE-1', amount: '700.00' })
    const { id } = await portal.ask(portal.seats.alderMaker, invoiceCalls.add, {
      body: {
        buyerCode: 'CEDAR',
        invoiceNo: 'OPEN-1',
        issueDate: '2025-03-01',
        dueDate: '2025-05-02',
        currency: 'USD',
        amount: '300.00',
      },
    })
    await portal.ask(portal.seats.alderMaker, invoiceCalls.submit, { body: { ids: [id] } })
  })
  afterAll(() => portal.close())

  test.each([
    ['Which invoices are confirmed?', ['SURE-1']],
    ['Which invoices are not confirmed?', ['OPEN-1']],
    ['哪些发票已确认？', ['SURE-1']],
    ['哪些发票没有确认？', ['OPEN-1']],
    ['Which invoices are paid?', []],
    ['Which invoices are not paid?', ['OPEN-1', 'SURE-1']],
    ['哪些发票已付款？', []],
    ['哪些发票还没付款？', ['OPEN-1', 'SURE-1']],
  ])('“%s” names the invoices that it asks for', async (question, names) => {
    const { text } = await portal.ask(portal.seats.alderMaker, assistantCalls.ask, { body: { question } })
    expect(['OPEN-1', 'SURE-1'].filter((name) => text.includes(name))).toEqual(names)
  })

  test('a denial that is not understood is said, and no figure is told', async () => {
    const { text } = await portal.ask(portal.seats.alderMaker, assistantCalls.ask, {
      body: { question: 'Which invoices are not disputed?' },
    })
    expect(text).toContain('“not disputed”')
    expect(text).not.toMatch(/USD \d/)
  })
})
