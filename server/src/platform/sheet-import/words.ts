import { enteredDigits } from '@usance/domain/number-kind'
import { mostOrderLines } from '@usance/wire/purchase-order/calls'
import type { Context } from '../../http/context.ts'

export type Language = Context['language']

const english = {
  reason: 'Reason',
  errors: 'Errors',
  MISSING: '{field} is missing.',
  DATE: '{field} is not a date such as 2026-01-31.',
  CURRENCY: '{field} is not a currency code such as USD.',
  AMOUNT: '{field} is not an amount such as 12500.00.',
  QUANTITY: '{field} is not a number such as 12.5.',
  CELL_ERROR: '{field} shows an error of the spreadsheet program, such as #N/A.',
  TOO_LONG: '{field} is too long.',
  ONE_LINE: '{field} has line breaks or marks that cannot be seen. Write it on one line.',
  HIDDEN_MARKS: '{field} has characters that cannot be seen or that turn the direction of the text. Type it anew.',
  AMOUNT_SCALE: 'The amount has more decimals than the currency has.',
  AMOUNT_TOO_LARGE: `An amount has at most ${enteredDigits} digits before the decimal point.`,
  AMOUNT_NOT_POSITIVE: 'The amount must be above zero.',
  DATE_ORDER: 'The due date lies before the issue date.',
  PARTY_UNKNOWN: 'There is no trade relationship with a company of this code.',
  INVOICE_DUPLICATE: 'This invoice is already known.',
  PO_DUPLICATE: 'There is already an order of this number.',
  TOO_MANY_LINES: `An order has at most ${mostOrderLines} lines.`,
  CURRENCY_MISMATCH: 'The currency is not that of the purchase order.',
  NOT_FOUND: 'There is no such purchase order.',
  POOL_CLOSED: 'There is no such pool.',
  DAY_TOO_EARLY: '{field} lies before the day of the order, or before the day that is recorded already.',
  DAY_TOO_LATE: 'The day lies in the future.',
  ACTED_FOR_ANOTHER_PARTY: 'You have acted for another company in this matter, so a colleague has to do this.',
  OVER_FACE: 'The amount is above what the supplier invoiced.',
  OTHER_THAN_SENT: '{field} differs from the invoice that the supplier has sent. Return that invoice, or correct the row.',
  DIFFERENT: '{field} differs from the first row of the same order.',
  OTHER_ROW: 'Another row of the same order is faulty.',
  TWO_READINGS: '{field} can be read in two ways: write 1234.56, without separators between thousands.',
  NO_FIXING: '{field} is no base rate that the portal knows.',
  FIXING_TOO_LATE: '{field} lies more than 31 days after the business date.',
  SAME_CURRENCY: 'Both currencies are the same.',
  FX_RATE_MIN: 'A rate below 0.0001 has too few digits. State the rate of the other direction.',
  FX_RATE_PAIR: 'The inverse rate does not fit the rate.',
  LINE_AGAIN: 'An earlier line already has the rate of this day.',
  WIDER:
    'Row {row} of the file has more cells than the heading. A comma inside a number or a name needs quotation marks: "1,234.56".',
  PAPERS_MISSING:
    'Papers are asked for that a sheet cannot carry ({papers}). The supplier enters this document, with its papers.',
  PO_HAS_INVOICES: 'An invoice names this order, which keeps its currency as long as it does.',
  PO_IS_FINANCED: 'The invoice was sent for an order that is financed, and keeps that order.',
  BAD_REQUEST: 'The row cannot be read.',
}

/** What can be wrong with a row. Each has its words in every language. */
export type ImportReason = Exclude<keyof typeof english, 'reason' | 'errors'>

/** Whether a refusal has words of its own in an error workbook. */
export const isImportReason = (name: string): name is ImportReason =>
  Object.hasOwn(english, name) && name !== 'reason' && name !== 'errors'

/** What can be wrong with a row of an imported sheet, as its error workbook says it. */
export const importWords: Record<Language, Record<keyof typeof english, string>> = {
  'en-US': english,
  'zh-CN': {
    reason: '原因',
    errors: '错误',
    MISSING: '缺少{field}。',
    DATE: '{field}不是有效日期，例如 2026-01-31。',
    CURRENCY: '{field}不是币种代码，例如 USD。',
    AMOUNT: '{field}不是有效金额，例如 12500.00。',
    QUANTITY: '{field}不是有效数字，例如 12.5。',
    CELL_ERROR: '{field}显示表格软件的错误，例如 #N/A。',
    TOO_LONG: '{field}过长。',
    ONE_LINE: '{field}含有换行或不可见字符，请写在一行内。',
    HIDDEN_MARKS: '{field}含有不可见或改变文字方向的字符，请重新输入。',
    AMOUNT_SCALE: '金额的小数位数超过该币种允许的位数。',
    AMOUNT_TOO_LARGE: `金额的小数点前最多 ${enteredDigits} 位数字。`,
    AMOUNT_NOT_POSITIVE: '金额必须大于零。',
    DATE_ORDER: '到期日早于开票日。',
    PARTY_UNKNOWN: '与该代码的公司没有交易关系。',
    INVOICE_DUPLICATE: '该发票已存在。',
    PO_DUPLICATE: '该编号的订单已存在。',
    TOO_MANY_LINES: `一份订单最多 ${mostOrderLines} 行明细。`,
    CURRENCY_MISMATCH: '币种与采购订单不一致。',
    NOT_FOUND: '没有该采购订单。',
    ACTED_FOR_ANOTHER_PARTY: '您已在此事项中代表另一家公司办理，须由您的同事处理。',
    POOL_CLOSED: '没有该资产池。',
    DAY_TOO_EARLY: '{field}早于订单日期，或早于已登记的日期。',
    DAY_TOO_LATE: '日期不能晚于今日。',
    OVER_FACE: '金额高于供应商的开票金额。',
    OTHER_THAN_SENT: '{field}与供应商已发送的发票不一致。请退回该发票或更正此行。',
    DIFFERENT: '{field}与同一订单的首行不一致。',
    OTHER_ROW: '同一订单的其他行有错误。',
    TWO_READINGS: '{field}有两种读法，请写作 1234.56，不要使用千位分隔符。',
    NO_FIXING: '{field}不是系统中的基准利率。',
    FIXING_TOO_LATE: '{field}超过营业日后 31 天。',
    SAME_CURRENCY: '两个币种相同。',
    FX_RATE_MIN: '低于 0.0001 的汇率位数不足，请填写反方向的汇率。',
    FX_RATE_PAIR: '反向汇率与汇率不一致。',
    LINE_AGAIN: '前面的行已有同一天的汇率或利率。',
    WIDER: '文件第 {row} 行的单元格多于表头。数字或名称中含有逗号时须加引号，例如 "1,234.56"。',
    PAPERS_MISSING: '需要提交文件，而表格无法附带文件（{papers}）。请由供应商录入该单据并上传文件。',
    PO_HAS_INVOICES: '有发票引用该订单，在此期间其币种不变。',
    PO_IS_FINANCED: '该发票曾按一张已融资的订单提交，须保留该订单。',
    BAD_REQUEST: '无法读取此行。',
  },
}
