import { Link, useParams } from '@tanstack/react-router'
import { useText } from '../../i18n/i18n.ts'
import { Empty, Failed } from '../../ui/empty.tsx'
import { PageHeader, Section } from '../../ui/page-frame.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { Paragraphs } from './paragraphs.tsx'
import { bodyOf, titleOf, useHelp } from './use-help.ts'
import './help.css'

const list = { category: 'all', id: '0', page: '1' }

/** One question with its answer, and the others of its subject. */
export default function FaqEntryPage() {
  const text = useText()
  const { id } = useParams({ strict: false })
  const { data, error, refetch } = useHelp()
  const entry = data?.find((one) => String(one.id) === id)
  if (error) return <Failed error={error} title={text('help.failed')} onRetry={() => void refetch()} />
  if (!data) return <Skeleton lines={6} />
  if (!entry)
    return (
      <Empty
        title={text('help.missing')}
        text={text('help.missingText')}
        action={
          <Link to="/faq/$category/$id/$page" params={list}>
            {text('help.all')}
          </Link>
        }
      />
    )
  const others = data.filter((one) => one.category === entry.category && one.id !== entry.id)
  return (
    <div className="help">
      <PageHeader title={titleOf(entry)} back="/faq/all/0/1">
        {text(`help.subject.${entry.category}`)}
      </PageHeader>
      <Section>
        <Paragraphs text={bodyOf(entry)} />
      </Section>
      {others.length > 0 && (
        <Section title={text(`help.subject.${entry.category}`)}>
          <ul className="help-others">
            {others.map((one) => (
              <li key={one.id}>
                <Link to="/faqs/$id" params={{ id: String(one.id) }}>
                  {titleOf(one)}
                </Link>
              </li>
            ))}
          </ul>
        </Section>
      )}
    </div>
  )
}
