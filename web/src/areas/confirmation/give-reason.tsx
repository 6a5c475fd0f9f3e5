import { invoiceCalls } from '@usance/wire/invoice/calls'
import type { ConfirmationRow } from '@usance/wire/invoice/list'
import { send } from '../../http/client.ts'
import { useText } from '../../i18n/i18n.ts'
import { ReasonDialog } from '../../ui/reason-dialog.tsx'
import { ReasonChoiceDialog } from '../trading/reason-choice.tsx'
import { reasonTitles, reasonVerbs } from '../trading/reasons.ts'
import { WhatOf } from './what-of.tsx'

export type Reasoned = { kind: 'RETURN' | 'DISPUTE' | 'PROPOSE'; rows: readonly ConfirmationRow[] }

type Props = { asking: Reasoned; onClose: () => void; onDone: () => void }

/** Asks why invoices are returned or disputed, or how their dispute may end, and sends that. */
export function GiveReason({ asking: { kind, rows }, onClose, onDone }: Props) {
  const text = useText()
  const ids = rows.map((row) => row.id)
  const asked = { title: text(reasonTitles[kind]), ok: text(reasonVerbs[kind]), about: <WhatOf rows={rows} />, onClose }
  if (kind === 'PROPOSE')
    return (
      <ReasonDialog
        open
        {...asked}
        onSubmit={async (comment) => {
          await send(invoiceCalls.proposeResolution, { body: { id: ids[0]!, comment } })
          onDone()
        }}
      />
    )
  return (
    <ReasonChoiceDialog
      {...asked}
      kept={`${kind} ${ids.join()}`}
      onSubmit={async (reason) => {
        if (kind === 'RETURN') await send(invoiceCalls.returnToSupplier, { body: { id: ids[0]!, comment: reason } })
        else await send(invoiceCalls.dispute, { body: { ids, reason } })
        onDone()
      }}
    />
  )
}
