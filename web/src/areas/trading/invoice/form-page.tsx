import { useQuery } from '@tanstack/react-query'
import { useParams } from '@tanstack/react-router'
import { addDays, isEnteredDate } from '@usance/domain/local-date'
import { type InvoiceBody, type InvoiceDetail, invoiceCalls } from '@usance/wire/invoice/calls'
import { Form } from 'antd'
import { lazy, Suspense, useState } from 'react'
import { EditPage } from '../../../form/edit-page.tsx'
import { AmountField, DateField, RemarkField, SelectField, TextField } from '../../../form/fields.tsx'
import { FormGrid } from '../../../form/form-grid.tsx'
import { NotNow } from '../../../form/not-now.tsx'
import { inGroups, PapersField, paperRefs } from '../../../form/papers.tsx'
import { useBeginning } from '../../../form/use-beginning.ts'
import { usePaperGroups } from '../../../form/use-paper-groups.ts'
import { usePrefill } from '../../../form/use-prefill.ts'
import { useSubmit } from '../../../form/use-submit.ts'
import { useSuggestion } from '../../../form/use-suggestion.ts'
import { send } from '../../../http/client.ts'
import { useText } from '../../../i18n/i18n.ts'
import { loadAreaTexts } from '../../../i18n/load-area.ts'
import type { OcrFile } from '../../../ocr/ocr-file.ts'
import { Failed } from '../../../ui/empty.tsx'
import { dash, formatCount } from '../../../ui/format.ts'
import { notify } from '../../../ui/notice.ts'
import { Section } from '../../../ui/page-frame.tsx'
import { Skeleton } from '../../../ui/skeleton.tsx'
import { useCurrencies } from '../currencies.ts'
import { ordersThatFit, useFittingOrder } from './fitting-order.ts'
import { useInvoiceableOrders } from './use-invoiceable-orders.ts'
import { useOneDocument } from './use-one-document.ts'
import { valuesFromDocument } from './values-from-document.ts'

const FromDocument = lazy(async () => (await Promise.all([import('./from-document.tsx'), loadAreaTexts('ocr')]))[0])

/** Enters an invoice, or changes a draft. */
export default function InvoiceFormPage() {
  const { id } = useParams({ strict: false })
  const query = useQuery({
    queryKey: ['invoice', id],
    queryFn: () => send(invoiceCalls.detail, { query: { id: id! } }, { quiet: true }),
    enabled: !!id,
    staleTime: 0,
  })
  const found = useBeginning(query, id)
  if (found.isLoadingError) return <Failed error={found.error} onRetry={() => void found.refetch()} />
  if (id && !found.data) return <Skeleton lines={10} />
  if (found.data && !found.data.operations.includes('EDIT'))
    return <NotNow no={found.data.invoiceNo} status={found.data.docStatus} to={`/trading/invoice/${id}/details`} />
  return <InvoiceForm key={id ?? 'new'} draft={found.data} />
}

const newInvoice = { currency: 'USD' }

function InvoiceForm({ draft }: { draft: InvoiceDetail | undefined }) {
  const text = useText()
  const currencies = useCurrencies()
  const papers = usePaperGroups('INVOICE')
  const [form] = Form.useForm<InvoiceBody>()
  const suggestDueDate = useSuggestion(form, 'dueDate')
  const buyers = useQuery({
    queryKey: ['invoice-buyers'],
    queryFn: () => send(invoiceCalls.buyers, { body: {} }, { quiet: true }),
  })
  const [chosenOrder] = useState(
    () => draft?.purchaseOrder?.id ?? new URLSearchParams(window.location.search).get('po') ?? undefined,
  )
  const invoiceable = useInvoiceableOrders(draft ? undefined : chosenOrder)
  const { orders, listed } = invoiceable
  const adding = useSubmit(invoiceCalls.add, form)
  const editing = useSubmit(invoiceCalls.edit, form)
  const submit = draft ? editing : adding
  const currency = Form.useWatch('currency', form)
  const buyerCode = Form.useWatch('buyerCode', form)
  const choices = ordersThatFit({ draft, orders, buyers: buyers.data ?? [], buyerCode, currency })
  const areChoicesKnown = invoiceable.isKnown && buyers.data !== undefined
  useFittingOrder(form, areChoicesKnown ? choices : undefined, (id) =>
    notify(
      'warning',
      text('trading.orderTakenOut', { no: [...orders, draft?.purchaseOrder].find((order) => order?.id === id)?.poNo ?? dash }),
    ),
  )
  // Coming from an order, its buyer and currency are known already.
  const first = draft ? undefined : orders.find((order) => order.id === chosenOrder)
  const firstBuyer = buyers.data?.find((buyer) => buyer.name === first?.buyerName)?.code
  usePrefill(
    form,
    first && firstBuyer ? { buyerCode: firstBuyer, currency: first.currency, purchaseOrderId: first.id } : undefined,
    newInvoice,
  )
  const values = ({ purchaseOrderId, ...typed }: InvoiceBody): InvoiceBody => ({
    ...typed,
    // Until the orders are known, the chosen one is sent as it is.
    ...(purchaseOrderId && (!areChoicesKnown || choices.some(({ id }) => id === purchaseOrderId)) ? { purchaseOrderId } : {}),
    attachments: paperRefs(inGroups(typed.attachments ?? [], papers.data ?? [], 'INVOICE')),
  })
  const document = useOneDocument(form)
  const takeOver = (read: Record<string, string>, file: OcrFile) => {
    const found = valuesFromDocument(read, buyers.data ?? [], orders)
    const gone = document.use(file, () => {
      form.setFieldsValue(found)
      onValuesChange(found, { ...form.getFieldsValue(), ...found } as InvoiceBody)
    })
    if (gone) notify('info', text('trading.otherDocument', { gone, file: file.fileName }))
    if (read.buyerName && !found.buyerCode)
      form.setFields([{ name: 'buyerCode', errors: [text('ocr.buyerUnknown', { name: read.buyerName })] }])
  }
  const onValuesChange = (changed: Partial<InvoiceBody>, all: InvoiceBody) => {
    const term = buyers.data?.find((buyer) => buyer.code === all.buyerCode)?.termDays
    // The field may hold a text that is no day; no due date follows from it.
    const { issueDate = '' } = all
    if (term && isEnteredDate(issueDate) && (changed.issueDate || changed.buyerCode)) suggestDueDate(addDays(issueDate, term))
  }
  return (
    <EditPage<InvoiceBody>
      title={text(draft ? 'trading.editTitle' : 'trading.addTitle')}
      back="/trading/invoice"
      form={form}
      version={draft?.version}
      saved={({ invoiceNo }) => text('trading.saved', { no: invoiceNo })}
      initialValues={
        draft
          ? {
              buyerCode: draft.buyer.code,
              invoiceNo: draft.invoiceNo,
              taxInvoiceNo: draft.taxInvoiceNo ?? '',
              issueDate: draft.issueDate,
              dueDate: draft.dueDate,
              currency: draft.currency,
              amount: draft.amount,
              remark: draft.remark ?? '',
              ...(draft.purchaseOrder ? { purchaseOrderId: draft.purchaseOrder.id } : {}),
              attachments: draft.attachments.filter(({ stage }) => stage === 'SUBMISSION'),
            }
          : newInvoice
      }
      error={submit.error}
      busy={submit.busy}
      submitLabel={text('trading.save')}
      onValuesChange={onValuesChange}
      onSubmit={async (typed) => {
        const body = values(typed)
        const saved = draft
          ? await editing.run({ body: { ...body, id: draft.id, version: draft.version } })
          : await adding.run({ body })
        return saved !== undefined
      }}
    >
      {draft?.returnComment && (
        <p className="form-hint" role="note">
          {text('trading.returned')}: {draft.returnComment}
        </p>
      )}
      {!draft && (
        <Suspense
          fallback={
            <div className="panel panel-pad document-wait">
              <Skeleton lines={4} />
            </div>
          }
        >
          <FromDocument onUse={takeOver} onRemoved={document.remove} />
        </Suspense>
      )}
      <Section title={text('trading.invoice')}>
        <FormGrid>
          <SelectField
            name="buyerCode"
            label={text('trading.buyer')}
            required
            question={buyers}
            options={(buyers.data ?? []).map((buyer) => ({ value: buyer.code, label: buyer.name }))}
            disabled={draft?.keepsBuyer === true}
            help={
              draft?.keepsBuyer ? text('trading.keepsBuyer') : buyers.data?.length === 0 ? text('trading.noBuyers') : undefined
            }
          />
          <TextField name="invoiceNo" label={text('trading.invoiceNo')} required maxLength={80} />
          <TextField name="taxInvoiceNo" label={text('trading.taxInvoiceNo')} maxLength={80} />
          <DateField name="issueDate" label={text('trading.issueDate')} required />
          <DateField name="dueDate" label={text('trading.dueDate')} required />
          <SelectField
            name="currency"
            label={text('trading.currency')}
            required
            options={currencies.options}
            question={currencies.question}
          />
          <AmountField name="amount" label={text('trading.amount')} required currency={currency} />
          <SelectField
            name="purchaseOrderId"
            label={text('trading.purchaseOrder')}
            help={listed ? text('trading.ordersListed', { count: formatCount(listed) }) : text('trading.noPurchaseOrder')}
            question={invoiceable.question}
            disabled={choices.length === 0}
            options={choices.map((order) => ({ value: order.id, label: order.poNo }))}
          />
          <RemarkField name="remark" label={text('trading.remark')} />
        </FormGrid>
      </Section>
      <Section title={text('trading.files')}>
        <PapersField kind="INVOICE" groups={papers} />
      </Section>
    </EditPage>
  )
}
