import { type UseQueryResult, useQuery, useQueryClient } from '@tanstack/react-query'
import { useParams } from '@tanstack/react-router'
import type { Answer } from '@usance/wire/call'
import { invoiceCalls } from '@usance/wire/invoice/calls'
import type { PaperGroupAnswer } from '@usance/wire/paper/calls'
import {
  type PurchaseOrderBody,
  type PurchaseOrderDetail,
  type PurchaseOrderLine,
  purchaseOrderCalls,
} from '@usance/wire/purchase-order/calls'
import { Form, type FormInstance } from 'antd'
import { EditPage } from '../../../form/edit-page.tsx'
import { DateField, NumberField, RemarkField, SelectField, TextField } from '../../../form/fields.tsx'
import { FormGrid } from '../../../form/form-grid.tsx'
import { NotNow } from '../../../form/not-now.tsx'
import { inGroups, PapersField, paperRefs } from '../../../form/papers.tsx'
import { useBeginning } from '../../../form/use-beginning.ts'
import { usePaperGroups } from '../../../form/use-paper-groups.ts'
import { type FormRows, useSubmit } from '../../../form/use-submit.ts'
import { useSuggestion } from '../../../form/use-suggestion.ts'
import { send } from '../../../http/client.ts'
import { useText } from '../../../i18n/i18n.ts'
import { Button } from '../../../ui/button.tsx'
import { Failed } from '../../../ui/empty.tsx'
import { useAfterFiles } from '../../../ui/files-under-way.ts'
import { todayInZone } from '../../../ui/format.ts'
import { notify } from '../../../ui/notice.ts'
import { Section, useGoBack } from '../../../ui/page-frame.tsx'
import { Skeleton } from '../../../ui/skeleton.tsx'
import { letGo } from '../../../ui/unsaved.ts'
import { useCurrencies } from '../currencies.ts'
import { LinesEditor } from './lines-editor.tsx'
import { useOrder } from './use-order.ts'

type Values = Omit<PurchaseOrderBody, 'paymentTermDays' | 'saveType'> & { paymentTermDays?: string }

/** Enters an order, completes a draft, or changes one that its buyer has not confirmed. */
export default function PurchaseFormPage() {
  const { id } = useParams({ strict: false })
  const found = useBeginning(useOrder(id), id)
  if (found.isLoadingError) return <Failed error={found.error} onRetry={() => void found.refetch()} />
  if (id && !found.data) return <Skeleton lines={10} />
  if (found.data && !found.data.operations.some((one) => one === 'EDIT' || one === 'DRAFT'))
    return <NotNow no={found.data.poNo} status={found.data.docStatus} to={`/trading/purchase/details/${id}`} />
  return <PurchaseForm key={id ?? 'new'} order={found.data} />
}

type Lines = NonNullable<Values['items']>

/** What is sent of the lines, and in which rows of the form they stand. */
function linesSent(typedLines: Lines, saveType: 'DRAFT' | 'SUBMIT') {
  if (saveType === 'SUBMIT') return { lines: { items: typedLines }, rows: {} }
  const begun = typedLines.filter(isBegun)
  const whole = begun.filter(isWhole)
  // A draft sends some of the lines only; a fault of an entry is marked in the row that the entry came from.
  const rowsOf = (some: Lines) => ({ list: 'items', rows: some.map((line) => typedLines.indexOf(line)) })
  const rows: FormRows = { items: rowsOf(whole), draftItems: rowsOf(begun) }
  return { lines: { items: whole, ...(whole.length < begun.length ? { draftItems: begun.map(filled) } : {}) }, rows }
}

/** Sends the order to its buyer, or keeps it as a draft. */
function useSaving(form: FormInstance<Values>, order: PurchaseOrderDetail | undefined, papers: PaperGroupAnswer[] | undefined) {
  const text = useText()
  const queries = useQueryClient()
  const goBack = useGoBack('/trading/purchase')
  const adding = useSubmit(purchaseOrderCalls.add, form)
  const editing = useSubmit(purchaseOrderCalls.edit, form)
  const save = async (typed: Values, saveType: 'DRAFT' | 'SUBMIT') => {
    const { paymentTermDays, items = [], attachments = [], ...rest } = typed
    const { lines, rows } = linesSent(items, saveType)
    const body = {
      ...rest,
      saveType,
      ...lines,
      ...(paymentTermDays ? { paymentTermDays: Number(paymentTermDays) } : {}),
      attachments: paperRefs(inGroups(attachments, papers ?? [], 'PO')),
    }
    const saved = order
      ? await editing.run({ body: { ...body, id: order.id, version: order.version } }, rows)
      : await adding.run({ body }, rows)
    return saved !== undefined
  }
  // A draft needs to know whose order it is; all else may be missing, and lines are kept as far as they were typed.
  const draft = useAfterFiles(async () => {
    try {
      await form.validateFields(['buyerCode', 'poNo', 'currency'])
    } catch (faults) {
      const first = (faults as { errorFields?: { name: (string | number)[] }[] }).errorFields?.[0]
      if (first) form.scrollToField(first.name, { behavior: 'smooth', block: 'center' })
      return
    }
    if (!(await save(form.getFieldsValue(true), 'DRAFT'))) return
    notify('success', text('purchase.draftSaved', { no: form.getFieldValue('poNo') }))
    letGo()
    void queries.invalidateQueries({ queryKey: ['list'] })
    void goBack()
  })
  const { busy, error } = order ? editing : adding
  return { save, draft, busy, error: draft.note || error }
}

function PurchaseForm({ order }: { order: PurchaseOrderDetail | undefined }) {
  const text = useText()
  const papers = usePaperGroups('PO')
  const [form] = Form.useForm<Values>()
  const suggestTerm = useSuggestion(form, 'paymentTermDays')
  const buyers = useQuery({
    queryKey: ['invoice-buyers'],
    queryFn: () => send(invoiceCalls.buyers, { body: {} }, { quiet: true }),
  })
  const { save, draft, busy, error } = useSaving(form, order, papers.data)
  const currency: string = Form.useWatch('currency', form) ?? order?.currency ?? 'USD'
  const isSent = order?.docStatus === 'SUBMITTED'
  return (
    <EditPage<Values>
      title={text(order ? (isSent ? 'purchase.editTitle' : 'purchase.draftTitle') : 'purchase.add')}
      back="/trading/purchase"
      form={form}
      version={order?.version}
      initialValues={order ? valuesOf(order) : { currency: 'USD', orderDate: todayInZone(), items: [{ unit: 'PCS' }] }}
      error={error}
      busy={busy}
      submitLabel={text(isSent ? 'purchase.save' : 'purchase.send')}
      onValuesChange={(changed) => {
        // What the server said of the lines as a whole was said of other lines.
        if (changed.items) form.setFields([{ name: 'items', errors: [] }])
        const term = buyers.data?.find((buyer) => buyer.code === changed.buyerCode)?.termDays
        if (term !== undefined) suggestTerm(String(term))
      }}
      onSubmit={(typed) => save(typed, 'SUBMIT')}
      extraButtons={
        !isSent && (
          <Button busy={busy || draft.isWaiting} onClick={() => void draft.send()}>
            {text('purchase.saveDraft')}
          </Button>
        )
      }
    >
      {order?.returnComment && (
        <p className="form-hint" role="note">
          {text('purchase.returned')}: {order.returnComment}
        </p>
      )}
      <OrderFields order={order} buyers={buyers} />
      <Section title={text('purchase.lines')}>
        <LinesEditor currency={currency} />
      </Section>
      <Section title={text('purchase.files')}>
        <PapersField kind="PO" groups={papers} required />
      </Section>
    </EditPage>
  )
}

type FieldsProps = {
  order: PurchaseOrderDetail | undefined
  buyers: UseQueryResult<Answer<typeof invoiceCalls.buyers>>
}

/** Whose order it is, in what it is paid, and its days. */
function OrderFields({ order, buyers }: FieldsProps) {
  const text = useText()
  const currencies = useCurrencies()
  return (
    <Section title={text('purchase.order')}>
      <FormGrid>
        <SelectField
          name="buyerCode"
          label={text('purchase.buyer')}
          required
          disabled={order?.keepsBuyer === true}
          help={order?.keepsBuyer ? text('purchase.keepsBuyer') : undefined}
          loading={buyers.isPending}
          question={buyers}
          options={(buyers.data ?? []).map((buyer) => ({ value: buyer.code, label: buyer.name }))}
        />
        <TextField name="poNo" label={text('purchase.poNo')} required maxLength={80} />
        <SelectField
          name="currency"
          label={text('purchase.currency')}
          required
          options={currencies.options}
          question={currencies.question}
        />
        <DateField name="orderDate" label={text('purchase.orderDate')} required />
        <DateField name="latestShipDate" label={text('purchase.latestShipDate')} required />
        <NumberField name="paymentTermDays" label={text('purchase.paymentTermDays')} max="360" kind="days" />
        <RemarkField name="remark" label={text('purchase.remark')} />
      </FormGrid>
    </Section>
  )
}

/** Whether anything was typed into a line; the unit it begins with was not. */
const isBegun = (line: Partial<PurchaseOrderLine> | undefined) =>
  [line?.sku, line?.description, line?.qty, line?.unitPrice].some((one) => !!one?.trim())

/** Whether a line says all that an order must say of it. */
const isWhole = ({ description, qty, unit, unitPrice }: Partial<PurchaseOrderLine>): boolean =>
  !!description?.trim() && /[1-9]/.test(qty ?? '') && !!unit?.trim() && !!unitPrice

/** What was typed of a line. */
const filled = (line: Partial<PurchaseOrderLine>) => Object.fromEntries(Object.entries(line).filter(([, typed]) => !!typed))

const valuesOf = (order: PurchaseOrderDetail): Values => ({
  buyerCode: order.buyer.code,
  poNo: order.poNo,
  orderDate: order.orderDate,
  latestShipDate: order.latestShipDate,
  currency: order.currency,
  paymentTermDays: String(order.paymentTermDays),
  remark: order.remark ?? '',
  items:
    (order.draftItems as PurchaseOrderLine[] | null) ??
    order.items.map(({ sku, description, qty, unit, unitPrice }) => ({
      ...(sku ? { sku } : {}),
      description,
      qty,
      unit,
      unitPrice,
    })),
  attachments: order.attachments.filter(({ stage }) => stage === 'SUBMISSION'),
})
