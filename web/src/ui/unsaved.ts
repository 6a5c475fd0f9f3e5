import { isLeaving } from '../session/leave.ts'

/** What stands on the screen and would be lost with it. */
type Held = { isUnsaved: () => boolean; byLinks: boolean }
const held = new Set<Held>()

type Guard = () => () => void
let guard: Guard | undefined
let unguard: (() => void) | undefined

/** Says how the browser's history is guarded; that happens only while something is held. */
export function guardUnsaved(by: Guard) {
  guard = by
}

/**
 * Has a question asked before something typed is lost; answers how to stop. A dialog sets `byLinks` to false: nothing behind
 * it can be clicked, so that only its own work goes to another page, after it was sent.
 */
export function holdUnsaved(isUnsaved: () => boolean, byLinks = true): () => void {
  const one = { isUnsaved, byLinks }
  held.add(one)
  unguard ??= guard?.()
  return () => {
    held.delete(one)
    if (held.size === 0) release()
  }
}

/** Whether something typed would be lost; on the way to the sign-in page it is kept instead. */
export const isUnsaved = (byLink = false): boolean =>
  !isLeaving() && [...held].some((one) => (one.byLinks || !byLink) && one.isUnsaved())

/** What is on the screen is given up: nothing more is asked about it. */
export function letGo() {
  held.clear()
  release()
}
function release() {
  unguard?.()
  unguard = undefined
}
