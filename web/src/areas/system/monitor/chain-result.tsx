import type { Answer } from '@usance/wire/call'
import type { monitorCalls } from '@usance/wire/monitor/calls'
import { useText } from '../../../i18n/i18n.ts'
import { StatusTag } from '../../../ui/status-tag.tsx'

export type Checked = Pick<Answer<typeof monitorCalls.chain>, 'checked' | 'broken' | 'outside'>

/** The outcome of a check of the chain. It is called whole only where it was compared with the head outside the database. */
export function ChainResult({ checked, broken, outside }: Checked) {
  const text = useText()
  const count = (checked ?? 0).toLocaleString('en-US')
  const isHeld = outside === 'HEAD'
  const words = text(isHeld ? 'staff.chainWhole' : 'staff.chainUnheld', { count })
  return (
    <div role="status" className="chain-result">
      {broken !== null && <StatusTag value="FAILED" label={text('staff.chainBroken', { fault: broken })} />}
      {broken === null && <StatusTag value="DONE" tone={isHeld ? 'good' : 'attention'} label={words} />}
      {!isHeld && <p>{text(outside === 'DAMAGED' ? 'staff.headDamaged' : 'staff.headMissing')}</p>}
    </div>
  )
}
