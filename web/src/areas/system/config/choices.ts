import { hasText, type Translate, useText } from '../../../i18n/i18n.ts'

/** A choice of a configuration form in words; "none" says of each field what it means there. */
export const choiceWord = (text: Translate, field: string, value: string): string => {
  if (value === 'NONE') return text.of('staff.choiceNone', field)
  const key = [`staff.choice.${value}`, `word.${value}`].find(hasText)
  return key ? text(key) : value
}

export type YesNo = 'yes' | 'no'
export const yesNo = (value: boolean): YesNo => (value ? 'yes' : 'no')
/** Yes and no, as options. */
export function useYesNo() {
  const text = useText()
  return [
    { value: 'yes', label: text('staff.yes') },
    { value: 'no', label: text('staff.noWord') },
  ]
}
/** In use and out of use, as options. */
export function useOnOff() {
  const text = useText()
  return ['ENABLE', 'DISABLE'].map((value) => ({ value, label: text.of('staff.onOff', value) }))
}
