import { t } from '../i18n/i18n.ts'
import { formatCount } from './format.ts'

/** Numbers that a sentence tells one by one. */
export const numbersShown = 5

/** The numbers of payments or receipts in a row: of many the first ones, and how many more there are. */
export function numbersWords(numbers: readonly string[]): string {
  const words = numbers.slice(0, numbersShown).join(', ')
  return numbers.length > numbersShown ? t('table.andMore', { words, count: formatCount(numbers.length - numbersShown) }) : words
}
