import { lazy, Suspense } from 'react'
import { loadAreaTexts } from '../../i18n/load-area.ts'
import { useCan } from '../../session/session.ts'
import { Skeleton } from '../../ui/skeleton.tsx'
import type { ApprovalPanelProps } from './panel.tsx'

// The panel stands on pages of other areas, so it brings its own texts.
const Panel = lazy(async () => {
  const [panel] = await Promise.all([import('./panel.tsx'), loadAreaTexts('approval')])
  return panel
})

/** The approval of an object, on any page, named by its type, its id and its number. */
export function ApprovalPanel(props: ApprovalPanelProps & { businessId: string }) {
  // Some see an object and not how it was decided.
  const can = useCan()
  if (!can('approval.view')) return null
  return (
    <Suspense fallback={<Skeleton lines={6} />}>
      <Panel {...props} />
    </Suspense>
  )
}
