import type { RuleText } from './rule.ts'
import type { UnreadableWhy } from './values.ts'

/** Why a value of a document was not read, in words. */
export const unreadableTexts: Record<UnreadableWhy, RuleText> = {
  FORM: { 'en-US': 'A date or an amount cannot be read.', 'zh-CN': '有日期或金额无法识别。' },
  CURRENCY: {
    'en-US': 'An amount is in another currency than the document.',
    'zh-CN': '有金额的币种与单据币种不一致。',
  },
  TWICE: {
    'en-US': 'A type, number, date or amount is given more than once, with different values.',
    'zh-CN': '同一类型、号码、日期或金额出现多次且数值不同。',
  },
}
