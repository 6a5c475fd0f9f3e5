import { type ComponentType, lazy, Suspense } from 'react'
import { useText } from '../i18n/i18n.ts'
import { inTime } from '../shell/chunk-reload.ts'

/** Says, on a slow network only, that what was asked for is on its way. */
function Coming() {
  const text = useText()
  return (
    <div className="part-coming" role="status">
      <span className="spinner" aria-hidden="true" />
      {text('common.loading')}
    </div>
  )
}

/** A part of a page whose code is fetched when it is first shown, such as a dialog that few visits open. */
export function lazyPart<P extends object>(load: () => Promise<ComponentType<P>>): ComponentType<P> {
  const Part = lazy(async () => ({ default: await inTime(load()) }))
  return (props: P) => (
    <Suspense fallback={<Coming />}>
      <Part {...props} />
    </Suspense>
  )
}
