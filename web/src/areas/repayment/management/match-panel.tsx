import { useQuery } from '@tanstack/react-query'
import { fromDecimal, toDecimal } from '@usance/domain/money'
import { mostParts, repaymentCalls } from '@usance/wire/repayment/calls'
import { useState } from 'react'
import { Kit } from '../../../form/kit.tsx'
import { useSubmit } from '../../../form/use-submit.ts'
import { send } from '../../../http/client.ts'
import { keepWhile } from '../../../http/keep-while.ts'
import { useText } from '../../../i18n/i18n.ts'
import { Button } from '../../../ui/button.tsx'
import { Failed } from '../../../ui/empty.tsx'
import { FormError } from '../../../ui/form-error.tsx'
import { formatAmount } from '../../../ui/format.ts'
import { Money } from '../../../ui/money.tsx'
import { SidePanel } from '../../../ui/page-frame.tsx'
import { Select } from '../../../ui/select.tsx'
import { Skeleton } from '../../../ui/skeleton.tsx'
import { TooMany } from '../../../ui/too-many.tsx'
import { useNumbersTold } from '../../payment/told-apart.tsx'
import { MatchPart } from './match-part.tsx'
import { type Likeness, MaybeReturn, useToldApart } from './maybe-same.tsx'
import { TopUps } from './top-ups.tsx'
import { type Match, useMatch } from './use-match.ts'
import '../../payment/money.css'

export type MatchedReceipt = Likeness & { id: string; no: string; amount: string; currency: string; valueDate: string }

type Props = { receipt: MatchedReceipt; onClose: () => void; onDone: () => void }

/** What a receipt pays: orders with the amount of each, and before anything is booked, what each amount would pay. */
export function MatchPanel({ receipt, onClose, onDone }: Props) {
  const text = useText()
  const submit = useSubmit(repaymentCalls.match)
  const [search, setSearch] = useState('')
  const answer = useQuery({
    queryKey: ['match-candidates', receipt.id, search],
    placeholderData: keepWhile(['match-candidates', receipt.id]),
    queryFn: () =>
      send(repaymentCalls.candidates, { body: { collectionId: receipt.id, ...(search ? { search } : {}) } }, { quiet: true }),
  })
  const { currency } = receipt
  const match = useMatch(receipt, answer.data)
  const same = useToldApart(receipt)
  const back = useNumbersTold((answer.data?.maybeReturnOf ?? []).map(({ no }) => no))
  const apart = { ...same.apart, ...(back.apart.length > 0 ? { notReturnOf: back.apart } : {}) }
  const isUntold = same.isUntold || !back.isApart
  const submitMatch = async () => {
    const { payerRole, fundSource, sent } = match
    const done = await submit.run({ body: { collectionId: receipt.id, payerRole, fundSource, ...apart, parts: sent } })
    if (done) onDone()
    // It may be refused for a payment that may have come back since.
    else await answer.refetch()
  }
  return (
    <SidePanel
      open
      width={760}
      title={text('repayment.matchTitle', { no: receipt.no })}
      onClose={onClose}
      footer={
        <>
          <FormError error={submit.error} />
          <Button onClick={onClose}>{text('common.cancel')}</Button>
          <Button look="solid" busy={submit.busy} disabled={isUntold || !match.isSendable} onClick={() => void submitMatch()}>
            {text('repayment.sendForApproval')}
          </Button>
        </>
      }
    >
      <Headline receipt={receipt} match={match} />
      {same.sign}
      {back.asked.length > 0 && <MaybeReturn payments={back.asked} isApart={back.isApart} onTell={back.tell} />}
      <Payer match={match} search={search} onSearch={setSearch} />
      {answer.data?.more && <p className="muted">{text('repayment.moreOrders')}</p>}
      {answer.isLoadingError && <Failed error={answer.error} onRetry={() => void answer.refetch()} />}
      {!answer.data && !answer.isLoadingError && <Skeleton lines={6} />}
      {answer.data && answer.data.topUps.length > 0 && !isUntold && (
        <TopUps
          receipt={receipt}
          apart={apart}
          topUps={answer.data.topUps}
          left={toDecimal(fromDecimal(answer.data.left, currency))}
          onDone={onDone}
          onRefused={answer.refetch}
        />
      )}
      <TooMany count={match.count} most={mostParts} />
      <Kit>
        {match.shown.map((order) => (
          <MatchPart key={order.orderId} order={order} match={match} receipt={receipt} />
        ))}
      </Kit>
    </SidePanel>
  )
}

/** The amount of the receipt, and what is left of it. */
function Headline({ receipt: { amount, currency }, match }: { receipt: MatchedReceipt; match: Match }) {
  const text = useText()
  return (
    <p className="money-headline">
      <Money amount={amount} currency={currency} exact />
      <span className={match.isOver ? 'form-error' : 'muted'}>
        {text('repayment.left', { amount: `${formatAmount(match.left, currency, { exact: true })} ${currency}` })}
      </span>
    </p>
  )
}

/** Who pays and out of what, and the search for the orders that are paid. */
function Payer({ match, search, onSearch }: { match: Match; search: string; onSearch: (words: string) => void }) {
  const text = useText()
  return (
    <div className="money-accounts">
      <Select
        label={text('repayment.payerRole')}
        options={(['BUYER', 'SUPPLIER'] as const).map((value) => ({ value, label: text(`word.${value}`) }))}
        value={match.payerRole}
        onChange={(value) => match.setPayerRole(value as 'BUYER')}
      />
      <Select
        label={text('repayment.fundSource')}
        options={(['COLLECTION', 'INTEREST'] as const).map((value) => ({ value, label: text(`repayment.source.${value}`) }))}
        value={match.fundSource}
        onChange={(value) => match.setFundSource(value as 'COLLECTION')}
      />
      <input
        className="input"
        aria-label={text('repayment.searchOrders')}
        placeholder={text('repayment.searchOrders')}
        value={search}
        onChange={(event) => onSearch(event.target.value)}
      />
    </div>
  )
}
