import type { ComponentProps } from 'react'
import { loadAreaTexts } from '../../i18n/load-area.ts'
import { useCan } from '../../session/session.ts'
import { lazyPart } from '../../ui/lazy-part.tsx'

// It stands in forms of other areas, so it brings its own texts.
const Reason = lazyPart(async () => (await Promise.all([import('./sent-back.tsx'), loadAreaTexts('approval')]))[0].SentBackOf)

/** Why an object was sent back, at the head of the form in which it is corrected. */
export function SentBackReason(props: ComponentProps<typeof Reason>) {
  // Some correct an object and do not read how it was decided.
  return useCan()('approval.view') ? <Reason {...props} /> : null
}
