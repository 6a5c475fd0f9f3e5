import type { Choice } from '@usance/wire/session/choice'
import { useEffect, useRef, useState } from 'react'
import { useText } from '../i18n/i18n.ts'
import { choose, learnChoice, rememberedChoice } from '../tracking/consent.ts'
import { startAfterMs } from '../tracking/start-tracking.ts'
import { Button } from '../ui/button.tsx'
import { applyChoice } from './use-tracking.ts'

/**
 * Tells a user once that page visits are recorded, and lets them say no. It comes with the next page they open, so that
 * nothing jumps away under their eyes. The answer is kept with their account.
 */
export function TrackingNotice({ userId, pathname }: { userId: string; pathname: string }) {
  const text = useText()
  const [open, setOpen] = useState(false)
  const undecided = useRef(false)
  useEffect(() => {
    if (rememberedChoice(userId)) return
    const timer = setTimeout(async () => {
      undecided.current = !(await learnChoice(userId))
    }, startAfterMs)
    return () => clearTimeout(timer)
  }, [userId])
  // biome-ignore lint/correctness/useExhaustiveDependencies: opening another page is what it waits for
  useEffect(() => {
    if (undecided.current) setOpen(true)
  }, [pathname])
  if (!open) return null
  const answer = (choice: Choice) => {
    undecided.current = false
    setOpen(false)
    if (choice === 'off') applyChoice(false)
    void choose(userId, choice).catch(() => {})
  }
  return (
    <section className="tracking-notice" aria-label={text('tracking.label')}>
      <p>{text('tracking.text')}</p>
      <Button small look="solid" onClick={() => answer('on')}>
        {text('tracking.agree')}
      </Button>
      <Button small onClick={() => answer('off')}>
        {text('tracking.refuse')}
      </Button>
    </section>
  )
}
