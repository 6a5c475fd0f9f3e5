import { useQuery } from '@tanstack/react-query'
import { onboardingCalls } from '@usance/wire/onboarding/calls'
import { send } from '../../../http/client.ts'
import { useText } from '../../../i18n/i18n.ts'
import { useMayAct } from '../../../session/session.ts'
import { Empty, Failed } from '../../../ui/empty.tsx'
import { formatDateTime } from '../../../ui/format.ts'
import { PageHeader, Section } from '../../../ui/page-frame.tsx'
import { Skeleton } from '../../../ui/skeleton.tsx'
import { ImportNames } from './import-names.tsx'
import '../../org/integration.css'

/** The lists of names that nobody is admitted with unseen, and where names are added to them. */
export default function WatchListPage() {
  const text = useText()
  const mayDo = useMayAct()
  const found = useQuery({
    queryKey: ['watch-lists'],
    queryFn: () => send(onboardingCalls.sanctionLists, { body: {} }, { quiet: true }),
    staleTime: 0,
  })
  const rows = found.data?.list ?? []
  return (
    <div className="page">
      <PageHeader title={text('menu.systemWatchList')}>{text('onboarding.watch.intro')}</PageHeader>
      <Section title={text('onboarding.watch.lists')}>
        {found.isLoadingError && <Failed error={found.error} onRetry={() => void found.refetch()} />}
        {found.isLoading && <Skeleton lines={3} />}
        {found.data && rows.length === 0 && (
          <Empty title={text('onboarding.watch.none')} text={text('onboarding.watch.noneText')} />
        )}
        {rows.length > 0 && (
          <div className="integration-scroll">
            <table className="integration-table">
              <thead>
                <tr>
                  {['list', 'names', 'importedAt'].map((head) => (
                    <th key={head} scope="col">
                      {text.of('onboarding.watch', head)}
                    </th>
                  ))}
                </tr>
              </thead>
              <tbody>
                {rows.map((row) => (
                  <tr key={row.list}>
                    <th scope="row">
                      <strong>{row.list}</strong>
                    </th>
                    <td>{row.names.toLocaleString('en-US')}</td>
                    <td>{formatDateTime(row.importedAt)}</td>
                  </tr>
                ))}
              </tbody>
            </table>
          </div>
        )}
      </Section>
      {mayDo(onboardingCalls.importSanctions) && (
        <Section title={text('onboarding.watch.add')}>
          <ImportNames onDone={() => void found.refetch()} />
        </Section>
      )}
    </div>
  )
}
