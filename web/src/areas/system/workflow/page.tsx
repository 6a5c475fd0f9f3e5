import { lazy, Suspense } from 'react'
import { loadAreaTexts } from '../../../i18n/load-area.ts'
import { Skeleton } from '../../../ui/skeleton.tsx'

// The names of steps and of kinds of objects are those of the approval pages.
const Flows = lazy(async () => (await Promise.all([import('./flows.tsx'), loadAreaTexts('approval')]))[0])

export default function WorkflowPage() {
  return (
    <Suspense fallback={<Skeleton lines={8} />}>
      <Flows />
    </Suspense>
  )
}
