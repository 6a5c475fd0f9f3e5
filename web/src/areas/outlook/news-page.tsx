import { useQuery } from '@tanstack/react-query'
import { outlookCalls } from '@usance/wire/outlook/calls'
import { send } from '../../http/client.ts'
import { useText } from '../../i18n/i18n.ts'
import { useMaybeSession } from '../../session/session.ts'
import { PageHeader, Section } from '../../ui/page-frame.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { NewsList } from './news-list.tsx'
import { regionsWith } from './news-shape.ts'
import './outlook.css'

/** News: of the world for everybody, visitors with a notice link included, and of the regions of one's own buyers. */
export default function NewsPage() {
  const text = useText()
  const session = useMaybeSession()
  const supplierIds = session ? [session.user.companyId] : []
  const buyers = useQuery({
    queryKey: ['outlook-buyers', ...supplierIds],
    queryFn: () => send(outlookCalls.queryBuyersByA8SupplierIds, { body: { supplierIds } }, { quiet: true }),
    enabled: session !== undefined,
  })
  return (
    <div className="page">
      <PageHeader title={text('outlook.newsTitle')} />
      <Section>
        {buyers.isLoading ? (
          <Skeleton lines={8} />
        ) : (
          <NewsList regions={regionsWith((buyers.data?.buyers ?? []).map(({ region }) => region))} />
        )}
      </Section>
    </div>
  )
}
