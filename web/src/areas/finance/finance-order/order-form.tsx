import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { chosenAccount } from '@usance/domain/bank-account-choice'
import { financeOrderCalls, mostBuyersListed } from '@usance/wire/finance-order/calls'
import type { OrderDetail } from '@usance/wire/finance-order/order'
import { mostDocuments } from '@usance/wire/finance-order/trial'
import { useCallback, useEffect, useId, useMemo, useRef, useState } from 'react'
import { isClosedDay, nextOpenDay, useHolidays } from '../../../form/holidays.ts'
import { useKeptState } from '../../../form/kept.ts'
import { figureOf } from '../../../form/number-input.ts'
import { inGroups, missingTitles, PapersBox, paperRefs } from '../../../form/papers.tsx'
import { usePaperGroups } from '../../../form/use-paper-groups.ts'
import { useSubmit } from '../../../form/use-submit.ts'
import { useUnsaved } from '../../../form/use-unsaved.ts'
import { send } from '../../../http/client.ts'
import { keepWhile } from '../../../http/keep-while.ts'
import { randomId } from '../../../http/random-id.ts'
import { wordsOf } from '../../../http/report.ts'
import type { StoredFile } from '../../../http/upload.ts'
import { useText } from '../../../i18n/i18n.ts'
import { language } from '../../../i18n/language.ts'
import { debounces, useDebounced } from '../../../list/appended.ts'
import { tell } from '../../../shell/use-tracking.ts'
import { NotAnswered } from '../../../ui/answered.tsx'
import { Button } from '../../../ui/button.tsx'
import { DateInput } from '../../../ui/date-input.tsx'
import { doerText } from '../../../ui/doer.ts'
import { Empty, Failed } from '../../../ui/empty.tsx'
import { useAfterFiles } from '../../../ui/files-under-way.ts'
import { formatDate, formatRatePct } from '../../../ui/format.ts'
import { notify } from '../../../ui/notice.ts'
import { PageHeader, Section } from '../../../ui/page-frame.tsx'
import { SearchBeyond } from '../../../ui/search-beyond.tsx'
import { Select } from '../../../ui/select.tsx'
import { Skeleton } from '../../../ui/skeleton.tsx'
import { TooMany } from '../../../ui/too-many.tsx'
import { ApprovalPanel } from '../../approval/approval-panel.tsx'
import { useBaseRateName } from '../../system/config/use-dictionary.ts'
import type { Chosen } from './chosen.ts'
import { ConfirmedOrders } from './confirmed-orders.tsx'
import { ContractPreview } from './contract-preview.tsx'
import { DocumentTable, requestedIn } from './document-table.tsx'
import { Labelled } from './labelled.tsx'
import { NoPayee } from './no-payee.tsx'
import { PriceSummary } from './price-summary.tsx'
import { useOffered } from './use-offered.ts'
import { usePayees } from './use-payees.ts'
import './finance-order.css'
/** In place of a buyer's code: receivables of all of them may be taken together. */
export const everyBuyer = '*'
export type Start = {
  currency: string
  buyerCode: string
  productId: string
  fundingDate: string
  chosen: Chosen
  docType: 'INVOICE' | 'PO'
  /** The account that was chosen; nothing while nobody has. */
  payee: string
  remark: string
}

/** What the form asks of the order that it changes. */
type Begun = Pick<
  OrderDetail,
  | 'id'
  | 'orderNo'
  | 'status'
  | 'version'
  | 'financingProductId'
  | 'funder'
  | 'arpOf'
  | 'items'
  | 'attachments'
  | 'timeline'
  | 'hasApproval'
>

/**
 * The whole order on one page. `order` is a draft or a returned order that is changed; `arpOf` the purchase order financing
 * that the order takes the place of, which settles buyer, currency and kind of document.
 */
export function OrderForm({
  start,
  order,
  arpOf,
  today,
}: {
  start: Start
  order?: Begun | undefined
  arpOf?: OrderDetail | undefined
  today: string
}) {
  const text = useText()
  const baseRateName = useBaseRateName()
  const navigate = useNavigate()
  const queries = useQueryClient()
  const [state, setState] = useState(start)
  const [files, setFiles] = useState<StoredFile[]>(order?.attachments ?? [])
  const isTyped = useRef(false)
  const sent = useUnsaved(() => isTyped.current)
  const restore = useCallback(({ files, ...part }: Partial<Start & { files: StoredFile[] }>) => {
    isTyped.current = true
    setState((now) => ({ ...now, ...part }))
    if (files) setFiles(files)
  }, [])
  useKeptState(
    useMemo(() => ({ ...state, files }), [state, files]),
    restore,
    { version: order?.version },
  )
  const creating = useSubmit(financeOrderCalls.createOrder)
  const editing = useSubmit(financeOrderCalls.editOrder)
  const typed = () => {
    isTyped.current = true
    creating.clear()
    editing.clear()
  }
  const change = (part: Partial<Start>) => {
    typed()
    setState((now) => ({ ...now, ...part }))
  }
  const changeFiles = (next: StoredFile[]) => {
    typed()
    setLackingPapers([])
    setFiles(next)
  }
  const { currency, buyerCode: choice, productId, fundingDate, chosen, docType, payee, remark } = state

  // Why it came back stands above everything that may be changed about it.
  const returned = order?.status === 'REJECTED' ? order.timeline.find((line) => line.comment) : undefined
  const ofEvery = choice === everyBuyer && docType === 'INVOICE'
  const buyerCode = choice === everyBuyer ? '' : choice
  const hasBuyer = ofEvery || !!buyerCode
  const hasBuyerAndCurrency = hasBuyer && currency !== ''
  const oneBuyer = buyerCode ? { buyerCode } : {}

  const holidays = useHolidays(currency).data
  const closed = (day: string) => isClosedDay(day, holidays ?? [])
  useEffect(() => {
    // Money moves on working days of the currency only: a day of rest gives way to the next one that is none.
    if (currency && !holidays) return
    const open = nextOpenDay(fundingDate, holidays ?? [])
    if (open === fundingDate) return
    if (fundingDate !== start.fundingDate) notify('info', text('finance.dayMoved', { date: formatDate(open) }))
    setState((now) => (now.fundingDate === fundingDate ? { ...now, fundingDate: open } : now))
  }, [currency, holidays, fundingDate, start.fundingDate, text])
  const [buyerTyped, setBuyerTyped] = useState('')
  const buyerSearch = useDebounced(buyerTyped.trim(), debounces.search)
  const buyers = useQuery({
    queryKey: ['order-buyers', buyerSearch, buyerCode],
    queryFn: () =>
      send(
        financeOrderCalls.availableBuye,
        { body: { ...(buyerSearch ? { buyerName: buyerSearch } : {}), ...oneBuyer } },
        { quiet: true },
      ),
    placeholderData: keepWhile(['order-buyers']),
  })
  // A returned conversion stays a conversion of the same older order while it is corrected.
  const parentId = arpOf?.id ?? order?.arpOf?.id
  const products = useQuery({
    queryKey: ['order-products', docType, parentId],
    queryFn: () =>
      send(
        financeOrderCalls.availableFinanceProductList,
        { body: { docType, ...(parentId ? { arpOfOrderId: parentId } : {}) } },
        { quiet: true },
      ),
  })
  const product = products.data?.find((one) => one.id === productId)
  const currencies = [
    ...new Set([...(currency ? [currency] : []), ...(products.data ?? []).flatMap((one) => one.currencies)]),
  ].sort()
  const inCurrency = (products.data ?? []).filter((one) => !currency || one.currencies.includes(currency))
  // One that was submitted keeps its funder: it holds what that one said of it.
  const keptFunder = order?.status === 'REJECTED' ? order.funder : undefined
  const offered = inCurrency.filter((one) => !keptFunder || one.funderCode === keptFunder.code)
  useEffect(() => {
    if (!productId && offered.length > 0 && currency)
      setState((now) => (now.productId ? now : { ...now, productId: offered[0]!.id }))
  }, [productId, offered, currency])
  const about = { ...(order ? { orderId: order.id } : {}), ...(parentId ? { arpOfOrderId: parentId } : {}) }
  const isReady = !!productId && hasBuyerAndCurrency
  const { documents, rows, gone, pager } = useOffered({
    docType,
    productId,
    buyerCode,
    currency,
    fundingDate,
    about,
    chosen,
    isReady,
  })
  const items = useMemo(
    () => Object.entries(chosen).map(([docId, applyAmount]) => ({ docType, docId, ...(applyAmount ? { applyAmount } : {}) })),
    [chosen, docType],
  )
  const isTooMany = items.length > mostDocuments
  const isRead = items.every(({ applyAmount }) => !applyAmount || figureOf(applyAmount, requestedIn(currency)) !== '')
  const request = {
    financingProductId: productId,
    ...oneBuyer,
    currency,
    fundingDate,
    items,
    ...about,
  }
  const asked = useDebounced(request, 350)
  const trial = useQuery({
    meta: { tellsItself: true },
    queryKey: ['trial', currency, asked],
    queryFn: ({ signal }) => send(financeOrderCalls.trialCalculation, { body: asked }, { quiet: true, signal }),
    enabled: !!asked.financingProductId && hasBuyer && !!asked.fundingDate && asked.items.length > 0 && !isTooMany && isRead,
    placeholderData: keepWhile(['trial', currency]),
    retry: false,
    staleTime: 0,
  })
  const payees = usePayees(currency)
  const account = payees.data ? chosenAccount(payees.data, payee || undefined) : payee || undefined
  const [form] = useState(randomId)
  const lackingId = useId()
  const isNew = !order
  const priceStands = trial.isSuccess
  useEffect(() => {
    if (isNew) tell('ORDER_FORM', { step: 'OPENED', form })
  }, [isNew, form])
  useEffect(() => {
    if (isNew && priceStands) tell('ORDER_FORM', { step: 'PRICED', form })
  }, [isNew, priceStands, form])
  const papers = usePaperGroups('FINANCE_ORDER', {
    productId,
    ...(order && productId === order.financingProductId ? { orderId: order.id } : {}),
  })
  const [lackingPapers, setLackingPapers] = useState<readonly string[]>([])
  const save = async (saveType: 'DRAFT' | 'SUBMIT') => {
    const groups = papers.data ?? []
    const missing = saveType === 'SUBMIT' ? missingTitles(inGroups(files, groups, 'FINANCE_ORDER'), groups) : []
    setLackingPapers(missing)
    if (missing.length > 0) return
    const { orderId: _, ...rest } = request
    const body = {
      ...rest,
      saveType,
      pricingHash: trial.data?.pricingHash,
      ...(account ? { payeeBankAccountId: account } : {}),
      remark,
      attachments: paperRefs(inGroups(files, papers.data ?? [], 'FINANCE_ORDER')),
    }
    const saved = order
      ? await editing.run({ body: { ...body, id: order.id, version: order.version } })
      : await creating.run({ body })
    if (!saved) return void trial.refetch()
    sent()
    if (isNew) tell('ORDER_FORM', { step: saveType === 'SUBMIT' ? 'SUBMITTED' : 'SAVED', form })
    notify('success', text(saveType === 'SUBMIT' ? 'finance.submitted' : 'finance.saved', { no: saved.orderNo }))
    await queries.invalidateQueries({ queryKey: ['list'] })
    void navigate({ to: `/finance/finance-order/${saved.id}/detail` })
  }
  const afterFiles = useAfterFiles(save)
  const busy = creating.busy || editing.busy || afterFiles.isWaiting
  const firstLacking = () => {
    if (!hasBuyer) return 'BUYER'
    if (!currency) return 'CURRENCY'
    if (!fundingDate) return 'FUNDING_DATE'
    if (!productId || (products.data && !product)) return 'PRODUCT'
    if (items.length === 0) return 'DOCUMENTS'
    if (isTooMany) return 'FEWER_DOCUMENTS'
    if (!isRead) return 'AMOUNT'
    if (trial.isError) return 'PRICE_REFUSED'
    return trial.data ? undefined : 'PRICE'
  }
  const lacking = firstLacking()
  // A draft keeps the present price; a submission needs the newest one, and an account that is offered.
  const lackingToSubmit = lacking ?? (payees.data?.length && !account ? 'PAYEE' : trial.isFetching ? 'PRICE' : undefined)
  return (
    <div className="page order-form" data-status="edit">
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
      <div className="order-columns">
        <div>
          <Section title={text('finance.stepWho')}>
            <div className="order-grid">
              {!arpOf && (
                <Labelled label={text('finance.kind')}>
                  <Select
                    all={false}
                    label={text('finance.kind')}
                    value={docType}
                    options={[
                      { value: 'INVOICE', label: text('finance.invoices') },
                      { value: 'PO', label: text('finance.purchaseOrders') },
                    ]}
                    onChange={(value) =>
                      change({
                        docType: value as 'INVOICE',
                        productId: '',
                        chosen: {},
                        ...(choice === everyBuyer ? { buyerCode: '' } : {}),
                      })
                    }
                  />
                </Labelled>
              )}
              <Labelled label={text('finance.buyer')}>
                <Select
                  all={text('finance.choose')}
                  label={text('finance.buyer')}
                  value={choice}
                  options={[
                    // Purchase orders are financed buyer by buyer.
                    ...(docType === 'INVOICE' && (buyerSearch !== '' || (buyers.data?.length ?? 0) > 1)
                      ? [{ value: everyBuyer, label: text('finance.everyBuyer') }]
                      : []),
                    ...(buyers.data ?? []).map((buyer) => ({ value: buyer.buyerCode, label: buyer.buyerName })),
                  ]}
                  question={buyers}
                  disabled={!!arpOf}
                  onChange={(value) => change({ buyerCode: value, chosen: {} })}
                />
                {!arpOf && (
                  <SearchBeyond
                    label={text('finance.searchBuyers')}
                    listed={buyers.data?.length ?? 0}
                    most={mostBuyersListed}
                    typed={buyerTyped}
                    onType={setBuyerTyped}
                  />
                )}
              </Labelled>
              <Labelled label={text('finance.currency')}>
                <Select
                  all={text('finance.choose')}
                  label={text('finance.currency')}
                  value={currency}
                  options={currencies.map((value) => ({ value, label: value }))}
                  question={hasBuyerAndCurrency ? undefined : products}
                  disabled={!!arpOf}
                  onChange={(value) => change({ currency: value, productId: '', chosen: {} })}
                />
              </Labelled>
              <Labelled label={text('finance.fundingDate')}>
                <DateInput
                  label={text('finance.fundingDate')}
                  value={fundingDate}
                  isDisabled={(day: string) => day < today || closed(day)}
                  onPick={(day: string) => change({ fundingDate: day })}
                  onClear={() => change({ fundingDate: today })}
                  onFault={() => change({ fundingDate: '' })}
                />
              </Labelled>
            </div>
            {buyerSearch === '' && buyers.data?.length === 0 && <p className="muted">{text('finance.noBuyers')}</p>}
            <fieldset className="product-cards">
              <legend className="sr-only">{text('finance.product')}</legend>
              {hasBuyerAndCurrency && <NotAnswered question={products} />}
              {hasBuyerAndCurrency && offered.length === 0 && products.data && (
                <p className="muted">{text('finance.noProduct')}</p>
              )}
              {hasBuyerAndCurrency && keptFunder && offered.length < inCurrency.length && (
                <p className="muted">{text('finance.keepsFunder', { funder: keptFunder.name })}</p>
              )}
              {hasBuyerAndCurrency &&
                offered.map((one) => (
                  <label key={one.id} className={one.id === productId ? 'product-card is-chosen' : 'product-card'}>
                    <input
                      type="radio"
                      name="product"
                      checked={one.id === productId}
                      onChange={() => change({ productId: one.id })}
                    />
                    <strong>{language() === 'zh-CN' ? one.nameCn : one.name}</strong>
                    <span className="muted">{one.funderName}</span>
                    <span className="muted">
                      {text('finance.productLine', {
                        advance: formatRatePct(one.advanceRate),
                        rate: [...(one.baseRateType ? [baseRateName(one.baseRateType)] : []), formatRatePct(one.margin)].join(
                          ' + ',
                        ),
                      })}
                    </span>
                  </label>
                ))}
            </fieldset>
          </Section>
          <Section title={text(docType === 'INVOICE' ? 'finance.stepInvoices' : 'finance.stepOrders')}>
            <TooMany count={items.length} most={mostDocuments} />
            {hasBuyerAndCurrency && products.isPending ? (
              <Skeleton lines={5} title={false} />
            ) : !hasBuyerAndCurrency || !product ? (
              <>
                <p className="muted">{text('finance.chooseFirst')}</p>
                {docType === 'PO' && buyerCode && !currency && (
                  <ConfirmedOrders
                    buyerCode={buyerCode}
                    onTake={(order) => change({ currency: order.currency, productId: '', chosen: { [order.id]: '' } })}
                  />
                )}
              </>
            ) : documents.isLoadingError ? (
              <Failed error={documents.error} onRetry={() => void documents.refetch()} />
            ) : documents.isPending ? (
              <Skeleton lines={5} title={false} />
            ) : rows.length + gone.length === 0 ? (
              <Empty title={text('finance.noDocuments')} text={text('finance.noDocumentsText')} />
            ) : (
              <DocumentTable
                rows={rows}
                gone={gone.map((id) => ({ id, number: order?.items.find((item) => item.docId === id)?.docNo }))}
                pager={pager}
                currency={currency}
                chosen={chosen}
                onChoose={(next) => change({ chosen: next })}
                withBuyers={ofEvery}
              />
            )}
          </Section>
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
          <Section title={text('finance.attachments')}>
            <PapersBox kind="FINANCE_ORDER" groups={papers} value={files} onChange={changeFiles} />
          </Section>
        </div>
        <aside className="order-side">
          <section className="panel panel-pad">
            <h2>{text('finance.priceFor.SUPPLIER')}</h2>
            {items.length === 0 || isTooMany || !isRead ? (
              <p className="muted">{text('finance.priceHint')}</p>
            ) : trial.isError ? (
              <p className="price-error" role="alert">
                {wordsOf(trial.error)}
              </p>
            ) : !trial.data ? (
              <Skeleton lines={6} />
            ) : (
              <PriceSummary
                trial={trial.data}
                currency={currency}
                fundingDate={trial.data.fundingDate ?? fundingDate}
                converts={arpOf?.orderNo}
                stale={trial.isPlaceholderData}
              />
            )}
            <p className="price-error" role="alert">
              {afterFiles.note ||
                lackingPapers.map((title) => text('common.upload.please', { title })).join(' ') ||
                creating.error ||
                editing.error}
            </p>
            {trial.data && items.length > 0 && !trial.isError && <ContractPreview request={asked} />}
            <div className="order-buttons">
              <Button
                act={order ? financeOrderCalls.editOrder : financeOrderCalls.createOrder}
                look="solid"
                busy={busy}
                disabled={lackingToSubmit !== undefined}
                aria-describedby={lackingId}
                onClick={() => void afterFiles.send('SUBMIT')}
              >
                {text('finance.submit')}
              </Button>
              <Button
                act={order ? financeOrderCalls.editOrder : financeOrderCalls.createOrder}
                busy={busy}
                disabled={lacking !== undefined}
                aria-describedby={lackingId}
                onClick={() => void afterFiles.send('DRAFT')}
              >
                {text('finance.saveDraft')}
              </Button>
            </div>
            <p id={lackingId} className="muted" role="status">
              {lackingToSubmit && text(`finance.lacking.${lackingToSubmit}`)}
            </p>
          </section>
        </aside>
      </div>
      {order?.hasApproval && (
        <ApprovalPanel businessNo={order.orderNo} businessType="FINANCE_ORDER" businessId={order.id} readOnly />
      )}
    </div>
  )
}
