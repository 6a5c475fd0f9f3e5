import { hasText, useText } from '../../../i18n/i18n.ts'

type Text = (key: string) => string

/** A choice of a configuration form in words; "none" says of each field what it means there. */
export const choiceWord = (text: Text, field: string, value: string): string =>
  text(
    value === 'NONE'
      ? `staff.choiceNone.${field}`
      : hasText(`staff.choice.${value}`)
        ? `staff.choice.${value}`
        : hasText(`word.${value}`)
          ? `word.${value}`
          : value,
  )

export const yesNo = (value: boolean) => (value ? 'yes' : 'no')
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
  return ['ENABLE', 'DISABLE'].map((value) => ({ value, label: text(`staff.onOff.${value}`) }))
}
