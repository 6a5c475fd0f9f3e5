import type { FieldConfig, Label } from '@usance/domain/dynamic-form'
import { useText } from '../../../i18n/i18n.ts'
import type { Language } from '../../../i18n/language.ts'
import { IconButton } from '../../../ui/button.tsx'

const languageKeys = { 'en-US': 'labelEn', 'zh-CN': 'labelZh' } as const

/** Fields with their places written into them, as they are stored. */
export const numbered = (fields: readonly FieldConfig[]): FieldConfig[] =>
  fields.map((field, at) => ({ ...field, orderBy: at + 1 }))

/** Fields after one of them went from one place to another. */
export function moved(fields: readonly FieldConfig[], at: number, to: number): FieldConfig[] {
  const next = [...fields]
  next.splice(to, 0, ...next.splice(at, 1))
  return numbered(next)
}

/** What a field is called in each language; the word it has without that stands behind the empty box. */
export function LabelInputs({
  label: given,
  titleIn,
  onChange,
}: {
  label: Label
  titleIn: (language: Language) => string
  onChange: (label: Label) => void
}) {
  const text = useText()
  const label = typeof given === 'object' ? given : { 'en-US': given, 'zh-CN': given }
  return (['en-US', 'zh-CN'] as const).map((language) => (
    <label key={language}>
      {text(`dynamicForm.${languageKeys[language]}`)}
      <input
        className="input"
        maxLength={80}
        placeholder={titleIn(language)}
        value={label[language] ?? ''}
        onChange={(event) => onChange({ ...label, [language]: event.target.value || undefined })}
      />
    </label>
  ))
}

/** One place up, one place down. */
export function MoveButtons({
  title,
  at,
  count,
  onMove,
}: {
  title: string
  at: number
  count: number
  onMove: (to: number) => void
}) {
  const text = useText()
  return (
    <>
      <IconButton
        icon="up"
        size={15}
        disabled={at === 0}
        label={`${text('dynamicForm.moveUp')} ${title}`}
        onClick={() => onMove(at - 1)}
      />
      <IconButton
        icon="down"
        size={15}
        disabled={at === count - 1}
        label={`${text('dynamicForm.moveDown')} ${title}`}
        onClick={() => onMove(at + 1)}
      />
    </>
  )
}
