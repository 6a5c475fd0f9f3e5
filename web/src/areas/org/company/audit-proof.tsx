import { monitorCalls } from '@usance/wire/monitor/calls'
import { send } from '../../../http/client.ts'
import { saveFile } from '../../../http/files.ts'
import { useText } from '../../../i18n/i18n.ts'
import { ActionButton } from '../../../ui/action-button.tsx'
import { Section } from '../../../ui/page-frame.tsx'

const script = 'verify-audit-proof.mjs'
const aYearAgo = () => {
  const day = new Date()
  day.setUTCFullYear(day.getUTCFullYear() - 1)
  return day.toISOString().slice(0, 10)
}

/** Lets a company check its own audit entries without trust in the operator of the portal. */
export function AuditProof() {
  const text = useText()
  const download = async () => {
    const from = aYearAgo()
    const { blob, fileName } = await send(monitorCalls.proof, { query: { from } })
    saveFile(blob, fileName ?? `audit-proof_${from}.ndjson`)
    return true
  }
  return (
    <Section
      title={text('org.proof.title')}
      extra={
        <ActionButton small look="plain" action={download}>
          {text('org.proof.download')}
        </ActionButton>
      }
    >
      <p className="muted">{text('org.proof.text')}</p>
      <p>
        <a href={`/${script}`} download={script}>
          {text('org.proof.script')}
        </a>{' '}
        <span className="muted">{text('org.proof.how')}</span> <code>node {script} audit-proof_….ndjson</code>
      </p>
    </Section>
  )
}
