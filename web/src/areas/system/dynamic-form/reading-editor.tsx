import {
  areTooMany,
  mostLettersOfWord,
  mostWords,
  ownKinds,
  type ReadingOf,
  readingOf,
  readings,
  withReading,
} from '@usance/domain/configured-reading'
import type { FieldConfig } from '@usance/domain/dynamic-form'
import { useState } from 'react'
import { hasText, useText } from '../../../i18n/i18n.ts'
import type { Language } from '../../../i18n/language.ts'
import { find } from '../../../i18n/texts.ts'
import { Button, IconButton } from '../../../ui/button.tsx'
import { Section } from '../../../ui/page-frame.tsx'
import { Select } from '../../../ui/select.tsx'
import { LabelInputs, MoveButtons, moved, numbered } from './field-parts.tsx'

const builtInTitle = (language: Language, name: string) => find(language, `ocr.field.${name}`)

/** What is read from a kind of document: each field, how much it is needed, and the words printed before its value. */
export function ReadingEditor({
  fields,
  disabled,
  setFields,
}: {
  fields: readonly FieldConfig[]
  disabled: boolean
  setFields: (fields: FieldConfig[]) => void
}) {
  const text = useText()
  const change = (at: number, part: Partial<FieldConfig>) =>
    setFields(numbered(fields.map((field, index) => (index === at ? { ...field, ...part } : field))))
  const add = () => {
    const taken = new Set(fields.map(({ name }) => name))
    let number = 1
    while (taken.has(`own${number}`)) number++
    setFields(numbered([...fields, { type: 'text', name: `own${number}`, label: {}, require: 0, words: [], notWords: [] }]))
  }
  return (
    <Section
      title={text('dynamicForm.readFields')}
      extra={
        !disabled && (
          <div className="reading-tools">
            <Button small onClick={() => setFields([])}>
              {text('dynamicForm.asBuiltIn')}
            </Button>
            <Button small icon="plus" onClick={add}>
              {text('dynamicForm.addField')}
            </Button>
          </div>
        )
      }
    >
      <p className="muted">{text(fields.length === 0 ? 'dynamicForm.readAsBuiltIn' : 'dynamicForm.readText')}</p>
      {fields.map((field, at) => {
        const isOwn = !builtInTitle('en-US', field.name)
        const title = isOwn ? field.name : text.of('ocr.field', field.name)
        return (
          <fieldset key={field.name} className="field-card" disabled={disabled} aria-label={title}>
            <div className="reading-title">
              <span>
                <strong>{title}</strong> {!isOwn && <span className="muted">{kindText(text, field.type)}</span>}
              </span>
              <MoveButtons title={title} at={at} count={fields.length} onMove={(to) => setFields(moved(fields, at, to))} />
              {isOwn && (
                <IconButton
                  icon="trash"
                  size={15}
                  label={`${text('common.delete')} ${title}`}
                  onClick={() => setFields(numbered(fields.filter((_, index) => index !== at)))}
                />
              )}
            </div>
            <div className="field-part">
              {text('dynamicForm.reading')}
              <Select
                label={`${text('dynamicForm.reading')} ${title}`}
                all={false}
                value={readingOf(field)}
                options={readings.map((value) => ({ value, label: text(`dynamicForm.readings.${value}`) }))}
                onChange={(reading) => change(at, withReading(field, reading as ReadingOf))}
              />
            </div>
            <LabelInputs
              label={field.label}
              titleIn={(language) => builtInTitle(language, field.name) ?? field.name}
              onChange={(label) => change(at, { label })}
            />
            {isOwn && (
              <div className="field-part">
                {text('dynamicForm.type')}
                <Select
                  label={`${text('dynamicForm.type')} ${title}`}
                  all={false}
                  value={field.type}
                  options={ownKinds.map((value) => ({ value, label: kindText(text, value) }))}
                  onChange={(type) => change(at, { type })}
                />
              </div>
            )}
            <WordsInput
              name={text('dynamicForm.words')}
              words={field.words}
              placeholder={text(isOwn ? 'dynamicForm.wordsNeeded' : 'dynamicForm.wordsMore')}
              onChange={(words) => change(at, { words })}
            />
            <WordsInput
              name={text('dynamicForm.notWords')}
              words={field.notWords}
              placeholder={text('dynamicForm.wordsMore')}
              onChange={(notWords) => change(at, { notWords })}
            />
            {isOwn && (
              <label>
                {text('dynamicForm.name')}
                <input
                  className="input"
                  maxLength={60}
                  defaultValue={field.name}
                  onBlur={(event) => {
                    const name = event.target.value.replaceAll(/\W/g, '')
                    if (name && name !== field.name) change(at, { name })
                  }}
                />
              </label>
            )}
          </fieldset>
        )
      })}
    </Section>
  )
}

const kindText = (text: ReturnType<typeof useText>, kind: string) =>
  hasText(`dynamicForm.kinds.${kind}`) ? text.of('dynamicForm.kinds', kind) : kind

/** Words or phrases, one a line; what is typed stays as it is until one leaves. */
function WordsInput({
  name,
  words,
  placeholder,
  onChange,
}: {
  name: string
  words: readonly string[] | undefined
  placeholder: string
  onChange: (words: string[]) => void
}) {
  const text = useText()
  const [typed, setTyped] = useState((words ?? []).join('\n'))
  return (
    <label className="is-wide">
      {name}
      <textarea
        className="input"
        rows={2}
        placeholder={placeholder}
        value={typed}
        onChange={(event) => {
          setTyped(event.target.value)
          const lines = event.target.value.split('\n').map((line) => line.trim())
          onChange([...new Set(lines.filter(Boolean))])
        }}
      />
      {areTooMany(words) && (
        <span className="number-note is-fault" role="alert">
          {text('dynamicForm.wordsAtMost', { lines: mostWords, letters: mostLettersOfWord })}
        </span>
      )}
    </label>
  )
}
