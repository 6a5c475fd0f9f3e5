import type { UseQueryResult } from '@tanstack/react-query'
import { chosenAccount } from '@usance/domain/bank-account-choice'
import type { bankAccountCalls } from '@usance/wire/bank-account/calls'
import type { Answer } from '@usance/wire/call'
import { financeOrderCalls } from '@usance/wire/finance-order/calls'
import type { OrderDetail } from '@usance/wire/finance-order/order'
import { PapersBox } from '../../../form/papers.tsx'
import { useSubmit } from '../../../form/use-submit.ts'
import { useText } from '../../../i18n/i18n.ts'
import { doerText } from '../../../ui/doer.ts'
import { PageHeader, Section } from '../../../ui/page-frame.tsx'
import { Select } from '../../../ui/select.tsx'
import { ApprovalPanel } from '../../approval/approval-panel.tsx'
import { DocumentsSection } from './documents-section.tsx'
import { Labelled } from './labelled.tsx'
import { lackingOf } from './lacking.ts'
import { NoPayee } from './no-payee.tsx'
import type { Begun, Start } from './order-start.ts'
import { PriceSection } from './price-section.tsx'
import { useBuyers, useOpenDay, useProducts } from './use-order-choices.ts'
import { type OrderState, useOrderState } from './use-order-state.ts'
import { usePayees } from './use-payees.ts'
import { usePrice } from './use-price.ts'
import { useSavingOrder } from './use-saving-order.ts'
import { WhoSection } from './who-section.tsx'
import './finance-order.css'

type Props = {
  start: Start
  order?: Begun | undefined
  arpOf?: OrderDetail | undefined
  today: string
}

/**
 * The whole order on one page. `order` is a draft or a returned order that is changed; `arpOf` the purchase order financing
 * that the order takes the place of, which settles buyer, currency and kind of document.
 */
export function OrderForm({ start, order, arpOf, today }: Props) {
  const text = useText()
  const creating = useSubmit(financeOrderCalls.createOrder)
  const editing = useSubmit(financeOrderCalls.editOrder)
  const held = useOrderState(start, order, () => {
    creating.clear()
    editing.clear()
  })
  const { state } = held
  // A returned conversion stays a conversion of the same older order while it is corrected.
  const parentId = arpOf?.id ?? order?.arpOf?.id
  const about = { ...(order ? { orderId: order.id } : {}), ...(parentId ? { arpOfOrderId: parentId } : {}) }
  const isClosed = useOpenDay(held, start)
  const buyers = useBuyers(state)
  const products = useProducts(held, order, parentId)
  const price = usePrice(state, about)
  const payees = usePayees(state.currency)
  const account = payees.data ? chosenAccount(payees.data, state.payee || undefined) : state.payee || undefined
  const saving = useSavingOrder(held, price, order, { creating, editing, account })
  const lacking = lackingOf(state, products, price, payees.data !== undefined && payees.data.length > 0 && !account)
  return (
    <div className="page order-form" data-status="edit">
      <FormHead order={order} arpOf={arpOf} />
      <div className="order-columns">
        <div>
          <WhoSection held={held} buyers={buyers} products={products} isSettled={!!arpOf} today={today} isClosed={isClosed} />
          <DocumentsSection held={held} products={products} order={order} about={about} />
          <DetailsSection held={held} payees={payees} account={account} />
          <Section title={text('finance.attachments')}>
            <PapersBox
              kind="FINANCE_ORDER"
              groups={saving.papers}
              value={held.files}
              onChange={(next) => {
                saving.forgetLacking()
                held.changeFiles(next)
              }}
            />
          </Section>
        </div>
        <aside className="order-side">
          <PriceSection price={price} state={state} arpOf={arpOf} saving={saving} isNew={!order} lacking={lacking} />
        </aside>
      </div>
      {order?.hasApproval && (
        <ApprovalPanel businessNo={order.orderNo} businessType="FINANCE_ORDER" businessId={order.id} readOnly />
      )}
    </div>
  )
}

/** What the form is about, and why the order came back. */
function FormHead({ order, arpOf }: Pick<Props, 'order' | 'arpOf'>) {
  const text = useText()
  // Why it came back stands above everything that may be changed about it.
  const returned = order?.status === 'REJECTED' ? order.timeline.find((line) => line.comment) : undefined
  return (
    <>
      <PageHeader
        title={
          order
            ? text('finance.editTitle', { no: order.orderNo })
            : arpOf
              ? text('finance.arpTitle', { no: arpOf.orderNo })
              : text('finance.addTitle')
        }
        back={arpOf ? `/finance/finance-order/${arpOf.id}/detail` : '/finance/finance-order'}
      >
        {arpOf && text('finance.arpHint')}
      </PageHeader>
      {returned && (
        <p className="order-returned">
          <strong>{text('finance.returned', { name: doerText(returned) ?? '' })}</strong> {returned.comment}
        </p>
      )}
    </>
  )
}

type DetailsProps = {
  held: OrderState
  payees: UseQueryResult<Answer<typeof bankAccountCalls.accountByCurrencyList>>
  account: string | undefined
}

/** The account that is paid, and a remark. */
function DetailsSection({ held: { state, change }, payees, account }: DetailsProps) {
  const text = useText()
  const { currency, payee, remark } = state
  return (
    <Section title={text('finance.stepDetails')}>
      <div className="order-grid">
        <Labelled label={text('finance.payee')}>
          <Select
            all={false}
            label={text('finance.payee')}
            value={account ?? payee}
            options={(payees.data ?? []).map((one) => ({ value: one.id, label: `${one.bankName} ${one.bankAccount}` }))}
            question={payees}
            onChange={(value) => change({ payee: value })}
          />
        </Labelled>
      </div>
      {currency && payees.data?.length === 0 && <NoPayee currency={currency} />}
      <Labelled label={text('finance.remark')}>
        <textarea
          className="input order-remark"
          rows={3}
          maxLength={500}
          value={remark}
          onChange={(event) => change({ remark: event.target.value })}
        />
        <small className="order-count muted">{remark.length} / 500</small>
      </Labelled>
    </Section>
  )
}
