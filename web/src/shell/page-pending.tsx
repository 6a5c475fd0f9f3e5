import { Skeleton } from '../ui/skeleton.tsx'

/** What stands where a page will be. */
export function PagePending() {
  return (
    <div className="panel panel-pad">
      <Skeleton lines={7} />
    </div>
  )
}
