import { type UseQueryResult, useQuery } from '@tanstack/react-query'
import { useParams } from '@tanstack/react-router'
import { addDays, isEnteredDate } from '@usance/domain/local-date'
import type { Answer } from '@usance/wire/call'
import { type InvoiceBody, type InvoiceDetail, invoiceCalls } from '@usance/wire/invoice/calls'
import { Form } from 'antd'
import { lazy, Suspense } from 'react'
import { EditPage } from '../../../form/edit-page.tsx'
import { AmountField, DateField, RemarkField, SelectField, TextField } from '../../../form/fields.tsx'
import { FormGrid } from '../../../form/form-grid.tsx'
import { NotNow } from '../../../form/not-now.tsx'
import { inGroups, PapersField, paperRefs } from '../../../form/papers.tsx'
import { useBeginning } from '../../../form/use-beginning.ts'
import { usePaperGroups } from '../../../form/use-paper-groups.ts'
import { useSubmit } from '../../../form/use-submit.ts'
import { useSuggestion } from '../../../form/use-suggestion.ts'
import { send } from '../../../http/client.ts'
import { useText } from '../../../i18n/i18n.ts'
import { loadAreaTexts } from '../../../i18n/load-area.ts'
import { Failed } from '../../../ui/empty.tsx'
import { formatCount } from '../../../ui/format.ts'
import { Section } from '../../../ui/page-frame.tsx'
import { Skeleton } from '../../../ui/skeleton.tsx'
import { useCurrencies } from '../currencies.ts'
import { useDocument } from './use-document.ts'
import { newInvoice, type OrderChoice, useOrderChoice } from './use-order-choice.ts'

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

/** What the form of a draft begins with. */
const valuesOf = (draft: InvoiceDetail) => ({
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
})

function InvoiceForm({ draft }: { draft: InvoiceDetail | undefined }) {
  const text = useText()
  const papers = usePaperGroups('INVOICE')
  const [form] = Form.useForm<InvoiceBody>()
  const suggestDueDate = useSuggestion(form, 'dueDate')
  const buyers = useQuery({
    queryKey: ['invoice-buyers'],
    queryFn: () => send(invoiceCalls.buyers, { body: {} }, { quiet: true }),
  })
  const order = useOrderChoice(form, draft, buyers.data)
  const adding = useSubmit(invoiceCalls.add, form)
  const editing = useSubmit(invoiceCalls.edit, form)
  const submit = draft ? editing : adding
  const onValuesChange = (changed: Partial<InvoiceBody>, all: InvoiceBody) => {
    const term = buyers.data?.find((buyer) => buyer.code === all.buyerCode)?.termDays
    // The field may hold a text that is no day; no due date follows from it.
    const { issueDate = '' } = all
    if (term && isEnteredDate(issueDate) && (changed.issueDate || changed.buyerCode)) suggestDueDate(addDays(issueDate, term))
  }
  const document = useDocument(form, { buyers: buyers.data, orders: order.orders, onFilled: onValuesChange })
  const save = async ({ purchaseOrderId, ...typed }: InvoiceBody) => {
    const body = {
      ...typed,
      ...(purchaseOrderId && order.mayBe(purchaseOrderId) ? { purchaseOrderId } : {}),
      attachments: paperRefs(inGroups(typed.attachments ?? [], papers.data ?? [], 'INVOICE')),
    }
    const saved = draft
      ? await editing.run({ body: { ...body, id: draft.id, version: draft.version } })
      : await adding.run({ body })
    return saved !== undefined
  }
  return (
    <EditPage<InvoiceBody>
      title={text(draft ? 'trading.editTitle' : 'trading.addTitle')}
      back="/trading/invoice"
      form={form}
      version={draft?.version}
      saved={({ invoiceNo }) => text('trading.saved', { no: invoiceNo })}
      initialValues={draft ? valuesOf(draft) : newInvoice}
      error={submit.error}
      busy={submit.busy}
      submitLabel={text('trading.save')}
      onValuesChange={onValuesChange}
      onSubmit={save}
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
          <FromDocument onUse={document.takeOver} onRemoved={document.remove} />
        </Suspense>
      )}
      <InvoiceFields draft={draft} buyers={buyers} order={order} />
      <Section title={text('trading.files')}>
        <PapersField kind="INVOICE" groups={papers} />
      </Section>
    </EditPage>
  )
}

type FieldsProps = {
  draft: InvoiceDetail | undefined
  buyers: UseQueryResult<Answer<typeof invoiceCalls.buyers>>
  order: OrderChoice
}

/** What an invoice says, whom it is to and to which order it belongs. */
function InvoiceFields({ draft, buyers, order }: FieldsProps) {
  const text = useText()
  const currencies = useCurrencies()
  return (
    <Section title={text('trading.invoice')}>
      <FormGrid>
        <SelectField
          name="buyerCode"
          label={text('trading.buyer')}
          required
          question={buyers}
          options={(buyers.data ?? []).map((buyer) => ({ value: buyer.code, label: buyer.name }))}
          disabled={draft?.keepsBuyer === true}
          help={draft?.keepsBuyer ? text('trading.keepsBuyer') : buyers.data?.length === 0 ? text('trading.noBuyers') : undefined}
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
        <AmountField name="amount" label={text('trading.amount')} required currency={order.currency} />
        <SelectField
          name="purchaseOrderId"
          label={text('trading.purchaseOrder')}
          help={
            order.listed ? text('trading.ordersListed', { count: formatCount(order.listed) }) : text('trading.noPurchaseOrder')
          }
          question={order.question}
          disabled={order.choices.length === 0}
          options={order.choices.map((one) => ({ value: one.id, label: one.poNo }))}
        />
        <RemarkField name="remark" label={text('trading.remark')} />
      </FormGrid>
    </Section>
  )
}
