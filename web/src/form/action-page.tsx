import type { ReactNode } from 'react'
import { useText } from '../i18n/i18n.ts'
import { PageHeader } from '../ui/page-frame.tsx'

/** A page of one action: while it runs an overlay keeps everything below it still. */
export function ActionPage({
  title,
  back,
  busy,
  actions,
  status,
  children,
}: {
  title: ReactNode
  back: string
  busy: boolean
  actions?: ReactNode
  status?: string
  children: ReactNode
}) {
  const text = useText()
  return (
    <div className="page action-page" data-status="action" aria-busy={busy}>
      <PageHeader title={title} back={back} actions={actions} status={status} />
      <div className="action-body" inert={busy}>
        {children}
      </div>
      {busy && (
        <div className="action-overlay" role="status">
          <span className="spinner" aria-hidden="true" />
          {text('common.loading')}
        </div>
      )}
    </div>
  )
}
