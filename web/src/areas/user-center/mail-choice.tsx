import { useQuery } from '@tanstack/react-query'
import { sessionCalls } from '@usance/wire/session/calls'
import { choiceOf, storedChoice } from '@usance/wire/session/choice'
import { send } from '../../http/client.ts'
import { useText } from '../../i18n/i18n.ts'
import { sameUser } from '../../session/mismatch.ts'
import { NotAnswered } from '../../ui/answered.tsx'
import { Section } from '../../ui/page-frame.tsx'

const kinds = ['task', 'news'] as const

/** The mails that the user has chosen besides the bell; none by default. */
export function MailChoice() {
  const text = useText()
  return (
    <Section title={text('user.mails')}>
      <p className="muted">{text('user.mailsText')}</p>
      {kinds.map((kind) => (
        <Choice key={kind} kind={kind} />
      ))}
    </Section>
  )
}

function Choice({ kind }: { kind: (typeof kinds)[number] }) {
  const text = useText()
  const key = `mail.${kind}`
  const kept = useQuery({
    queryKey: ['preference', key],
    queryFn: () => send(sessionCalls.preferenceDetail, { query: { key } }, { quiet: true }),
  })
  const change = async (wanted: boolean) => {
    if (!(await sameUser())) return
    await send(sessionCalls.preferenceEdit, { body: { key, value: storedChoice(wanted ? 'on' : 'off') } })
    await kept.refetch()
  }
  return (
    <p>
      <label>
        <input
          type="checkbox"
          checked={choiceOf(kept.data?.valueLong ?? null) === 'on'}
          disabled={!kept.data}
          onChange={(event) => void change(event.target.checked)}
        />{' '}
        <span>{text(`user.mailOf.${kind}`)}</span>
      </label>{' '}
      <NotAnswered question={kept} />
    </p>
  )
}
