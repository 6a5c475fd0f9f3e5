import { fromDecimal, sum, toDecimal } from '@usance/domain/money'
import { proofBounds } from '@usance/domain/product-proof/lives'
import type { TrialAnswer } from '@usance/wire/finance-order/trial'
import type { ReactNode } from 'react'
import { hasText, useText } from '../../../i18n/i18n.ts'
import { Explain } from '../../../ui/explain.tsx'
import { formatDate, formatPercent, formatRatePct } from '../../../ui/format.ts'
import { Money } from '../../../ui/money.tsx'
import { useBaseRateName } from '../../system/config/use-dictionary.ts'
import { figureOf } from './explanation.ts'
import { type PriceReader, payoffOf } from './price-statement.ts'

/** What is advanced on the documents of each buyer, by name. */
function advancesByBuyer({ items }: TrialAnswer, currency: string) {
  const names = [...new Set(items.flatMap((item) => item.buyerName ?? []))].sort()
  return names.map((name) => ({
    name,
    advance: toDecimal(
      sum(
        items.filter((item) => item.buyerName === name).map((item) => fromDecimal(item.applyAmount, currency)),
        currency,
      ),
    ),
  }))
}

const isZero = (amount: string) => /^0(\.0+)?$/.test(amount)

/**
 * The proceeds and costs of the order, line by line in the reader's words. A conversion is a statement: advance − costs − payoff
 * of the older order = cash. A click on a figure opens its explanation.
 */
export function PriceSummary({
  trial,
  currency,
  fundingDate,
  stale,
  converts,
  reader = 'SUPPLIER',
}: {
  trial: TrialAnswer
  currency: string
  fundingDate: string
  stale?: boolean
  /** The number of the order that the proceeds pay off. */
  converts?: string | undefined
  reader?: PriceReader
}) {
  const text = useText()
  const { total, explain } = trial
  const first = trial.items.find((item) => item.reasons.length === 0) ?? trial.items[0]
  const documents = trial.items.filter((item) => item.reasons.length === 0)
  const names = { documents, baseRate: useBaseRateName() }
  const money = (amount: string) => <Money amount={amount} currency={currency} exact />
  const line = (label: string, value: ReactNode, key: string, extra: { docId?: string; feeCode?: string; sign?: '-' } = {}) => (
    <div key={`${key}${extra.docId ?? ''}${extra.feeCode ?? ''}`} className={extra.sign ? 'is-minus' : undefined}>
      <dt>{label}</dt>
      <dd>
        <Explain label={label} explanation={figureOf(explain, key, { ...extra, ...names })}>
          <span>
            {extra.sign && '− '}
            {value}
          </span>
        </Explain>
      </dd>
    </div>
  )
  const inAdvance = trial.interestMethod === 'IN_ADVANCE'
  const one = trial.items.length === 1 ? first?.docId : undefined
  const barred = trial.items.filter((item) => item.reasons.length > 0 || isZero(item.applyAmount))
  const perBuyer = advancesByBuyer(trial, currency)
  return (
    <div className={stale ? 'price is-stale' : 'price'} aria-live="polite">
      <p className="price-net">
        <span>{text(`finance.paidOut.${reader}`, { date: formatDate(fundingDate) })}</span>
        <strong>
          <Explain
            label={text(converts ? 'finance.quantity.cashToSupplier' : 'finance.quantity.net')}
            explanation={figureOf(explain, converts ? 'cashToSupplier' : 'net', names)}
          >
            {money(converts ? total.cashToSupplier : total.net)}
          </Explain>
        </strong>
      </p>
      <dl className="price-lines">
        {line(text('finance.quantity.applyAmount'), money(total.applyAmount), 'applyAmount', one ? { docId: one } : {})}
        {perBuyer.length > 1 &&
          perBuyer.map(({ name, advance }) => (
            <div key={name} className="price-part">
              <dt>{name}</dt>
              <dd>{money(advance)}</dd>
            </div>
          ))}
        {inAdvance &&
          line(text('finance.quantity.interestDeducted'), money(total.interest), 'interest', {
            ...(one ? { docId: one } : {}),
            sign: '-',
          })}
        {trial.fees
          .filter((fee) => fee.payer === 'SUPPLIER' && fee.timing === 'FUNDING')
          .flatMap((fee) => {
            const name = hasText(`finance.fee.${fee.code}`) ? text.of('finance.fee', fee.code) : fee.code
            const extra = { feeCode: fee.code, sign: '-' } as const
            return [
              line(name, money(fee.amount), 'fee', extra),
              // The tax is deducted too; without its line the others would not add up to what is received.
              !isZero(fee.tax) && line(text('finance.taxOn', { fee: name }), money(fee.tax), 'feeTax', extra),
            ]
          })}
        {converts && (
          <>
            {line(text('finance.quantity.net'), money(total.net), 'net')}
            {line(text('finance.paysOff', { no: converts }), money(payoffOf(trial, currency)), 'payoff', { sign: '-' })}
            {trial.payoffPrincipal !== undefined && (
              <div className="price-part">
                <dt>{text('finance.ofPrincipal')}</dt>
                <dd>{money(trial.payoffPrincipal)}</dd>
              </div>
            )}
            {!isZero(total.topUp) && line(text(`finance.topUpFrom.${reader}`), money(total.topUp), 'topUp')}
            {line(text('finance.quantity.cashToSupplier'), money(total.cashToSupplier), 'cashToSupplier')}
          </>
        )}
        {!inAdvance && line(text('finance.interestLater'), money(total.interest), 'interest', one ? { docId: one } : {})}
        {line(text('finance.quantity.reserve'), money(total.reserve), 'reserve', one ? { docId: one } : {})}
        {first && line(text('finance.quantity.rate'), formatRatePct(first.rate), 'rate')}
        {total.fundInterest && line(text('finance.quantity.fundInterest'), money(total.fundInterest), 'fundInterest')}
        {total.spread && line(text('finance.quantity.spread'), money(total.spread), 'spread')}
        {total.allInApr && line(text('finance.quantity.allInApr'), formatPercent(total.allInApr), 'allInApr')}
      </dl>
      {converts && <p className="muted">{text('finance.payoffNote', { no: converts })}</p>}
      {barred.length > 0 && (
        <ul className="price-warnings">
          {barred.map((item) => (
            <li key={item.docId}>
              {item.number}:{' '}
              {item.reasons
                .map((reason) => (hasText(`finance.reason.${reason}`) ? text.of('finance.reason', reason) : reason))
                .join(', ') || text('finance.nothingAdvanced')}
            </li>
          ))}
        </ul>
      )}
      {trial.warnings.length > 0 && (
        <ul className="price-warnings">
          {[...new Set(trial.warnings.map((warning) => warning.code))].map((code) => (
            <li key={code}>
              {hasText(`finance.warning.${code}`) ? text.of('finance.warning', code, proofBounds.supplierYear) : code}
            </li>
          ))}
        </ul>
      )}
    </div>
  )
}
