import type { LanguageRecord } from '@usance/wire/international/calls'
import { useRef } from 'react'
import { useTypedParts } from '../../../form/kept.ts'
import { useText } from '../../../i18n/i18n.ts'
import { type Language, languages } from '../../../i18n/language.ts'
import { loadOwnTexts } from '../../../i18n/own-texts.ts'
import { ActionButton } from '../../../ui/action-button.tsx'
import { Button } from '../../../ui/button.tsx'
import { Dialog } from '../../../ui/dialog.tsx'
import { notify } from '../../../ui/notice.ts'
import { gapsOf, saveText, type TextRow } from './all-texts.ts'

const nameKeys = { 'en-US': 'translation.english', 'zh-CN': 'translation.chinese' } as const

/**
 * One text in both languages. Gaps of the built-in text must stay, or figures would vanish from the screen. Each language is saved by
 * itself; after a refusal the dialog goes on from the language that was saved.
 */
export function TextDialog({
  row,
  records,
  onClose,
  onSaved,
  onRefused,
}: {
  row: TextRow
  records: readonly LanguageRecord[]
  onClose: () => void
  onSaved: () => void
  /** Called when a language was refused: the page may have read other texts than are stored now. */
  onRefused: () => void
}) {
  const text = useText()
  const [typed, setTyped] = useTypedParts<Partial<Record<Language, string>>>({ ...row.own }, { part: `text ${row.key}` })
  const faults = languages.filter((language) => {
    const own = typed[language]?.trim()
    return own && gapsOf(own).join() !== gapsOf(row.builtIn[language] ?? own).join()
  })
  // As the dialog showed them at first, then as each save answers. The server refuses a version that a colleague has replaced.
  const stored = useRef({ own: row.own, records })
  const saveOne = async (language: Language) => {
    const { own, records } = stored.current
    const wanted = (typed[language] ?? '').trim()
    if (wanted === (own[language] ?? '')) return
    const saved = await saveText(records, row.key, language, wanted)
    const others = records.filter(({ langKey, namespace }) => langKey !== saved.langKey || namespace !== saved.namespace)
    stored.current = { own: { ...own, [language]: wanted }, records: [...others, saved] }
  }
  const save = async () => {
    try {
      for (const language of languages) await saveOne(language)
    } catch (failure) {
      onRefused()
      throw failure
    }
    await Promise.all(languages.map((language) => loadOwnTexts(language, true)))
    notify('success', text('staff.textSaved', { key: row.key }))
    onSaved()
    return true
  }
  return (
    <Dialog
      open
      width={620}
      title={row.key}
      onClose={onClose}
      footer={
        <>
          <Button onClick={onClose}>{text('common.cancel')}</Button>
          <ActionButton action={save} disabled={faults.length > 0 && text('form.checkFields')}>
            {text('common.save')}
          </ActionButton>
        </>
      }
    >
      {languages.map((language) => (
        <label key={language} className="text-edit">
          {text(nameKeys[language])}
          <textarea
            className="input"
            rows={3}
            value={typed[language] ?? ''}
            placeholder={row.builtIn[language]}
            aria-invalid={faults.includes(language) || undefined}
            onChange={(event) => setTyped({ ...typed, [language]: event.target.value })}
          />
          {faults.includes(language) ? (
            <small className="is-fault">
              {text('translation.gaps', {
                gaps: gapsOf(row.builtIn[language] ?? '')
                  .map((gap) => `{{${gap}}}`)
                  .join(' '),
              })}
            </small>
          ) : (
            row.builtIn[language] && <small>{text('translation.builtIn', { text: row.builtIn[language] })}</small>
          )}
        </label>
      ))}
      <p className="muted">{text('translation.reset')}</p>
    </Dialog>
  )
}
