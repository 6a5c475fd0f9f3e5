import { language } from '../i18n/language.ts'
import { formatDate, formatDateTime } from '../ui/format.ts'
import { numbersWords } from '../ui/numbers-words.ts'

// Lists of numbers, of which a refusal may name many.
const numbers = ['payments', 'receipts']

const shown = (value: unknown, name: string): unknown => {
  if (typeof value !== 'string') return value
  if (numbers.includes(name)) return numbersWords(value.split(', '))
  if (/^\d{4}-\d{2}-\d{2}$/.test(value)) return formatDate(value)
  return /^\d{4}-\d{2}-\d{2}T[\d:.]+Z$/.test(value) ? formatDateTime(value) : value
}

/**
 * What a refusal names, with its days and instants as they are shown everywhere. A thing with a Chinese name, such as `benchmark` with
 * `benchmarkCn`, is called by it in Chinese.
 */
export const shownParams = (params: Record<string, unknown>): Record<string, unknown> =>
  Object.fromEntries(
    Object.entries(params).map(([name, value]) => [name, shown((language() === 'zh-CN' && params[`${name}Cn`]) || value, name)]),
  )
