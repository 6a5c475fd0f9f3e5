import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { Link, useNavigate } from '@tanstack/react-router'
import { intentCalls } from '@usance/wire/intent/calls'
import { useState } from 'react'
import { send } from '../../../http/client.ts'
import { useText } from '../../../i18n/i18n.ts'
import { pageSizes } from '../../../list/conditions.ts'
import { Pager } from '../../../list/pager.tsx'
import { useMayOpen } from '../../../session/use-may-open.ts'
import { Button } from '../../../ui/button.tsx'
import { Empty, Failed } from '../../../ui/empty.tsx'
import { formatDate } from '../../../ui/format.ts'
import { Money } from '../../../ui/money.tsx'
import { PageHeader, Section } from '../../../ui/page-frame.tsx'
import { Skeleton } from '../../../ui/skeleton.tsx'
import { Stale } from '../../../ui/stale.tsx'

/** What the company wishes to finance, and the way to the prices offered for it. */
export default function IntentsPage() {
  const text = useText()
  const mayOpen = useMayOpen()
  const navigate = useNavigate()
  const [page, setPage] = useState({ pageNum: 1, pageSize: 20 })
  const found = useQuery({
    queryKey: ['intents', page],
    queryFn: () => send(intentCalls.intents, { body: page }, { quiet: true }),
    placeholderData: keepPreviousData,
    staleTime: 0,
  })
  if (found.isLoadingError) return <Failed error={found.error} onRetry={() => void found.refetch()} />
  if (!found.data) return <Skeleton lines={6} />
  const go = (to: string) => () => void navigate({ to })
  const add = mayOpen('/org/info/add-intent') && (
    <Button look="solid" icon="plus" onClick={go('/org/info/add-intent')}>
      {text('org.addIntent')}
    </Button>
  )
  return (
    <div className="page">
      <PageHeader
        title={text('menu.orgInfo')}
        actions={
          <>
            {mayOpen('/org/info/ar') && <Button onClick={go('/org/info/ar')}>{text('org.offers')}</Button>}
            {add}
          </>
        }
      />
      <Section title={text('org.intents')}>
        {found.data.total === 0 && (
          <Empty
            title={text('org.noIntents')}
            text={text(add ? 'org.noIntentsText' : 'org.noIntentsOthers')}
            action={add || undefined}
          />
        )}
        <Stale question={found}>
          <ul className="plain-rows">
            {found.data.list.map((intent) => (
              <li key={intent.id}>
                {mayOpen('/org/info/edit-intent') ? (
                  <Link to={'/org/info/edit-intent' as string} search={{ id: intent.id }}>
                    {intent.no}
                  </Link>
                ) : (
                  <strong>{intent.no}</strong>
                )}
                <span>{text(`word.${intent.type}`)}</span>
                <span className="muted">
                  {intent.companyName} → {intent.buyerName}
                </span>
                <span>{text('org.days', { count: intent.tenorDays })}</span>
                <Money amount={intent.yearlyAmount} currency={intent.currency} />
                <span className="muted">{formatDate(intent.createdAt)}</span>
              </li>
            ))}
          </ul>
        </Stale>
        {found.data.total > pageSizes[0] && (
          <Pager
            page={page.pageNum}
            size={page.pageSize}
            total={found.data.total}
            onChange={(pageNum, pageSize) => setPage({ pageNum, pageSize })}
          />
        )}
      </Section>
    </div>
  )
}
