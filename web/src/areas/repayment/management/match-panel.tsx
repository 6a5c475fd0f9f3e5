import { useQuery } from '@tanstack/react-query'
import { add, fromDecimal, isPositive, min, subtract, sum, toDecimal } from '@usance/domain/money'
import type { Answer } from '@usance/wire/call'
import { mostNamed, mostParts, repaymentCalls } from '@usance/wire/repayment/calls'
import { useState } from 'react'
import { NumberBox } from '../../../form/fields.tsx'
import { useTyped, useTypedParts } from '../../../form/kept.ts'
import { Kit } from '../../../form/kit.tsx'
import { figureOf } from '../../../form/number-input.ts'
import { useSubmit } from '../../../form/use-submit.ts'
import { send } from '../../../http/client.ts'
import { keepWhile } from '../../../http/keep-while.ts'
import { useText } from '../../../i18n/i18n.ts'
import { Button } from '../../../ui/button.tsx'
import { Failed } from '../../../ui/empty.tsx'
import { FormError } from '../../../ui/form-error.tsx'
import { formatAmount, formatDate } from '../../../ui/format.ts'
import { Money } from '../../../ui/money.tsx'
import { SidePanel } from '../../../ui/page-frame.tsx'
import { Select } from '../../../ui/select.tsx'
import { Skeleton } from '../../../ui/skeleton.tsx'
import { StatusTag } from '../../../ui/status-tag.tsx'
import { TooMany } from '../../../ui/too-many.tsx'
import { useNumbersTold } from '../../payment/told-apart.tsx'
import { AllocationPreview } from './allocation-preview.tsx'
import { type Likeness, MaybeReturn, useToldApart } from './maybe-same.tsx'
import { TopUps } from './top-ups.tsx'
import '../../payment/money.css'

export type MatchedReceipt = Likeness & { id: string; no: string; amount: string; currency: string; valueDate: string }

type Candidate = Answer<typeof repaymentCalls.candidates>['orders'][number]

/** What a receipt pays: orders with the amount of each, and before anything is booked, what each amount would pay. */
export function MatchPanel({ receipt, onClose, onDone }: { receipt: MatchedReceipt; onClose: () => void; onDone: () => void }) {
  const text = useText()
  const submit = useSubmit(repaymentCalls.match)
  const [search, setSearch] = useState('')
  const [payerRole, setPayerRole] = useTyped<'BUYER' | 'SUPPLIER'>('BUYER', { part: `match ${receipt.id} payer` })
  const [source, setFundSource] = useTyped<'COLLECTION' | 'INTEREST' | undefined>(undefined, {
    part: `match ${receipt.id} source`,
  })
  const [parts, setParts] = useTypedParts<Record<string, string>>({}, { part: `match ${receipt.id} parts` })
  /** Which of an order's several buyers pays, by order. */
  const [payers, setPayers] = useTypedParts<Record<string, string>>({}, { part: `match ${receipt.id} payers` })
  /** The invoices that the buyer names, by order; they are paid before the others. */
  const [named, setNamed] = useTypedParts<Record<string, readonly string[]>>({}, { part: `match ${receipt.id} invoices` })
  /** The fee bills that the buyer names, by order; they are paid before all else. */
  const [namedBills, setNamedBills] = useTypedParts<Record<string, readonly string[]>>({}, { part: `match ${receipt.id} bills` })
  /** The orders of `parts`, which a search may leave out of the answer. */
  const [kept, setKept] = useTypedParts<Record<string, Candidate>>({}, { part: `match ${receipt.id} orders` })
  const answer = useQuery({
    queryKey: ['match-candidates', receipt.id, search],
    placeholderData: keepWhile(['match-candidates', receipt.id]),
    queryFn: () =>
      send(repaymentCalls.candidates, { body: { collectionId: receipt.id, ...(search ? { search } : {}) } }, { quiet: true }),
  })
  const { currency } = receipt
  const same = useToldApart(receipt)
  const back = useNumbersTold((answer.data?.maybeReturnOf ?? []).map(({ no }) => no))
  const apart = { ...same.apart, ...(back.apart.length > 0 ? { notReturnOf: back.apart } : {}) }
  const isUntold = same.isUntold || !back.isApart
  const fundSource = source ?? answer.data?.fundSource ?? 'COLLECTION'
  const chosen = Object.entries(parts)
  /** A text that is no amount allocates nothing, and cannot be sent. */
  const typed = (amount: string | undefined) => fromDecimal(figureOf(amount ?? '', { money: currency }) || '0', currency)
  const left = chosen.reduce(
    (rest, [, amount]) => subtract(rest, typed(amount)),
    fromDecimal(answer.data?.left ?? receipt.amount, currency),
  )
  const found = answer.data?.orders ?? []
  const orderOf = (orderId: string) => found.find((one) => one.orderId === orderId) ?? kept[orderId]
  // What was chosen stands there with its payer, whatever is searched for now.
  const hidden = Object.keys(parts).filter((orderId) => !found.some((one) => one.orderId === orderId))
  const shown = [...hidden.flatMap((orderId) => kept[orderId] ?? []), ...found]
  // Nobody's money pays the debt of another: a sender that is none of the buyers is named by settlement.
  const isUnnamed = (orderId: string) => {
    const order = orderOf(orderId)
    return payerRole === 'BUYER' && order !== undefined && order.buyers.length > 0 && payerOf(order) === undefined
  }
  /** A buyer pays its invoices whole, what is beyond the debt becomes the reserve; a supplier pays the debt. */
  const payerOf = (order: Candidate) => payers[order.orderId] ?? order.payer ?? undefined
  const wantedOf = ({ owed, invoices, buyers }: Candidate, payer: string | undefined) =>
    payerRole === 'BUYER' && invoices.length > 0 && (payer !== undefined || buyers.length === 0)
      ? sum(
          invoices
            .filter((one) => payer === undefined || one.buyerCode === payer)
            .map((one) => fromDecimal(one.outstanding, currency)),
          currency,
        )
      : fromDecimal(owed, currency)
  const billsOf = ({ feeBills }: Candidate, ids: readonly string[]) =>
    sum(
      feeBills.filter((one) => ids.includes(one.id)).map((one) => fromDecimal(one.openAmount, currency)),
      currency,
    )
  /** The invoices of a buyer whose numbers are in the text of the receipt; of one invoice alone nothing has to be named. */
  const invoicesInText = ({ invoices }: Candidate, payer: string | undefined) =>
    payerRole === 'BUYER' && invoices.length > 1
      ? invoices.filter((one) => one.isNamed && (payer === undefined || one.buyerCode === payer)).map((one) => one.id)
      : []
  const toggle = (order: Candidate) => {
    const payer = payerOf(order)
    const inText = payerRole === 'BUYER' ? order.feeBills.filter((one) => one.isNamed).map((one) => one.id) : []
    setKept((now) => ({ ...now, [order.orderId]: order }))
    setParts((now) => {
      const { orderId } = order
      const { [orderId]: was, ...others } = now
      if (was !== undefined) return others
      const offered = min(add(wantedOf(order, payer), billsOf(order, inText)), left)
      return { ...now, [orderId]: toDecimal(isPositive(offered) ? offered : left) }
    })
    setNamed((now) => ({ ...now, [order.orderId]: invoicesInText(order, payer) }))
    setNamedBills((now) => ({ ...now, [order.orderId]: inText }))
  }
  const buyerPaying = (orderId: string) => {
    const order = orderOf(orderId)
    const buyerCode = order && order.buyers.length > 0 && payerRole === 'BUYER' ? payerOf(order) : undefined
    return buyerCode ? { buyerCode } : {}
  }
  const naming = (orderId: string) =>
    payerRole === 'BUYER'
      ? {
          ...(named[orderId]?.length ? { invoiceIds: [...named[orderId]] } : {}),
          ...(namedBills[orderId]?.length ? { feeBillIds: [...namedBills[orderId]] } : {}),
        }
      : {}
  const switched = (all: readonly string[] = [], id: string) =>
    all.includes(id) ? all.filter((one) => one !== id) : [...all, id]
  const name = (order: Candidate, { invoice, bill }: { invoice?: string; bill?: string }) => {
    const { orderId } = order
    const invoices = invoice ? switched(named[orderId], invoice) : (named[orderId] ?? [])
    const bills = bill ? switched(namedBills[orderId], bill) : (namedBills[orderId] ?? [])
    setNamed((all) => ({ ...all, [orderId]: invoices }))
    setNamedBills((all) => ({ ...all, [orderId]: bills }))
    const ofInvoices = sum(
      order.invoices.filter((one) => invoices.includes(one.id)).map((one) => fromDecimal(one.outstanding, currency)),
      currency,
    )
    const isAnyNamed = invoices.length + bills.length > 0
    const wanted = isAnyNamed ? add(ofInvoices, billsOf(order, bills)) : wantedOf(order, payerOf(order))
    const offered = min(wanted, sumLeftWithout(orderId))
    if (isPositive(offered)) setParts((all) => ({ ...all, [orderId]: toDecimal(offered) }))
  }
  const send_ = async () => {
    const done = await submit.run({
      body: {
        collectionId: receipt.id,
        payerRole,
        fundSource,
        ...apart,
        parts: chosen.map(([orderId, amount]) => ({ orderId, amount, ...buyerPaying(orderId), ...naming(orderId) })),
      },
    })
    if (done) onDone()
    // It may be refused for a payment that may have come back since.
    else await answer.refetch()
  }
  const sumLeftWithout = (orderId: string) => add(left, typed(parts[orderId]))
  const isOver = left.minor < 0n
  const namesTooMany = (orderId: string) => Object.values(naming(orderId)).some((ids) => ids.length > mostNamed)
  const isTooMany = chosen.length > mostParts || chosen.some(([orderId]) => namesTooMany(orderId))
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
          <Button
            look="solid"
            busy={submit.busy}
            disabled={
              isUntold ||
              chosen.length === 0 ||
              isTooMany ||
              isOver ||
              chosen.some(([id, amount]) => isUnnamed(id) || !isPositive(typed(amount)))
            }
            onClick={() => void send_()}
          >
            {text('repayment.sendForApproval')}
          </Button>
        </>
      }
    >
      <p className="money-headline">
        <Money amount={receipt.amount} currency={currency} exact />
        <span className={isOver ? 'form-error' : 'muted'}>
          {text('repayment.left', { amount: `${formatAmount(toDecimal(left), currency, { exact: true })} ${currency}` })}
        </span>
      </p>
      {same.sign}
      {back.asked.length > 0 && <MaybeReturn payments={back.asked} isApart={back.isApart} onTell={back.tell} />}
      <div className="money-accounts">
        <Select
          label={text('repayment.payerRole')}
          options={(['BUYER', 'SUPPLIER'] as const).map((value) => ({ value, label: text(`word.${value}`) }))}
          value={payerRole}
          onChange={(value) => setPayerRole(value as 'BUYER')}
        />
        <Select
          label={text('repayment.fundSource')}
          options={(['COLLECTION', 'INTEREST'] as const).map((value) => ({ value, label: text(`repayment.source.${value}`) }))}
          value={fundSource}
          onChange={(value) => setFundSource(value as 'COLLECTION')}
        />
        <input
          className="input"
          aria-label={text('repayment.searchOrders')}
          placeholder={text('repayment.searchOrders')}
          value={search}
          onChange={(event) => setSearch(event.target.value)}
        />
      </div>
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
      <TooMany count={chosen.length} most={mostParts} />
      <Kit>
        {shown.map((order) => {
          const amount = parts[order.orderId]
          return (
            <section key={order.orderId} className="match-part">
              <label>
                <input type="checkbox" checked={amount !== undefined} onChange={() => toggle(order)} />
                <span>
                  <strong>{order.orderNo}</strong> <StatusTag value={order.status} /> {order.supplierName}
                  {order.buyerName && ` → ${order.buyerName}`}
                  <br />
                  <span className="muted">
                    {order.reason && `${text.of('repayment.reason', order.reason)} · `}
                    {text('repayment.owed')} <Money amount={order.owed} currency={currency} exact />
                    {order.maturity && ` · ${formatDate(order.maturity)}`}
                  </span>
                </span>
              </label>
              {amount !== undefined && (
                <>
                  {payerRole === 'BUYER' && order.buyers.length > 0 && (
                    <Select
                      all={false}
                      label={text('repayment.payingBuyer')}
                      options={order.buyers.map(({ code, name }) => ({ value: code, label: name }))}
                      value={payerOf(order) ?? ''}
                      onChange={(code) => {
                        setPayers((now) => ({ ...now, [order.orderId]: code }))
                        setNamed((now) => ({ ...now, [order.orderId]: invoicesInText(order, code) }))
                        const offered = min(wantedOf(order, code), sumLeftWithout(order.orderId))
                        if (isPositive(offered)) setParts((now) => ({ ...now, [order.orderId]: toDecimal(offered) }))
                      }}
                    />
                  )}
                  {payerRole === 'BUYER' && order.invoices.length > 1 && (
                    <fieldset className="match-named">
                      <legend>{text('repayment.namedInvoices')}</legend>
                      <TooMany count={named[order.orderId]?.length ?? 0} most={mostNamed} />
                      {order.invoices
                        .filter((one) => order.buyers.length === 0 || one.buyerCode === payerOf(order))
                        .map((one) => (
                          <label key={one.id}>
                            <input
                              type="checkbox"
                              checked={named[order.orderId]?.includes(one.id) ?? false}
                              onChange={() => name(order, { invoice: one.id })}
                            />
                            <span>
                              {one.invoiceNo} <Money amount={one.outstanding} currency={currency} exact />{' '}
                              <span className="muted">{formatDate(one.dueDate)}</span>
                            </span>
                          </label>
                        ))}
                    </fieldset>
                  )}
                  {payerRole === 'BUYER' && order.feeBills.length > 0 && (
                    <fieldset className="match-named">
                      <legend>{text('repayment.namedBills')}</legend>
                      <TooMany count={namedBills[order.orderId]?.length ?? 0} most={mostNamed} />
                      {order.feeBills.map((one) => (
                        <label key={one.id}>
                          <input
                            type="checkbox"
                            checked={namedBills[order.orderId]?.includes(one.id) ?? false}
                            onChange={() => name(order, { bill: one.id })}
                          />
                          <span>
                            {one.no} <Money amount={one.openAmount} currency={currency} exact />{' '}
                            <span className="muted">{formatDate(one.dueOn)}</span>
                          </span>
                        </label>
                      ))}
                    </fieldset>
                  )}
                  <NumberBox
                    value={amount}
                    onChange={(value) => setParts((now) => ({ ...now, [order.orderId]: value }))}
                    suffix={<span className="muted">{currency}</span>}
                    kind={{ money: currency }}
                    alone
                    label={`${text('repayment.amount')} ${order.orderNo}`}
                  />
                  {isUnnamed(order.orderId) && <p className="muted">{text('errors.PAYER_UNNAMED')}</p>}
                  {!isUnnamed(order.orderId) && !namesTooMany(order.orderId) && (
                    <AllocationPreview
                      orderId={order.orderId}
                      amount={toDecimal(typed(amount))}
                      currency={currency}
                      valueDate={receipt.valueDate}
                      payerRole={payerRole}
                      fundSource={fundSource}
                      {...buyerPaying(order.orderId)}
                      {...naming(order.orderId)}
                    />
                  )}
                </>
              )}
            </section>
          )
        })}
      </Kit>
    </SidePanel>
  )
}
