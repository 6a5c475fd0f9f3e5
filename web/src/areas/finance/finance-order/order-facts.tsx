import { fromDecimal, sum, toDecimal } from '@usance/domain/money'
import type { OrderDetail } from '@usance/wire/finance-order/order'
import type { ReactNode } from 'react'
import { useText } from '../../../i18n/i18n.ts'
import { language } from '../../../i18n/language.ts'
import { RowLink } from '../../../list/row-link.tsx'
import { useSession } from '../../../session/session.ts'
import { formatDate, formatRatePct } from '../../../ui/format.ts'
import { Money } from '../../../ui/money.tsx'
import { DescriptionList, type Fact, Section } from '../../../ui/page-frame.tsx'

type Props = { order: OrderDetail }

/** The fees that the product charges to a buyer, which sees them before it confirms anything; nothing for other readers. */
export function useOwnFees({ fees, currency }: OrderDetail): string | undefined {
  const { user } = useSession()
  if (user.companyRole !== 'BUYER' || fees.length === 0) return undefined
  const parts = fees.flatMap((fee) => [fee.amount, fee.tax].map((amount) => fromDecimal(amount, currency)))
  return toDecimal(sum(parts, currency))
}

/** The terms of an order, its days, and the orders that it follows or gives way to. */
export function OrderFacts({ order }: Props) {
  const text = useText()
  const ownFees = useOwnFees(order)
  const priced = usePriced(order)
  const money = (amount: string) => <Money amount={amount} currency={order.currency} exact />
  return (
    <Section title={text('finance.order')}>
      <DescriptionList
        facts={[
          { label: text('finance.product'), value: language() === 'zh-CN' ? order.product.nameCn : order.product.name },
          { label: text('finance.quantity.applyAmount'), value: money(order.financeAmount) },
          { label: text('finance.outstanding'), value: money(order.principalOutstanding) },
          { label: text('finance.quantity.face'), value: money(order.faceAmount) },
          ...priced,
          order.rate ? { label: text('finance.quantity.rate'), value: formatRatePct(order.rate) } : undefined,
          { label: text('finance.fundingDate'), value: formatDate(order.fundingDate ?? order.requestedFundingDate) },
          { label: text('finance.maturity'), value: formatDate(order.maturity) },
          { label: text('finance.confirmBy'), value: text.of('finance.party', order.rightConfirmParty) },
          order.arpOf
            ? {
                label: text('finance.converts'),
                value: <RowLink to={`/finance/finance-order/${order.arpOf.id}/detail`}>{order.arpOf.orderNo}</RowLink>,
              }
            : undefined,
          order.conversions.length > 0
            ? {
                label: text('finance.convertedBy'),
                value: order.conversions.map((one) => (
                  <RowLink key={one.id} to={`/finance/finance-order/${one.id}/detail`}>
                    {one.orderNo}
                  </RowLink>
                )),
              }
            : undefined,
          ownFees !== undefined ? { label: text('finance.feesYouPay'), value: money(ownFees) } : undefined,
          order.validUntil && !order.fundingDate
            ? { label: text('finance.validUntil'), value: formatDate(order.validUntil) }
            : undefined,
          order.remark ? { label: text('finance.remark'), value: order.remark, wide: true } : undefined,
        ]}
      />
    </Section>
  )
}

/** Interest and reserve, over what was agreed where another day changed them. */
function usePriced({ agreedBefore, interestAmount, reserveAmount, currency }: OrderDetail): (Fact | undefined)[] {
  const text = useText()
  const money = (amount: string) => <Money amount={amount} currency={currency} exact />
  const isReserveChanged = agreedBefore && agreedBefore.reserveAmount !== reserveAmount
  return [
    agreedBefore && interestAmount !== undefined
      ? {
          label: text('finance.interest'),
          value: <Changed now={money(interestAmount)} agreed={money(agreedBefore.interestAmount)} />,
        }
      : undefined,
    reserveAmount === undefined
      ? undefined
      : {
          label: text('finance.quantity.reserve'),
          value: isReserveChanged ? (
            <Changed now={money(reserveAmount)} agreed={money(agreedBefore.reserveAmount)} />
          ) : (
            money(reserveAmount)
          ),
        },
  ]
}

/** A figure as it is, over what was agreed. */
function Changed({ now, agreed }: { now: ReactNode; agreed: ReactNode }) {
  const text = useText()
  return (
    <>
      {now}
      <br />
      <span className="muted">
        {text('finance.asAgreed')} {agreed}
      </span>
    </>
  )
}
