import { outlookCalls } from '@usance/wire/outlook/calls'
import { useState } from 'react'
import { send } from '../../../http/client.ts'
import { useText } from '../../../i18n/i18n.ts'
import { sameUser } from '../../../session/mismatch.ts'
import { Button } from '../../../ui/button.tsx'
import { formatDateTime } from '../../../ui/format.ts'
import { notify } from '../../../ui/notice.ts'
import { Section } from '../../../ui/page-frame.tsx'

/** Makes a visitor's link; it is shown once, because only its hash is kept. */
export function ExhibitionLink() {
  const text = useText()
  const [made, setMade] = useState<{ path: string; expiresAt: string }>()
  const [busy, setBusy] = useState(false)
  const make = async () => {
    if (!(await sameUser())) return
    setBusy(true)
    try {
      setMade(await send(outlookCalls.exhibitionLink, { body: {} }))
    } finally {
      setBusy(false)
    }
  }
  const link = made && `${location.origin}${made.path}`
  return (
    <Section
      title={text('insight.visitor')}
      extra={
        <Button small busy={busy} onClick={() => void make().catch(() => {})}>
          {text('insight.makeLink')}
        </Button>
      }
    >
      <p className="muted">{text('insight.visitorText')}</p>
      {link && (
        <label className="news-link">
          <span>{text('insight.link', { until: formatDateTime(made.expiresAt) })}</span>
          <span>
            <input className="input" readOnly value={link} onFocus={(event) => event.target.select()} />
            <Button
              small
              onClick={() =>
                void navigator.clipboard?.writeText(link).then(
                  () => notify('success', text('insight.copied')),
                  () => {},
                )
              }
            >
              {text('insight.copy')}
            </Button>
          </span>
        </label>
      )}
    </Section>
  )
}
