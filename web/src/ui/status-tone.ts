/** What a status asks of the reader: nothing yet, wait, rejoice, look, act, or that it is over. */
export type StatusTone = 'quiet' | 'moving' | 'good' | 'attention' | 'bad' | 'ended'

const members: Record<StatusTone, readonly string[]> = {
  quiet: ['DRAFT', 'UNPAID', 'UNFINANCED', 'unActive', 'NONE', 'PENDING', 'OPEN', 'UNREAD'],
  moving: [
    'SUBMITTED',
    'IN_APPROVE',
    'LOCKED',
    'FUNDING',
    'PARTIAL',
    'PARTIALLY_REPAID',
    'PENDING_ACTIVATE',
    'READY_TO_ENABLE',
    'PENDING_SIGN',
    'PARTIALLY_SIGNED',
    'RECEIVED',
    'INSTRUCTED',
    'OFFERED',
    'PROCESSING',
    'uploading',
  ],
  good: [
    'CONFIRMED',
    'PAID',
    'FINANCED',
    'FUNDED',
    'SETTLED',
    'PASSED',
    'RIGHT_CONFIRMED',
    'ENABLE',
    'active',
    'SIGNED',
    'MATCHED',
    'ALLOCATED',
    'POSTED',
    'ACCEPTED',
    'TAKEN',
    'DONE',
    'PUBLISHED',
    'done',
  ],
  attention: ['DISPUTED', 'REJECTED', 'RETURNED', 'UNIDENTIFIED', 'EXPIRED'],
  bad: ['OVERDUE', 'REFUSED', 'WRITTEN_OFF', 'FAILED', 'error'],
  ended: [
    'WAIVED',
    'CLOSED',
    'CANCELLED',
    'WITHDRAWN',
    'CONVERTED',
    'REVOKED',
    'DISABLE',
    'stop',
    'TERMINATED',
    'VOID',
    'REFUNDED',
    'REVERSED',
    'TAKEN_BACK',
    'READ',
    'IGNORED',
    'removed',
  ],
}
const tones = new Map(Object.entries(members).flatMap(([tone, values]) => values.map((value) => [value, tone as StatusTone])))

export const toneOf = (value: string): StatusTone => tones.get(value) ?? 'quiet'
/** Whether a value is a status, and so shown as a tag. */
export const isStatus = (value: string): boolean => tones.has(value)
