import type { Language } from '../i18n/language.ts'
import { zoneName, zones } from '../ui/zones.ts'
import { countryCodes } from './country-codes.ts'
import type { Option } from './fields.tsx'

type Words = Readonly<Record<Language, string>>
type Entries = readonly (readonly [value: string, words: Words])[]
const both = (en: string, zh: string): Words => ({ 'en-US': en, 'zh-CN': zh })
const same = (words: string): Words => both(words, words)

const countryNames = (): Entries => {
  const names = {
    'en-US': new Intl.DisplayNames('en-US', { type: 'region' }),
    'zh-CN': new Intl.DisplayNames('zh-CN', { type: 'region' }),
  }
  return countryCodes.map(({ numeric, code }) => [
    numeric,
    both(names['en-US'].of(code) ?? code, names['zh-CN'].of(code) ?? code),
  ])
}

/** The choices that never change, so that no call is needed for them. */
const lists = {
  'yes-no': () => [
    ['1', both('Yes', '是')],
    ['0', both('No', '否')],
  ],
  language: () => [
    ['en-US', same('English')],
    ['zh-CN', same('简体中文')],
  ],
  'time-zones': () => zones.map((hours) => [String(hours), same(zoneName(hours))] as const),
  'user-status': () => [
    ['unActive', both('Invited', '已邀请')],
    ['active', both('Active', '正常')],
    ['stop', both('Stopped', '已停用')],
    ['all', both('All', '所有')],
  ],
  'company-role': () => [
    ['all', both('All', '所有')],
    ['supplier', both('Supplier', '供应商')],
    ['buyer', both('Buyer', '买方')],
    ['capital', both('Funder', '资金方')],
  ],
  frequency: () => [
    ['daily', both('Daily', '每日')],
    ['weekly', both('Weekly', '每周')],
    ['monthly', both('Monthly', '每月')],
    ['quarterly', both('Quarterly', '每季')],
    ['yearly', both('Yearly', '每年')],
  ],
  'day-base': () => [
    ['360', same('360')],
    ['365', same('365')],
  ],
  'po-status': () => [
    ['FINANCED', both('Financed', '已融资')],
    ['SETTLED', both('Settled', '已结清')],
    ['OVERDUE', both('Overdue', '已逾期')],
  ],
  counterparty: () => [
    ['supplierCode', both('Supplier', '供应商')],
    ['buyerCode', both('Buyer', '买方')],
  ],
  countries: countryNames,
} as const satisfies Record<string, () => Entries>

export type OptionListName = keyof typeof lists
/** @internal All of them, for the test that each has its words. */
export const optionListNames = Object.keys(lists) as OptionListName[]

/** One of the fixed lists of choices, in the given language; a name nobody knows is an error that says it. */
export function optionList(name: string, language: Language): Option[] {
  if (!Object.hasOwn(lists, name)) throw new Error(`Unknown option list: ${name}`)
  return lists[name as OptionListName]().map(([value, words]) => ({ value, label: words[language] }))
}
