import { useQuery, useQueryClient } from '@tanstack/react-query'
import type { Sent } from '@usance/wire/call'
import { dictionaryGroups, referenceCalls, type StaffEntry } from '@usance/wire/reference/calls'
import { Form } from 'antd'
import { useId, useState } from 'react'
import { RemarkField, SelectField, TextField } from '../../../form/fields.tsx'
import { FormGrid } from '../../../form/form-grid.tsx'
import { useKeptForm } from '../../../form/kept.ts'
import { Kit } from '../../../form/kit.tsx'
import { useSubmit } from '../../../form/use-submit.ts'
import { send } from '../../../http/client.ts'
import { useText } from '../../../i18n/i18n.ts'
import { useCan } from '../../../session/session.ts'
import { Answered } from '../../../ui/answered.tsx'
import { Button } from '../../../ui/button.tsx'
import { FormDialog } from '../../../ui/form-dialog.tsx'
import { orDash } from '../../../ui/format.ts'
import { notify } from '../../../ui/notice.ts'
import { PageHeader, Section } from '../../../ui/page-frame.tsx'
import { StatusTag } from '../../../ui/status-tag.tsx'
import { Tabs } from '../../../ui/tabs.tsx'
import { useChangeColumn } from './change-column.tsx'
import { useOnOff } from './choices.ts'
import { PagedStaffTable } from './staff-table.tsx'

type Values = Omit<Sent<typeof referenceCalls.saveEntry>['body'], 'grp' | 'version'>

const queryKey = ['dictionary', 'staff']

/** The choices that forms offer, by group; what is saved here is offered at once. */
export default function DictPage() {
  const text = useText()
  const can = useCan()
  const [grp, setGroup] = useState<string>(dictionaryGroups[0])
  const [edited, setEdited] = useState<StaffEntry | 'new'>()
  const answer = useQuery({ queryKey, queryFn: () => send(referenceCalls.staffDictionary, { body: {} }, { quiet: true }) })
  const rows = answer.data ?? []
  const groups = [...new Set([...dictionaryGroups, ...rows.map((row) => row.grp)])]
  const mayEdit = can('system.dict.edit')
  const changing = useChangeColumn(mayEdit && setEdited)
  return (
    <div className="page">
      <PageHeader
        title={text('menu.systemDict')}
        actions={
          mayEdit && (
            <Button look="solid" small icon="plus" onClick={() => setEdited('new')}>
              {text('staff.addEntry')}
            </Button>
          )
        }
      />
      <Tabs
        label={text('menu.systemDict')}
        chosen={grp}
        onChoose={setGroup}
        tabs={groups.map((key) => ({
          key,
          label: text.of('staff.group', key),
          count: rows.filter((row) => row.grp === key).length,
        }))}
      />
      <Section>
        <Answered question={answer} lines={8}>
          {() => (
            <PagedStaffTable
              key={grp}
              rows={rows.filter((row) => row.grp === grp)}
              columns={[
                { key: 'key', label: text('staff.field.code'), cell: (row) => row.dicKey },
                { key: 'en', label: text('staff.english'), cell: (row) => row.enValue },
                { key: 'cn', label: text('staff.chinese'), cell: (row) => orDash(row.cnValue) },
                { key: 'description', label: text('staff.description'), cell: (row) => orDash(row.description) },
                { key: 'status', label: text('staff.status'), cell: (row) => <StatusTag value={row.status} /> },
                ...changing,
              ]}
            />
          )}
        </Answered>
      </Section>
      {edited && (
        <Kit>
          <EntryDialog grp={grp} entry={edited === 'new' ? undefined : edited} onClose={() => setEdited(undefined)} />
        </Kit>
      )}
    </div>
  )
}

function EntryDialog({ grp, entry, onClose }: { grp: string; entry: StaffEntry | undefined; onClose: () => void }) {
  const text = useText()
  const queries = useQueryClient()
  const onOff = useOnOff()
  const [form] = Form.useForm<Values>()
  const id = useId()
  useKeptForm(form, { part: `${grp} ${entry?.dicKey ?? ''}` })
  const { run, busy, error } = useSubmit(referenceCalls.saveEntry, form)
  const save = async ({ description, cnValue, ...values }: Values) => {
    const saved = await run({
      body: {
        grp,
        ...values,
        cnValue: cnValue ?? '',
        description: description ?? '',
        ...(entry ? { version: entry.version } : {}),
      },
    })
    if (!saved) return
    notify('success', text('staff.entrySaved', { code: values.dicKey }))
    void queries.invalidateQueries({ queryKey: ['dictionary'] })
    onClose()
  }
  return (
    <FormDialog
      width={640}
      title={text.of('staff.group', grp)}
      onClose={onClose}
      form={id}
      ok={text('common.submit')}
      busy={busy}
      error={error}
    >
      <Form id={id} form={form} layout="vertical" onFinish={save} initialValues={entry ?? { status: 'ENABLE' }}>
        <FormGrid>
          <TextField name="dicKey" label={text('staff.field.code')} required disabled={entry !== undefined} maxLength={40} />
          <TextField name="enValue" label={text('staff.english')} required />
          <TextField name="cnValue" label={text('staff.chinese')} />
          <SelectField name="status" label={text('staff.status')} required options={onOff} />
          <RemarkField name="description" label={text('staff.description')} />
        </FormGrid>
      </Form>
    </FormDialog>
  )
}
