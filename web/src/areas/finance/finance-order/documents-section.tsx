import { mostDocuments } from '@usance/wire/finance-order/trial'
import { useText } from '../../../i18n/i18n.ts'
import { Empty, Failed } from '../../../ui/empty.tsx'
import { Section } from '../../../ui/page-frame.tsx'
import { Skeleton } from '../../../ui/skeleton.tsx'
import { TooMany } from '../../../ui/too-many.tsx'
import { ConfirmedOrders } from './confirmed-orders.tsx'
import { DocumentTable } from './document-table.tsx'
import { type Begun, debtorOf } from './order-start.ts'
import { useOffered } from './use-offered.ts'
import type { Products } from './use-order-choices.ts'
import type { OrderState } from './use-order-state.ts'
import type { About } from './use-price.ts'

type Props = { held: OrderState; products: Products; order: Begun | undefined; about: About }

/** The invoices or purchase orders that are financed, once it is known whose and with which product. */
export function DocumentsSection(props: Props) {
  const text = useText()
  const { chosen, docType } = props.held.state
  return (
    <Section title={text(docType === 'INVOICE' ? 'finance.stepInvoices' : 'finance.stepOrders')}>
      <TooMany count={Object.keys(chosen).length} most={mostDocuments} />
      <Documents {...props} />
    </Section>
  )
}

function Documents({ held: { state, change }, products, order, about }: Props) {
  const text = useText()
  const { currency, productId, fundingDate, chosen, docType } = state
  const { ofEvery, buyerCode, hasBuyerAndCurrency } = debtorOf(state)
  const { documents, rows, gone, pager } = useOffered({
    docType,
    productId,
    buyerCode,
    currency,
    fundingDate,
    about,
    chosen,
    isReady: !!productId && hasBuyerAndCurrency,
  })
  if (hasBuyerAndCurrency && products.question.isPending) return <Skeleton lines={5} title={false} />
  if (!hasBuyerAndCurrency || !products.chosen)
    return (
      <>
        <p className="muted">{text('finance.chooseFirst')}</p>
        {docType === 'PO' && buyerCode && !currency && (
          <ConfirmedOrders
            buyerCode={buyerCode}
            onTake={(taken) => change({ currency: taken.currency, productId: '', chosen: { [taken.id]: '' } })}
          />
        )}
      </>
    )
  if (documents.isLoadingError) return <Failed error={documents.error} onRetry={() => void documents.refetch()} />
  if (documents.isPending) return <Skeleton lines={5} title={false} />
  if (rows.length + gone.length === 0) return <Empty title={text('finance.noDocuments')} text={text('finance.noDocumentsText')} />
  return (
    <DocumentTable
      rows={rows}
      gone={gone.map((id) => ({ id, number: order?.items.find((item) => item.docId === id)?.docNo }))}
      pager={pager}
      currency={currency}
      chosen={chosen}
      onChoose={(next) => change({ chosen: next })}
      withBuyers={ofEvery}
    />
  )
}
