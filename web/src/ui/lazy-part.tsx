import { type ComponentType, lazy, Suspense } from 'react'
import { inTime } from '../shell/chunk-reload.ts'

/** A part of a page whose code is fetched when it is first shown, such as a dialog that few visits open. */
export function lazyPart<P extends object>(load: () => Promise<ComponentType<P>>): ComponentType<P> {
  const Part = lazy(async () => ({ default: (await inTime(load())) as ComponentType<any> }))
  return (props: P) => (
    <Suspense fallback={null}>
      <Part {...props} />
    </Suspense>
  )
}
