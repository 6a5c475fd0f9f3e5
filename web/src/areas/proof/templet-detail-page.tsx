import { useQuery } from '@tanstack/react-query'
import { Link, useParams } from '@tanstack/react-router'
import { configChangeCalls } from '@usance/wire/config-change/calls'
import { reportCalls } from '@usance/wire/report/calls'
import { Form } from 'antd'
import { useId, useState } from 'react'
import { RemarkField, TextField } from '../../form/fields.tsx'
import { FormGrid } from '../../form/form-grid.tsx'
import { useKeptForm } from '../../form/kept.ts'
import { Kit } from '../../form/kit.tsx'
import { useSubmit } from '../../form/use-submit.ts'
import { send } from '../../http/client.ts'
import { useText } from '../../i18n/i18n.ts'
import { language } from '../../i18n/language.ts'
import { useCan } from '../../session/session.ts'
import { Button } from '../../ui/button.tsx'
import { Failed } from '../../ui/empty.tsx'
import { FormDialog } from '../../ui/form-dialog.tsx'
import { formatDateTime } from '../../ui/format.ts'
import { notify } from '../../ui/notice.ts'
import { DescriptionList, PageHeader, Section } from '../../ui/page-frame.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { Tabs } from '../../ui/tabs.tsx'
import { ChangesSection } from '../system/config/changes-section.tsx'
import { useRefresh } from '../system/config/use-config.ts'
import '../contract/info/contract.css'

/** A template: who signs it, the words it uses, how it reads, its versions. */
export default function TempletDetailPage() {
  const text = useText()
  const can = useCan()
  const { id } = useParams({ strict: false })
  const [editing, edit] = useState(false)
  const answer = useQuery({
    queryKey: ['templet', id],
    queryFn: () => send(reportCalls.templet, { body: { id } }, { quiet: true }),
  })
  if (answer.isLoadingError) return <Failed error={answer.error} onRetry={() => void answer.refetch()} />
  if (!answer.data) return <Skeleton lines={12} />
  const found = answer.data
  const named = (list: string[]) => list.map((one) => text.of('report.word', one)).join(', ')
  return (
    <div className="page">
      <PageHeader
        title={`${found.code} · ${found.name}`}
        status={found.status}
        back="/proof/templet"
        actions={
          found.operations.includes('edit') && (
            <Button act={configChangeCalls.propose} look="solid" onClick={() => edit(true)}>
              {text('report.newVersion')}
            </Button>
          )
        }
      >
        {found.nameCn}
      </PageHeader>
      <Section title={text('report.templetFacts')}>
        <DescriptionList
          facts={[
            { label: text('report.version'), value: found.version },
            { label: text('report.createdAt'), value: formatDateTime(found.createdAt) },
            { label: text('report.signatories'), value: named(found.signatories) },
            { label: text('report.productTypes'), value: named(found.productTypes), wide: true },
          ]}
        />
      </Section>
      <Section title={text('report.words')}>
        <div className="table-scroll">
          <table className="table">
            <thead>
              <tr>
                <th scope="col">{text('report.wordName')}</th>
                <th scope="col">{text('report.example')}</th>
                <th scope="col">{text('report.usedIn')}</th>
              </tr>
            </thead>
            <tbody>
              {found.variables.map((one) => (
                <tr key={one.name}>
                  <td data-label={text('report.wordName')}>
                    <code>{`{{${one.name}}}`}</code>
                  </td>
                  <td data-label={text('report.example')}>{one.example}</td>
                  <td data-label={text('report.usedIn')}>
                    {[one.inEnglish && 'English', one.inChinese && '中文'].filter(Boolean).join(', ')}
                  </td>
                </tr>
              ))}
            </tbody>
          </table>
        </div>
      </Section>
      <Section title={text('report.preview')}>
        <Preview html={found.html} />
      </Section>
      <Section title={text('report.versions')}>
        <div className="table-scroll">
          <table className="table">
            <tbody>
              {found.versions.map((one) => (
                <tr key={one.id}>
                  <td>
                    <Link to={`/proof/templet/${one.id}/detail`}>{text('report.versionNo', { version: one.version })}</Link>
                  </td>
                  <td>{formatDateTime(one.createdAt)}</td>
                  <td className="cell-end">{text('report.contracts', { count: one.contracts })}</td>
                </tr>
              ))}
            </tbody>
          </table>
        </div>
      </Section>
      {can('system.company.view') && <ChangesSection kind="TEMPLATE" targetId={id} />}
      {editing && (
        <Kit>
          <EditTemplet found={found} onClose={() => edit(false)} />
        </Kit>
      )}
    </div>
  )
}

function Preview({ html }: { html: { en: string; cn: string } }) {
  const text = useText()
  const [shown, show] = useState<'en' | 'cn'>(language() === 'zh-CN' ? 'cn' : 'en')
  return (
    <div className="contract-paper">
      <Tabs
        label={text('report.preview')}
        chosen={shown}
        onChoose={show}
        tabs={[
          { key: 'en', label: 'English' },
          { key: 'cn', label: '中文' },
        ]}
      />
      <article
        lang={shown === 'en' ? 'en' : 'zh-CN'}
        // biome-ignore lint/security/noDangerouslySetInnerHtml: the server builds it from plain text and escapes every value
        dangerouslySetInnerHTML={{ __html: html[shown] }}
      />
    </div>
  )
}

type Values = { name: string; nameCn: string; bodyEn: string; bodyCn: string }
type Found = Values & { id: string; known: string[] }

/** Writes the next version of a template and puts it forward. */
export function EditTemplet({ found, onClose }: { found: Found; onClose: () => void }) {
  const text = useText()
  const [form] = Form.useForm<Values>()
  useKeptForm(form, { part: 'templet' })
  const id = useId()
  const { run, busy, error } = useSubmit(configChangeCalls.propose, form)
  const refresh = useRefresh('TEMPLATE')
  const save = async (values: Values) => {
    const sent = await run({ body: { kind: 'TEMPLATE', targetId: found.id, values: { templetId: found.id, ...values } } })
    if (!sent) return
    notify('success', text('staff.sent', { no: sent.no }))
    refresh()
    onClose()
  }
  return (
    <FormDialog
      side
      width={860}
      title={text('report.newVersion')}
      onClose={onClose}
      form={id}
      ok={text('staff.send')}
      busy={busy}
      error={error}
    >
      <p className="muted">{text('staff.sendText')}</p>
      <p className="muted">{text('report.newVersionText')}</p>
      <p className="muted">{found.known.map((word) => `{{${word}}}`).join(' ')}</p>
      <Form<Values> id={id} form={form} layout="vertical" onFinish={save} initialValues={found}>
        <FormGrid>
          <TextField name="name" label={text('list.proof.templet.name')} required maxLength={200} />
          <TextField name="nameCn" label={text('list.proof.templet.nameCn')} required maxLength={200} />
          <RemarkField name="bodyEn" label="English" required maxLength={60000} span={3} rows={14} />
          <RemarkField name="bodyCn" label="中文" required maxLength={60000} span={3} rows={14} />
        </FormGrid>
      </Form>
    </FormDialog>
  )
}
