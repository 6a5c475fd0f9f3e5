import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { outlookCalls } from '@usance/wire/outlook/calls'
import { hasAnyRole, presentRoles } from '@usance/wire/roles'
import { knownConfig } from '../../config.ts'
import { send } from '../../http/client.ts'
import { useText } from '../../i18n/i18n.ts'
import { loadAreaTexts } from '../../i18n/load-area.ts'
import { useSession } from '../../session/session.ts'
import { Failed } from '../../ui/empty.tsx'
import { lazyPart } from '../../ui/lazy-part.tsx'
import { PageHeader, Section } from '../../ui/page-frame.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { BuyersPanel } from './buyers-panel.tsx'
import { NewsList } from './news-list.tsx'
import { regionsWith } from './news-shape.ts'
import { RequestCustomer } from './request-customer.tsx'
import { Tariffs } from './tariffs.tsx'
import './outlook.css'

// The assistant brings its own texts.
const Talk = lazyPart(async () => {
  const [{ Talk }] = await Promise.all([
    import('../assistant/talk.tsx'),
    loadAreaTexts('assistant'),
    import('../assistant/assistant.css'),
  ])
  return Talk
})

/** What moves the caller's buyers: how they pay, what is heard of them, news of their regions, tariffs. */
export default function BuyerOutlookPage() {
  const text = useText()
  const { user } = useSession()
  const configured = knownConfig()?.supplierIds ?? []
  const supplierIds = configured.length > 0 ? [...configured] : [user.companyId]
  const buyers = useQuery({
    queryKey: ['outlook-buyers', ...supplierIds],
    queryFn: () => send(outlookCalls.queryBuyersByA8SupplierIds, { body: { supplierIds } }, { quiet: true }),
  })
  return (
    <div className="page">
      <PageHeader title={text('outlook.title')} actions={<Link to={'/chatbot' as string}>{text('outlook.askAssistant')}</Link>}>
        {text('outlook.lead')}
      </PageHeader>
      {buyers.error ? (
        <Failed error={buyers.error} onRetry={() => void buyers.refetch()} />
      ) : !buyers.data ? (
        <Skeleton lines={12} />
      ) : (
        <div className="outlook-columns">
          <Section title={text('outlook.news')}>
            <NewsList regions={regionsWith(buyers.data.buyers.map(({ region }) => region))} />
          </Section>
          <div>
            <Section title={text('outlook.askAssistant')}>
              <Talk conversationId={undefined} before={[]} onAnswered={() => {}} />
            </Section>
            <BuyersPanel buyerIds={buyers.data.buyers.map(({ id }) => id)} />
            {hasAnyRole(presentRoles(user), ['SUPPLIER']) && <RequestCustomer />}
            <Tariffs />
          </div>
        </div>
      )}
    </div>
  )
}
