import { useQuery } from '@tanstack/react-query'
import { outlookCalls } from '@usance/wire/outlook/calls'
import { send } from '../../http/client.ts'
import { Refused } from '../../http/refused.ts'
import { useText } from '../../i18n/i18n.ts'
import { Empty } from '../../ui/empty.tsx'
import { PageHeader, Section } from '../../ui/page-frame.tsx'
import { NewsList } from './news-list.tsx'
import { Tariffs } from './tariffs.tsx'
import './outlook.css'

/** The outlook for a visitor with a link: the operator's own content, no company's data. */
export default function ExhibitionPage() {
  const text = useText()
  const admitted = useQuery({
    queryKey: ['exhibition'],
    queryFn: () => send(outlookCalls.queryTariffConfig, {}, { quiet: true }),
  })
  if (admitted.error instanceof Refused && admitted.error.code === 401)
    return <Empty title={text('outlook.linkOver')} text={text('outlook.linkOverText')} />
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
