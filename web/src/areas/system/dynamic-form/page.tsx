import { useQuery, useQueryClient } from '@tanstack/react-query'
import type { FieldConfig } from '@usance/domain/dynamic-form'
import { dynamicFormCalls, type FormConfig } from '@usance/wire/dynamic-form/calls'
import { useCallback, useMemo, useState } from 'react'
import { useKeptState } from '../../../form/kept.ts'
import { Kit } from '../../../form/kit.tsx'
import { useUnsaved } from '../../../form/use-unsaved.ts'
import { send } from '../../../http/client.ts'
import { type AreaName, areaTexts } from '../../../i18n/areas.ts'
import { useText } from '../../../i18n/i18n.ts'
import { languages } from '../../../i18n/language.ts'
import { loadAreaTexts } from '../../../i18n/load-area.ts'
import { useCan } from '../../../session/session.ts'
import { ActionButton } from '../../../ui/action-button.tsx'
import { Empty, Failed } from '../../../ui/empty.tsx'
import { notify } from '../../../ui/notice.ts'
import { PageHeader, Section } from '../../../ui/page-frame.tsx'
import { Skeleton } from '../../../ui/skeleton.tsx'
import { type Draft, faultsOfDraft, saveDraft } from './draft.ts'
import { DraftEditor } from './draft-editors.tsx'
import { FormChoice } from './form-choice.tsx'
import '../configuration.css'

/** The titles of lists and their columns are texts of the pages that show them. */
const listTexts = () =>
  Promise.all(
    languages.flatMap((language) => (Object.keys(areaTexts) as AreaName[]).map((area) => loadAreaTexts(area, language))),
  )

/** The form that is being changed; what is not saved outlives the end of a session, and leaving asks for it. */
function useDraft() {
  const [draft, setDraft] = useState<Draft>()
  const restore = useCallback((kept: { draft?: Draft | undefined }) => kept.draft && setDraft(kept.draft), [])
  useKeptState(
    useMemo(() => ({ draft: draft?.changed ? draft : undefined }), [draft]),
    restore,
    { part: 'draft' },
  )
  useUnsaved(() => draft?.changed ?? false)
  return [draft, setDraft] as const
}

/** The forms, tables and import sheets whose fields an administrator decides, with the result beside them. */
export default function Page() {
  const text = useText()
  const queries = useQueryClient()
  const mayEdit = useCan()('system.workflow.edit')
  const forms = useQuery({
    queryKey: ['formConfigs'],
    queryFn: async () => {
      const [all] = await Promise.all([send(dynamicFormCalls.all, { body: {} }, { quiet: true }), listTexts()])
      return all
    },
  })
  const [draft, setDraft] = useDraft()
  if (forms.isLoadingError) return <Failed error={forms.error} onRetry={() => void forms.refetch()} />
  if (!forms.data) return <Skeleton lines={10} />
  const setFields = (fields: FieldConfig[]) => draft && setDraft({ ...draft, fields, changed: true })
  const save = async () => {
    if (!draft) return false
    const { name, fields } = draft
    const saved = await saveDraft(draft)
    setDraft((now) => {
      if (now?.name !== name) return now
      // Fields that were changed during the saving stay; the next save replaces the version that is stored now.
      return now.fields === fields
        ? { ...now, version: saved.version, fields: saved.fields, changed: false }
        : { ...now, version: saved.version }
    })
    queries.setQueryData(['formConfig', name], saved)
    await forms.refetch()
    notify('success', text('dynamicForm.saved', { name }))
    return true
  }
  return (
    <Kit>
      <div className="page">
        <PageHeader
          title={text('dynamicForm.title')}
          actions={mayEdit && draft && <Saving draft={draft} forms={forms.data} onSave={save} />}
        >
          {text('dynamicForm.intro')}
        </PageHeader>
        <FormChoice forms={forms.data} draft={draft} mayAdd={mayEdit} onOpen={setDraft} />
        {draft ? (
          <DraftEditor draft={draft} disabled={!mayEdit} setFields={setFields} />
        ) : (
          <Section>
            <Empty title={text('dynamicForm.pick')} />
          </Section>
        )}
      </div>
    </Kit>
  )
}

type SavingProps = { draft: Draft; forms: readonly FormConfig[]; onSave: () => Promise<boolean> }

/** Saves the draft, or says why it cannot be saved. */
function Saving({ draft, forms, onSave }: SavingProps) {
  const text = useText()
  const faults = faultsOfDraft(draft, forms)
  return (
    <>
      {draft.changed && <span className="muted">{text('dynamicForm.unsaved')}</span>}
      <ActionButton
        action={onSave}
        disabled={
          !draft.changed ? text('common.empty_data') : faults.length > 0 && text('dynamicForm.fault', { list: faults.join(', ') })
        }
      >
        {text('common.save')}
      </ActionButton>
    </>
  )
}
