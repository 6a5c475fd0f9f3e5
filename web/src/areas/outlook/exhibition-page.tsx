import { useText } from '../../i18n/i18n.ts'
import { PageHeader, Section } from '../../ui/page-frame.tsx'
import { NewsList } from './news-list.tsx'
import { Tariffs } from './tariffs.tsx'
import './outlook.css'

/** The outlook for a visitor with a link: the operator's own content, no company's data. */
export default function ExhibitionPage() {
  const text = useText()
  return (
    <div className="page">
      <PageHeader title={text('outlook.title')}>{text('outlook.visitorLead')}</PageHeader>
      <div className="outlook-columns">
        <Section title={text('outlook.news')}>
          <NewsList regions={['Global', 'ASIA', 'EUROPE', 'AMERICAS']} />
        </Section>
        <div>
          <Tariffs />
        </div>
      </div>
    </div>
  )
}
