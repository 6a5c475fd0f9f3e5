import { useEffect, useState } from 'react'
import { useText } from '../../i18n/i18n.ts'
import { useSession } from '../../session/session.ts'
import { applyChoice } from '../../shell/use-tracking.ts'
import { choose, learnChoice } from '../../tracking/consent.ts'
import { Section } from '../../ui/page-frame.tsx'

/** Whether the user's page visits are recorded; changed at once and kept with the account. */
export function TrackingChoice() {
  const text = useText()
  const userId = useSession().user.id
  const [on, setOn] = useState<boolean>()
  useEffect(() => {
    let here = true
    void learnChoice(userId).then((choice) => here && setOn(choice !== 'off'))
    return () => {
      here = false
    }
  }, [userId])
  if (on === undefined) return null
  const change = (wanted: boolean) => {
    setOn(wanted)
    applyChoice(wanted)
    void choose(userId, wanted ? 'on' : 'off').catch(() => setOn(!wanted))
  }
  return (
    <Section title={text('tracking.label')}>
      <label>
        <input type="checkbox" checked={on} onChange={(event) => change(event.target.checked)} />
        <span>{text(on ? 'tracking.profile' : 'tracking.off')}</span>
      </label>
    </Section>
  )
}
