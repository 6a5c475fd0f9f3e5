import { useEffect, useState } from 'react'
import { useText } from '../i18n/i18n.ts'
import { type Choice, choose, learnChoice, rememberedChoice } from '../tracking/consent.ts'
import { startAfterMs } from '../tracking/start-tracking.ts'
import { Button } from '../ui/button.tsx'
import { applyChoice } from './use-tracking.ts'

/** Tells a user once that page visits are recorded, and lets them say no. The answer is kept with their account. */
export function TrackingNotice({ userId }: { userId: string }) {
  const text = useText()
  const [open, setOpen] = useState(false)
  useEffect(() => {
    let here = true
    if (rememberedChoice(userId)) return
    const timer = setTimeout(async () => {
      const choice = await learnChoice(userId)
      if (here) setOpen(!choice)
    }, startAfterMs)
    return () => {
      here = false
      clearTimeout(timer)
    }
  }, [userId])
  if (!open) return null
  const answer = (choice: Choice) => {
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
