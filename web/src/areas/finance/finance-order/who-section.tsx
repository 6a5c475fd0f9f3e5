import { mostBuyersListed } from '@usance/wire/finance-order/calls'
import { useText } from '../../../i18n/i18n.ts'
import { language } from '../../../i18n/language.ts'
import { NotAnswered } from '../../../ui/answered.tsx'
import { DateInput } from '../../../ui/date-input.tsx'
import { formatRatePct } from '../../../ui/format.ts'
import { Section } from '../../../ui/page-frame.tsx'
import { SearchBeyond } from '../../../ui/search-beyond.tsx'
import { Select } from '../../../ui/select.tsx'
import { useBaseRateName } from '../../system/config/use-dictionary.ts'
import { Labelled } from './labelled.tsx'
import { debtorOf, everyBuyer } from './order-start.ts'
import type { Buyers, Products } from './use-order-choices.ts'
import type { OrderState } from './use-order-state.ts'

type Props = {
  held: OrderState
  buyers: Buyers
  products: Products
  /** Buyer, currency and kind of document are settled by the order that this one takes the place of. */
  isSettled: boolean
  today: string
  isClosed: (day: string) => boolean
}

/** Who owes, in which currency, from which day on, and which product finances it. */
export function WhoSection({ held: { state, change }, buyers, products, isSettled, today, isClosed }: Props) {
  const text = useText()
  const { currency, fundingDate } = state
  const { hasBuyerAndCurrency } = debtorOf(state)
  return (
    <Section title={text('finance.stepWho')}>
      <div className="order-grid">
        {!isSettled && <KindField state={state} change={change} />}
        <BuyerField state={state} change={change} buyers={buyers} isSettled={isSettled} />
        <Labelled label={text('finance.currency')}>
          <Select
            all={text('finance.choose')}
            label={text('finance.currency')}
            value={currency}
            options={products.currencies.map((value) => ({ value, label: value }))}
            question={hasBuyerAndCurrency ? undefined : products.question}
            disabled={isSettled}
            onChange={(value) => change({ currency: value, productId: '', chosen: {} })}
          />
        </Labelled>
        <Labelled label={text('finance.fundingDate')}>
          <DateInput
            label={text('finance.fundingDate')}
            value={fundingDate}
            isDisabled={(day: string) => day < today || isClosed(day)}
            onPick={(day: string) => change({ fundingDate: day })}
            onClear={() => change({ fundingDate: today })}
            onFault={() => change({ fundingDate: '' })}
          />
        </Labelled>
      </div>
      {!buyers.isSearched && buyers.question.data?.length === 0 && <p className="muted">{text('finance.noBuyers')}</p>}
      <fieldset className="product-cards">
        <legend className="sr-only">{text('finance.product')}</legend>
        {hasBuyerAndCurrency && <ProductCards state={state} change={change} products={products} />}
      </fieldset>
    </Section>
  )
}

type Choosing = Pick<OrderState, 'state' | 'change'>

/** Invoices or purchase orders. */
function KindField({ state, change }: Choosing) {
  const text = useText()
  return (
    <Labelled label={text('finance.kind')}>
      <Select
        all={false}
        label={text('finance.kind')}
        value={state.docType}
        options={[
          { value: 'INVOICE', label: text('finance.invoices') },
          { value: 'PO', label: text('finance.purchaseOrders') },
        ]}
        onChange={(value) =>
          change({
            docType: value as 'INVOICE',
            productId: '',
            chosen: {},
            ...(state.buyerCode === everyBuyer ? { buyerCode: '' } : {}),
          })
        }
      />
    </Labelled>
  )
}

function BuyerField({ state, change, buyers, isSettled }: Choosing & { buyers: Buyers; isSettled: boolean }) {
  const text = useText()
  const listed = buyers.question.data ?? []
  // Purchase orders are financed buyer by buyer.
  const isOfEvery = state.docType === 'INVOICE' && (buyers.isSearched || listed.length > 1)
  return (
    <Labelled label={text('finance.buyer')}>
      <Select
        all={text('finance.choose')}
        label={text('finance.buyer')}
        value={state.buyerCode}
        options={[
          ...(isOfEvery ? [{ value: everyBuyer, label: text('finance.everyBuyer') }] : []),
          ...listed.map((buyer) => ({ value: buyer.buyerCode, label: buyer.buyerName })),
        ]}
        question={buyers.question}
        disabled={isSettled}
        onChange={(value) => change({ buyerCode: value, chosen: {} })}
      />
      {!isSettled && (
        <SearchBeyond
          label={text('finance.searchBuyers')}
          listed={listed.length}
          most={mostBuyersListed}
          typed={buyers.typed}
          onType={buyers.setTyped}
        />
      )}
    </Labelled>
  )
}

/** The products that finance what was chosen, with their terms. */
function ProductCards({ state, change, products }: Choosing & { products: Products }) {
  const text = useText()
  const baseRateName = useBaseRateName()
  const { question, offered, stayingWith } = products
  return (
    <>
      <NotAnswered question={question} />
      {offered.length === 0 && question.data && <p className="muted">{text('finance.noProduct')}</p>}
      {stayingWith && <p className="muted">{text('finance.keepsFunder', { funder: stayingWith.name })}</p>}
      {offered.map((one) => (
        <label key={one.id} className={one.id === state.productId ? 'product-card is-chosen' : 'product-card'}>
          <input
            type="radio"
            name="product"
            checked={one.id === state.productId}
            onChange={() => change({ productId: one.id })}
          />
          <strong>{language() === 'zh-CN' ? one.nameCn : one.name}</strong>
          <span className="muted">{one.funderName}</span>
          <span className="muted">
            {text('finance.productLine', {
              advance: formatRatePct(one.advanceRate),
              rate: [...(one.baseRateType ? [baseRateName(one.baseRateType)] : []), formatRatePct(one.margin)].join(' + '),
            })}
          </span>
        </label>
      ))}
    </>
  )
}
