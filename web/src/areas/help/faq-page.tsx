import { Link, useNavigate, useParams } from '@tanstack/react-router'
import { faqCategories, type HelpText } from '@usance/wire/help/calls'
import { useState } from 'react'
import { useText } from '../../i18n/i18n.ts'
import { useCan } from '../../session/session.ts'
import { Button } from '../../ui/button.tsx'
import { Empty, Failed } from '../../ui/empty.tsx'
import { PageHeader } from '../../ui/page-frame.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { Tabs } from '../../ui/tabs.tsx'
import { HelpForm } from './help-form.tsx'
import { Paragraphs } from './paragraphs.tsx'
import { bodyOf, titleOf, useHelp } from './use-help.ts'
import './help.css'

const pageSize = 10
type Subject = 'all' | (typeof faqCategories)[number]

/** Questions by subject, ten to a page; the address names subject, open question and page. */
export default function FaqPage() {
  const text = useText()
  const navigate = useNavigate()
  const can = useCan()
  const params = useParams({ strict: false })
  const subject = (faqCategories as readonly string[]).includes(params.category ?? '') ? (params.category as Subject) : 'all'
  const [typed, setTyped] = useState('')
  const [editing, setEditing] = useState<HelpText | 'new'>()
  const { data, error, refetch } = useHelp()
  const words = typed.trim().toLowerCase()
  const matching = data?.filter(
    (one) =>
      (faqCategories as readonly string[]).includes(one.category) &&
      (subject === 'all' || one.category === subject) &&
      (!words || `${titleOf(one)} ${bodyOf(one)}`.toLowerCase().includes(words)),
  )
  // An address names a question by its id, or by its place among those of the subject.
  const wanted = Number(params.id ?? 0)
  const openId = matching?.some(({ id }) => id === wanted) || wanted < 1 ? wanted : matching?.[wanted - 1]?.id
  const pages = Math.max(1, Math.ceil((matching?.length ?? 0) / pageSize))
  const page = words ? 1 : Math.min(Math.max(1, Number(params.page) || 1), pages)
  const shown = words ? matching : matching?.slice((page - 1) * pageSize, page * pageSize)
  const go = (to: { category?: string; id?: number; page?: number }) =>
    void navigate({
      to: '/faq/$category/$id/$page',
      params: { category: to.category ?? subject, id: String(to.id ?? 0), page: String(to.page ?? 1) },
    })
  return (
    <div className="help">
      <PageHeader
        title={text('help.title')}
        actions={
          can('system.i18n.edit') && (
            <Button icon="plus" onClick={() => setEditing('new')}>
              {text('help.add')}
            </Button>
          )
        }
      >
        {text('help.lead')}
      </PageHeader>
      <section className="panel">
        <Tabs<Subject>
          label={text('help.category')}
          chosen={subject}
          onChoose={(category) => go({ category })}
          tabs={(['all', ...faqCategories] as const).map((key) => ({
            key,
            label: key === 'all' ? text('help.all') : text(`help.subject.${key}`),
          }))}
        />
        <div className="help-search">
          <input
            className="input"
            type="search"
            value={typed}
            placeholder={text('help.search')}
            aria-label={text('help.search')}
            onChange={(change) => setTyped(change.target.value)}
          />
        </div>
        {error && <Failed error={error} title={text('help.failed')} onRetry={() => void refetch()} />}
        {!data && !error && (
          <div className="panel-pad">
            <Skeleton lines={6} />
          </div>
        )}
        {shown?.map((one) => (
          <details key={one.id} className="faq" open={one.id === openId || undefined} id={`faq-${one.id}`}>
            <summary>
              {titleOf(one)}
              {!one.published && <small className="muted"> {text('help.hidden')}</small>}
            </summary>
            <Paragraphs text={bodyOf(one)} />
            <p className="faq-foot">
              <Link to="/faqs/$id" params={{ id: String(one.id) }}>
                {text('common.view')}
              </Link>
              {can('system.i18n.edit') && (
                <button type="button" className="link-button" onClick={() => setEditing(one)}>
                  {text('help.edit')}
                </button>
              )}
            </p>
          </details>
        ))}
        {shown?.length === 0 && <Empty title={text('help.none')} />}
        {!words && pages > 1 && matching && (
          <div className="faq-pager">
            <Button small disabled={page === 1} icon="left" onClick={() => go({ page: page - 1 })}>
              {text('table.previous')}
            </Button>
            <span className="muted">
              {text('help.pageOf', {
                from: (page - 1) * pageSize + 1,
                to: Math.min(page * pageSize, matching.length),
                total: matching.length,
              })}
            </span>
            <Button small disabled={page === pages} onClick={() => go({ page: page + 1 })}>
              {text('table.next')}
            </Button>
          </div>
        )}
      </section>
      {editing && <HelpForm help={editing === 'new' ? undefined : editing} onClose={() => setEditing(undefined)} />}
    </div>
  )
}
