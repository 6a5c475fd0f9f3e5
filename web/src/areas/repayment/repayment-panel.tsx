import { useQuery, useQueryClient } from '@tanstack/react-query'
import { repaymentCalls } from '@usance/wire/repayment/calls'
import { useId, useState } from 'react'
import { useTyped } from '../../form/kept.ts'
import { figureWithin } from '../../form/number-input.ts'
import { NumberText } from '../../form/number-text.tsx'
import { useSubmit } from '../../form/use-submit.ts'
import { send } from '../../http/client.ts'
import { useText } from '../../i18n/i18n.ts'
import { Button } from '../../ui/button.tsx'
import { Failed } from '../../ui/empty.tsx'
import { FormError } from '../../ui/form-error.tsx'
import { formatAmount } from '../../ui/format.ts'
import { Money } from '../../ui/money.tsx'
import { SidePanel } from '../../ui/page-frame.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { StatusTag } from '../../ui/status-tag.tsx'
import { ApprovalPanel } from '../approval/approval-panel.tsx'
import '../payment/money.css'
import { RepaymentAhead } from './repayment-ahead.tsx'
import { type RepaymentDetail, RepaymentFacts, RepaymentNotes, RepaymentPaid } from './repayment-facts.tsx'
import { ReverseDialog } from './reverse-dialog.tsx'

type Props = { id: string | undefined; onClose: () => void; onChanged: () => void }

/** One repayment at the right edge: where it came from, what it paid, and taking it back. */
export function RepaymentPanel(props: Props) {
  // A dialog that is open on one repayment, and a typed amount, do not pass to the next.
  return <OneRepayment key={props.id} {...props} />
}

/** A repayment that was sent back is submitted again, with the amount that is typed; `limits` say what may be. */
function useAgain(id: string | undefined, repayment: RepaymentDetail | undefined, onDone: () => void) {
  const { run, busy, error, clear } = useSubmit(repaymentCalls.resubmit)
  const [typed, setTyped] = useTyped<string | undefined>(undefined, { part: `again ${id ?? ''}` })
  const isOffered = repayment?.operations.includes('RESUBMIT') ?? false
  const limits = repayment && {
    kind: { money: repayment.currency },
    positive: true,
    max: repayment.mostAgain ?? repayment.amount,
  }
  const amount = typed ?? repayment?.amount ?? ''
  const figure = limits ? figureWithin(amount, limits) : ''
  const submit = async () => {
    if (!repayment) return
    const corrected = figure === repayment.amount ? {} : { amount: figure }
    if (await run({ body: { id: repayment.id, ...corrected } })) onDone()
  }
  const type = (next: string) => {
    clear()
    setTyped(next)
  }
  return { isOffered, limits, amount, isAmount: figure !== '', type, submit, busy, error }
}

function OneRepayment({ id, onClose, onChanged }: Props) {
  const text = useText()
  const queries = useQueryClient()
  const [asking, ask] = useState(false)
  const answer = useQuery({
    queryKey: ['repayment', id],
    queryFn: () => send(repaymentCalls.detail, { body: { id: id! } }, { quiet: true }),
    enabled: id !== undefined,
  })
  const repayment = answer.data
  const changed = () => {
    ask(false)
    void queries.invalidateQueries({ queryKey: ['repayment', id] })
    onChanged()
  }
  const again = useAgain(id, repayment, changed)
  return (
    <>
      <SidePanel
        open={id !== undefined}
        width={620}
        title={repayment?.no ?? text('menu.repaymentDetail')}
        onClose={onClose}
        footer={
          <>
            <FormError error={again.error} />
            {again.isOffered && (
              <Button
                act={repaymentCalls.resubmit}
                look="solid"
                busy={again.busy}
                disabled={!again.isAmount}
                onClick={() => void again.submit()}
              >
                {text('repayment.sendForApproval')}
              </Button>
            )}
            {repayment?.operations.includes('REVERSE') && (
              <Button act={repaymentCalls.reverse} look="danger" onClick={() => ask(true)}>
                {text('repayment.reverse')}
              </Button>
            )}
          </>
        }
      >
        {answer.isLoadingError && <Failed error={answer.error} onRetry={() => void answer.refetch()} />}
        {!repayment && !answer.isLoadingError && <Skeleton lines={8} />}
        {repayment && (
          <>
            <p className="money-headline">
              <Money amount={repayment.amount} currency={repayment.currency} exact /> <StatusTag value={repayment.status} />
            </p>
            {again.isOffered && <AmountAgain again={again} currency={repayment.currency} />}
            <RepaymentFacts repayment={repayment} />
            <RepaymentNotes repayment={repayment} />
            <RepaymentPaid repayment={repayment} />
            <Approvals repayment={repayment} onDone={changed} />
          </>
        )}
      </SidePanel>
      {repayment && asking && <ReverseDialog repayment={repayment} onClose={() => ask(false)} onDone={changed} />}
    </>
  )
}

/** The amount with which a repayment is submitted again. */
function AmountAgain({ again: { limits, amount, type }, currency }: { again: ReturnType<typeof useAgain>; currency: string }) {
  const text = useText()
  const id = useId()
  if (!limits) return null
  return (
    <p className="stacked-fields">
      <label htmlFor={id}>{text('repayment.amountAgain', { currency })}</label>
      <NumberText id={id} {...limits} value={amount} onChange={type} />
      <small className="muted">
        {text('repayment.mostAgain', {
          amount: `${formatAmount(limits.max, currency, { exact: true })} ${currency}`,
        })}
      </small>
    </p>
  )
}

/** The approvals that a repayment, or taking it back, waits for. */
function Approvals({ repayment, onDone }: { repayment: RepaymentDetail; onDone: () => void }) {
  const about = { businessNo: repayment.no, businessId: repayment.id, onDone }
  return (
    <>
      {repayment.status === 'IN_APPROVE' && (
        <>
          <RepaymentAhead no={repayment.no} />
          <ApprovalPanel businessType="REPAYMENT" {...about} />
        </>
      )}
      {repayment.reversalInApproval && <ApprovalPanel businessType="REPAYMENT_REVERSAL" {...about} />}
    </>
  )
}
