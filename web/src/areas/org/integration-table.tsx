import type { ReactNode } from 'react'
import { useText } from '../../i18n/i18n.ts'
import type { TextGroup } from '../../i18n/keys.ts'
import { Empty, Failed } from '../../ui/empty.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import './integration.css'

type Found = { isLoadingError: boolean; isLoading: boolean; error: unknown; data: unknown; refetch: () => unknown }

/** What ties the company's own systems to the portal, a row each; `texts` is the group of texts for heads and emptiness. */
export function IntegrationTable<R extends { id: string }>({
  found,
  rows,
  texts,
  heads,
  children,
}: {
  found: Found
  rows: readonly R[]
  texts: TextGroup
  heads: readonly string[]
  /** The cells of one row; the last holds its actions. */
  children: (row: R) => ReactNode
}) {
  const text = useText()
  if (found.isLoadingError) return <Failed error={found.error} onRetry={() => void found.refetch()} />
  if (found.isLoading) return <Skeleton lines={5} />
  if (rows.length === 0) return <Empty title={text.of(texts, 'none')} text={text.of(texts, 'noneText')} />
  return (
    <div className="integration-scroll">
      <table className="integration-table">
        <thead>
          <tr>
            {heads.map((head) => (
              <th key={head} scope="col">
                {text.of(texts, head)}
              </th>
            ))}
            <th aria-label={text('common.actions')} />
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <tr key={row.id}>{children(row)}</tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}
