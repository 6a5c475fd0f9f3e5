import { toDecimal } from '@usance/domain/money'
import { mostNamed } from '@usance/wire/repayment/calls'
import { NumberBox } from '../../../form/fields.tsx'
import { useText } from '../../../i18n/i18n.ts'
import { formatDate } from '../../../ui/format.ts'
import { Money } from '../../../ui/money.tsx'
import { Select } from '../../../ui/select.tsx'
import { StatusTag } from '../../../ui/status-tag.tsx'
import { TooMany } from '../../../ui/too-many.tsx'
import { AllocationPreview } from './allocation-preview.tsx'
import { type Candidate, typedAmount } from './match-sums.ts'
import type { Match } from './use-match.ts'

type Props = { order: Candidate; match: Match; receipt: { currency: string; valueDate: string } }

/** An order that a receipt may pay; once it is chosen, with the amount, who pays and what that one names. */
export function MatchPart({ order, match, receipt }: Props) {
  const text = useText()
  const { currency } = receipt
  const isChosen = match.partOf(order).amount !== undefined
  return (
    <section className="match-part">
      <label>
        <input type="checkbox" checked={isChosen} onChange={() => match.toggle(order)} />
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
      {isChosen && (
        <>
          {match.payerRole === 'BUYER' && <OfTheBuyer order={order} match={match} currency={currency} />}
          <Amount order={order} match={match} receipt={receipt} />
        </>
      )}
    </section>
  )
}

/** Which of several buyers pays, and the invoices and fee bills that it names. */
function OfTheBuyer({ order, match, currency }: { order: Candidate; match: Match; currency: string }) {
  const text = useText()
  const { orderId, buyers } = order
  const payer = match.payerOf(order)
  return (
    <>
      {buyers.length > 0 && (
        <Select
          all={false}
          label={text('repayment.payingBuyer')}
          options={buyers.map(({ code, name }) => ({ value: code, label: name }))}
          value={payer ?? ''}
          onChange={(code) => match.pay(order, code)}
        />
      )}
      {order.invoices.length > 1 && (
        <Named
          legend={text('repayment.namedInvoices')}
          rows={order.invoices
            .filter((one) => buyers.length === 0 || one.buyerCode === payer)
            .map(({ id, invoiceNo, outstanding, dueDate }) => ({ id, no: invoiceNo, amount: outstanding, due: dueDate }))}
          named={match.named[orderId]}
          currency={currency}
          onSwitch={(invoice) => match.name(order, { invoice })}
        />
      )}
      {order.feeBills.length > 0 && (
        <Named
          legend={text('repayment.namedBills')}
          rows={order.feeBills.map(({ id, no, openAmount, dueOn }) => ({ id, no, amount: openAmount, due: dueOn }))}
          named={match.namedBills[orderId]}
          currency={currency}
          onSwitch={(bill) => match.name(order, { bill })}
        />
      )}
    </>
  )
}

type NamedProps = {
  legend: string
  rows: readonly { id: string; no: string; amount: string; due: string }[]
  named: readonly string[] | undefined
  currency: string
  onSwitch: (id: string) => void
}

/** Documents of which some are named as paid. */
function Named({ legend, rows, named = [], currency, onSwitch }: NamedProps) {
  return (
    <fieldset className="match-named">
      <legend>{legend}</legend>
      <TooMany count={named.length} most={mostNamed} />
      {rows.map(({ id, no, amount, due }) => (
        <label key={id}>
          <input type="checkbox" checked={named.includes(id)} onChange={() => onSwitch(id)} />
          <span>
            {no} <Money amount={amount} currency={currency} exact /> <span className="muted">{formatDate(due)}</span>
          </span>
        </label>
      ))}
    </fieldset>
  )
}

/** The amount of an order, and what it would pay. */
function Amount({ order, match, receipt: { currency, valueDate } }: Props) {
  const text = useText()
  const { amount = '', isUnnamed, namesTooMany, told } = match.partOf(order)
  return (
    <>
      <NumberBox
        value={amount}
        onChange={(value) => match.setAmount(order, value)}
        suffix={<span className="muted">{currency}</span>}
        kind={{ money: currency }}
        alone
        label={`${text('repayment.amount')} ${order.orderNo}`}
      />
      {isUnnamed && <p className="muted">{text('errors.PAYER_UNNAMED')}</p>}
      {!isUnnamed && !namesTooMany && (
        <AllocationPreview
          orderId={order.orderId}
          amount={toDecimal(typedAmount(amount, currency))}
          currency={currency}
          valueDate={valueDate}
          payerRole={match.payerRole}
          fundSource={match.fundSource}
          {...told}
        />
      )}
    </>
  )
}
