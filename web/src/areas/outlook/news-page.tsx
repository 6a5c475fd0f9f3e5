import { useText } from '../../i18n/i18n.ts'
import { PageHeader, Section } from '../../ui/page-frame.tsx'
import { NewsList } from './news-list.tsx'
import './outlook.css'

/** News of the world: for everybody, visitors with a notice link included. */
export default function NewsPage() {
  const text = useText()
  return (
    <div className="page">
      <PageHeader title={text('outlook.newsTitle')} />
      <Section title={text('outlook.news')}>
        <NewsList regions={['Global']} />
      </Section>
    </div>
  )
}
