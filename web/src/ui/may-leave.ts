import type { RouterHistory } from '@tanstack/react-router'
import { askToDiscard } from './dialog.tsx'
import { guardUnsaved, isUnsaved, letGo } from './unsaved.ts'

let asking: Promise<boolean> | undefined

/** Whether this page may be left: at once when nothing typed would be lost, otherwise when its user says so. */
export function mayLeave(byLink = false): Promise<boolean> {
  if (!isUnsaved(byLink)) return Promise.resolve(true)
  asking ??= askAndLetGo().finally(() => {
    asking = undefined
  })
  return asking
}

/**
 * Whether what stands on this page may give way to something else on it, such as another tab or another record of a choice. The
 * page itself stays, and goes on telling what of it is not sent.
 */
export const mayGiveWay = async (): Promise<boolean> => !isUnsaved() || askToDiscard()

async function askAndLetGo(): Promise<boolean> {
  const mayGo = await askToDiscard()
  if (mayGo) letGo()
  return mayGo
}

/** Asks before a link, the browser's own buttons or the closing of its tab lose what was typed. */
export function guardHistory(history: Pick<RouterHistory, 'block'>) {
  guardUnsaved(() =>
    history.block({
      enableBeforeUnload: () => isUnsaved(),
      blockerFn: async ({ currentLocation, nextLocation, action }) =>
        currentLocation.pathname !== nextLocation.pathname && !(await mayLeave(action === 'PUSH' || action === 'REPLACE')),
    }),
  )
}
