import { financeOrderCalls } from '@usance/wire/finance-order/calls'
import type { OrderDetail } from '@usance/wire/finance-order/order'
import { useId } from 'react'
import { wordsOf } from '../../../http/report.ts'
import { useText } from '../../../i18n/i18n.ts'
import { Button } from '../../../ui/button.tsx'
import { Skeleton } from '../../../ui/skeleton.tsx'
import { ContractPreview } from './contract-preview.tsx'
import type { Lacking } from './lacking.ts'
import type { Start } from './order-start.ts'
import { PriceSummary } from './price-summary.tsx'
import type { Price } from './use-price.ts'
import type { Saving } from './use-saving-order.ts'

type Props = {
  price: Price
  state: Start
  arpOf: OrderDetail | undefined
  saving: Saving
  isNew: boolean
  lacking: Lacking
}

/** The price of what is asked for, and what may be done with it. */
export function PriceSection({ price, state, arpOf, saving, isNew, lacking }: Props) {
  const text = useText()
  const lackingId = useId()
  const { items, trial, asked } = price
  return (
    <section className="panel panel-pad">
      <h2>{text('finance.priceFor.SUPPLIER')}</h2>
      <Figures price={price} state={state} converts={arpOf?.orderNo} />
      <p className="price-error" role="alert">
        {saving.refusal}
      </p>
      {trial.data && items.length > 0 && !trial.isError && <ContractPreview request={asked} />}
      <div className="order-buttons">
        <Button
          act={isNew ? financeOrderCalls.createOrder : financeOrderCalls.editOrder}
          look="solid"
          busy={saving.busy}
          disabled={lacking.submission !== undefined}
          aria-describedby={lackingId}
          onClick={() => void saving.send('SUBMIT')}
        >
          {text('finance.submit')}
        </Button>
        <Button
          act={isNew ? financeOrderCalls.createOrder : financeOrderCalls.editOrder}
          busy={saving.busy}
          disabled={lacking.draft !== undefined}
          aria-describedby={lackingId}
          onClick={() => void saving.send('DRAFT')}
        >
          {text('finance.saveDraft')}
        </Button>
      </div>
      <p id={lackingId} className="muted" role="status">
        {lacking.submission && text(`finance.lacking.${lacking.submission}`)}
      </p>
    </section>
  )
}

type FigureProps = { price: Price; state: Start; converts: string | undefined }

/** The price, why there is none, or what it waits for. */
function Figures({ price: { items, isTooMany, isRead, trial }, state, converts }: FigureProps) {
  const text = useText()
  if (items.length === 0 || isTooMany || !isRead) return <p className="muted">{text('finance.priceHint')}</p>
  if (trial.isError)
    return (
      <p className="price-error" role="alert">
        {wordsOf(trial.error)}
      </p>
    )
  if (!trial.data) return <Skeleton lines={6} />
  return (
    <PriceSummary
      trial={trial.data}
      currency={state.currency}
      fundingDate={trial.data.fundingDate ?? state.fundingDate}
      converts={converts}
      stale={trial.isPlaceholderData}
    />
  )
}
