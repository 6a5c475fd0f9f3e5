import { useQuery, useQueryClient } from '@tanstack/react-query'
import { Link, useNavigate, useParams } from '@tanstack/react-router'
import { fromDecimal, sum, toDecimal } from '@usance/domain/money'
import { contractCalls } from '@usance/wire/contract/calls'
import { financeOrderCalls } from '@usance/wire/finance-order/calls'
import type { OrderDetail } from '@usance/wire/finance-order/order'
import { type ReactNode, useState } from 'react'
import { sendOrTake } from '../../../http/ahead.ts'
import { send } from '../../../http/client.ts'
import { saveFile } from '../../../http/files.ts'
import { hasText, useText } from '../../../i18n/i18n.ts'
import { language } from '../../../i18n/language.ts'
import { RowLink } from '../../../list/row-link.tsx'
import { ordersOf, type PoolMode } from '../../../session/permissions.ts'
import { useMayAct, useSession } from '../../../session/session.ts'
import { useMayOpen } from '../../../session/use-may-open.ts'
import { ActionButton } from '../../../ui/action-button.tsx'
import { PapersCard } from '../../../ui/attachment-card.tsx'
import { Button } from '../../../ui/button.tsx'
import { DataTable } from '../../../ui/data-table.tsx'
import { ask } from '../../../ui/dialog.tsx'
import { doerText } from '../../../ui/doer.ts'
import { Failed } from '../../../ui/empty.tsx'
import { formatAmount, formatDate, formatRatePct } from '../../../ui/format.ts'
import { Money } from '../../../ui/money.tsx'
import { notify } from '../../../ui/notice.ts'
import { DescriptionList, PageHeader, Section, Timeline } from '../../../ui/page-frame.tsx'
import { Skeleton } from '../../../ui/skeleton.tsx'
import { StatusTag } from '../../../ui/status-tag.tsx'
import { ApprovalPanel } from '../../approval/approval-panel.tsx'
import { ErrorPage } from '../../error/error-page.tsx'
import { OrderLedgerSection } from '../../ledger/order-ledger.tsx'
import { DrawAgain } from '../pool/draw-again-part.ts'
import { BuyersSection } from './buyers-section.tsx'
import { DeclineDialog } from './decline-dialog.tsx'
import { Funding } from './funding.tsx'
import { HeldByBank } from './held-by-bank.tsx'
import { readerOf } from './price-statement.ts'
import { PriceSummary } from './price-summary.tsx'
import { Repayment } from './repayment.tsx'
import { Reprice } from './reprice.tsx'
import { Signs } from './signs.tsx'
import { LossSection, WriteOffButton } from './write-off.tsx'
import './finance-order.css'
import { sameUser } from '../../../session/mismatch.ts'

type Item = OrderDetail['items'][number]

const placeOf = ({ docType, docId }: Item, pool: PoolMode) =>
  docType === 'INVOICE'
    ? `/trading/invoice/${docId}/details`
    : docType === 'POOL'
      ? pool === 'DBS'
        ? '/finance/dbsFinance'
        : '/finance/poolFactoring'
      : `/trading/purchase/details/${docId}`

/** One finance order, from its price to its last repayment. */
export default function OrderDetailPage() {
  const { id } = useParams({ strict: false })
  // The address of a right confirmation is open to everybody who is signed in; what stands there is not.
  const may = useMayAct()(financeOrderCalls.detail)
  const query = useQuery({
    queryKey: ['order', id],
    queryFn: () => sendOrTake(financeOrderCalls.detail, { query: { id } }, { quiet: true }),
    staleTime: 0,
    enabled: may,
  })
  if (!may) return <ErrorPage code="403" />
  if (query.isLoadingError) return <Failed error={query.error} onRetry={() => void query.refetch()} />
  if (!query.data) return <Skeleton lines={14} />
  return <Order order={query.data} reload={() => void query.refetch()} />
}

function Order({ order, reload }: { order: OrderDetail; reload: () => void }) {
  const text = useText()
  const navigate = useNavigate()
  const queries = useQueryClient()
  // Who lends to whom, and why, is decided without the buyer.
  const session = useSession()
  const { user } = session
  const mayOpen = useMayOpen()
  const mayDo = useMayAct()
  const [declining, setDeclining] = useState(false)
  const papers = useQuery({
    queryKey: ['order-papers', order.id, order.version],
    queryFn: () => send(financeOrderCalls.detailAttachment, { query: { id: order.id } }, { quiet: true }),
    enabled: order.attachments.length > 0,
  })
  // A drawing is corrected in the dialog it was drawn with; the address of its form leads here and opens it.
  const isDrawing = order.type === 'POOL_FACTORING'
  const [drawing, setDrawing] = useState(() => isDrawing && new URLSearchParams(window.location.search).has('correct'))
  const may = (operation: string) => order.operations.includes(operation)
  const isAsked = order.rightConfirmParty === user.companyRole && mayDo(financeOrderCalls.rightConfirmation)
  const changed = () => {
    void queries.invalidateQueries()
    reload()
  }
  // The buyer sees the fees that the product charges to it before it confirms anything.
  const ownFees = toDecimal(
    sum(
      order.fees.flatMap((fee) => [fee.amount, fee.tax].map((amount) => fromDecimal(amount, order.currency))),
      order.currency,
    ),
  )
  const hasOwnFees = user.companyRole === 'BUYER' && order.fees.length > 0
  const done = (what: string) => {
    notify('success', what)
    changed()
  }
  const withdraw = async () => {
    if (
      !(await ask({
        title: text('finance.withdrawAsk', { no: order.orderNo }),
        text: text('finance.withdrawText'),
        ok: text('finance.withdraw'),
        danger: true,
      }))
    )
      return
    await send(financeOrderCalls.revocation, { query: { id: order.id }, body: {} })
    done(text('finance.didWithdraw', { no: order.orderNo }))
  }
  const confirm = async () => {
    if (
      !(await ask({
        title: text('finance.confirmAsk'),
        text: (
          <>
            <p>{text('finance.confirmText', { funder: order.funder.name })}</p>
            <p>
              <strong>{order.items.map((item) => item.docNo).join(', ')}</strong> · {money(order.faceAmount)}
            </p>
            {hasOwnFees && (
              <p>
                {text('finance.confirmFees', {
                  amount: `${order.currency} ${formatAmount(ownFees, order.currency, { exact: true })}`,
                })}
              </p>
            )}
          </>
        ),
        ok: text('finance.confirmRight'),
      }))
    )
      return
    try {
      await send(financeOrderCalls.rightConfirmation, { query: { id: order.id }, body: { accept: true, version: order.version } })
    } catch (error) {
      // Another order than was shown stands there now.
      changed()
      throw error
    }
    done(text('finance.didConfirm', { no: order.orderNo }))
  }
  const money = (amount: string) => <Money amount={amount} currency={order.currency} exact />
  return (
    <div className="page">
      <PageHeader
        title={order.orderNo}
        status={order.status}
        back={mayOpen(ordersOf(session)) ? ordersOf(session) : '/home'}
        actions={
          <>
            {may('EDIT') && isDrawing && <Button onClick={() => setDrawing(true)}>{text('finance.edit')}</Button>}
            {may('EDIT') && !isDrawing && ordersOf(session) === '/finance/finance-order' && (
              <Button onClick={() => void navigate({ to: `/finance/finance-order/${order.id}/edit` })}>
                {text('finance.edit')}
              </Button>
            )}
            {may('UPDATE') && mayOpen(`/finance/finance-order/update/${order.id}`) && (
              <Button onClick={() => void navigate({ to: `/finance/finance-order/update/${order.id}` })}>
                {text('finance.update')}
              </Button>
            )}
            {may('WITHDRAW') && (
              <ActionButton act={financeOrderCalls.revocation} look="plain" action={withdraw}>
                {text('finance.withdraw')}
              </ActionButton>
            )}
            {may('ARP') && mayOpen(`/finance/finance-order/arp/${order.id}`) && (
              <Button onClick={() => void navigate({ to: `/finance/finance-order/arp/${order.id}` })}>
                {text('finance.arp')}
              </Button>
            )}
            {may('WRITE_OFF') && <WriteOffButton order={order} onDone={changed} />}
            {may('CONFIRM') && (
              <>
                <Button act={financeOrderCalls.rightConfirmation} onClick={() => setDeclining(true)}>
                  {text('finance.decline')}
                </Button>
                <ActionButton act={financeOrderCalls.rightConfirmation} action={confirm}>
                  {text('finance.confirmRight')}
                </ActionButton>
              </>
            )}
          </>
        }
      >
        {[order.supplier.name, order.buyerName, order.funder.name].filter(Boolean).join(' · ')}
      </PageHeader>
      <div className="order-columns">
        <div>
          {order.status === 'PASSED' && isAsked && !may('CONFIRM') && <SignFirst order={order} />}
          {order.status === 'RIGHT_CONFIRMED' && user.companyRole !== 'BUYER' && (
            <Reprice orderId={order.id} currency={order.currency} onDone={changed} />
          )}
          <Signs signs={order.signs ?? []} />
          <HeldByBank order={order} />
          <Section title={text('finance.order')}>
            <DescriptionList
              facts={[
                { label: text('finance.product'), value: language() === 'zh-CN' ? order.product.nameCn : order.product.name },
                { label: text('finance.quantity.applyAmount'), value: money(order.financeAmount) },
                { label: text('finance.outstanding'), value: money(order.principalOutstanding) },
                { label: text('finance.quantity.face'), value: money(order.faceAmount) },
                order.agreedBefore && order.interestAmount !== undefined
                  ? {
                      label: text('finance.interest'),
                      value: <Changed now={money(order.interestAmount)} agreed={money(order.agreedBefore.interestAmount)} />,
                    }
                  : undefined,
                order.reserveAmount === undefined
                  ? undefined
                  : {
                      label: text('finance.quantity.reserve'),
                      value:
                        order.agreedBefore && order.agreedBefore.reserveAmount !== order.reserveAmount ? (
                          <Changed now={money(order.reserveAmount)} agreed={money(order.agreedBefore.reserveAmount)} />
                        ) : (
                          money(order.reserveAmount)
                        ),
                    },
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
                hasOwnFees ? { label: text('finance.feesYouPay'), value: money(ownFees) } : undefined,
                order.validUntil && !order.fundingDate
                  ? { label: text('finance.validUntil'), value: formatDate(order.validUntil) }
                  : undefined,
                order.remark ? { label: text('finance.remark'), value: order.remark, wide: true } : undefined,
              ]}
            />
          </Section>
          {order.buyers.length > 0 && <BuyersSection order={order} />}
          <Items order={order} />
          {order.contracts.length > 0 && <Contracts order={order} />}
          <Funding order={order} />
          <Repayment order={order} />
          {order.attachments.length > 0 && (
            <PapersCard
              title={text('finance.attachments')}
              zipName={order.orderNo}
              groups={papers}
              papers={order.attachments}
              word={(group) => text.of('word', group)}
            />
          )}
          {order.hasApproval && user.companyRole !== 'BUYER' && (
            <ApprovalPanel businessNo={order.orderNo} businessType="FINANCE_ORDER" businessId={order.id} onDone={reload} />
          )}
          {order.fundingDate && user.companyRole !== 'SUPPLIER' && user.companyRole !== 'BUYER' && (
            <LossSection order={order} onDone={changed} />
          )}
          {order.timeline.length > 0 && (
            <Section title={text('finance.story')}>
              <Timeline
                entries={order.timeline.map((line, index) => ({
                  key: `${line.at}${index}`,
                  title: hasText(`finance.event.${line.event}`) ? text.of('finance.event', line.event) : line.event,
                  at: line.at,
                  by: doerText(line),
                  leftOut: line.leftOut,
                  text: line.comment,
                }))}
              />
            </Section>
          )}
          {order.fundingDate && <OrderLedgerSection orderId={order.id} />}
        </div>
        <aside className="order-side">
          {order.pricing && (
            <section className="panel panel-pad">
              <h2>{text(`finance.priceFor.${readerOf(user.companyRole)}`)}</h2>
              <PriceSummary
                trial={order.pricing}
                currency={order.currency}
                fundingDate={order.fundingDate ?? order.requestedFundingDate}
                converts={order.arpOf?.orderNo}
                reader={readerOf(user.companyRole)}
              />
              {order.agreedBefore && order.fundingDate && (
                <p className="muted">
                  {text('finance.paidLate', {
                    agreed: formatDate(order.requestedFundingDate),
                    paid: formatDate(order.fundingDate),
                  })}
                </p>
              )}
            </section>
          )}
        </aside>
      </div>
      {drawing && may('EDIT') && (
        <DrawAgain
          order={order}
          onClose={() => setDrawing(false)}
          onDone={() => {
            setDrawing(false)
            void queries.invalidateQueries()
          }}
        />
      )}
      {declining && (
        <DeclineDialog
          order={order}
          onClose={() => setDeclining(false)}
          onDone={() => {
            setDeclining(false)
            done(text('finance.didDecline', { no: order.orderNo }))
          }}
        />
      )}
    </div>
  )
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

/** Why the confirming party cannot confirm yet, and the way to what it has to sign. */
function SignFirst({ order }: { order: OrderDetail }) {
  const text = useText()
  const open = order.contracts.filter(({ status }) => ['DRAFT', 'PENDING_SIGN', 'PARTIALLY_SIGNED'].includes(status))
  return (
    <section className="panel panel-pad reprice" aria-label={text('finance.signFirst')}>
      <h2>{text('finance.signFirst')}</h2>
      <p>{text('finance.signFirstText')}</p>
      {open.map((contract) => (
        <Link key={contract.id} to={`/contract/info?id=${contract.id}`}>
          {text('finance.signHere')} {contract.no}
        </Link>
      ))}
    </section>
  )
}

function Items({ order }: { order: OrderDetail }) {
  const text = useText()
  const { pool } = useSession()
  const money = (key: 'face' | 'applyAmount' | 'reserve' | 'principalOutstanding', label: string) => ({
    key,
    label,
    figure: true,
    cell: (item: Item) => item[key] !== undefined && <Money amount={item[key]} currency={order.currency} bare />,
  })
  return (
    <Section title={text('finance.documents')}>
      <DataTable
        rows={order.items}
        keyOf={(item) => item.id}
        columns={[
          {
            key: 'number',
            label: text('finance.number'),
            cell: (item) => (
              <>
                <RowLink to={placeOf(item, pool)}>{item.docNo}</RowLink>
                {order.buyers.length > 0 && <small className="order-owes muted">{item.buyerName}</small>}
              </>
            ),
          },
          { key: 'maturity', label: text('finance.maturity'), cell: (item) => formatDate(item.maturity) },
          money('face', text('finance.quantity.face')),
          money('applyAmount', text('finance.quantity.applyAmount')),
          // Between supplier and funder; a buyer reads none.
          ...(order.reserveAmount === undefined ? [] : [money('reserve', text('finance.quantity.reserve'))]),
          money('principalOutstanding', text('finance.outstanding')),
        ]}
      />
    </Section>
  )
}

function Contracts({ order }: { order: OrderDetail }) {
  const text = useText()
  const save = async ({ id, no }: OrderDetail['contracts'][number]) => {
    if (!(await sameUser())) return
    saveFile((await send(contractCalls.download, { query: { id } })).blob, `${no}.pdf`)
  }
  return (
    <Section title={text('finance.contracts')}>
      <ul className="plain-rows">
        {order.contracts.map((contract) => (
          <li key={contract.id}>
            <Link to={`/contract/info?no=${contract.no}`}>
              {contract.no} · {language() === 'zh-CN' ? contract.nameCn : contract.name}
            </Link>
            <StatusTag value={contract.status} />
            <Button small icon="download" onClick={() => void save(contract)}>
              PDF
            </Button>
          </li>
        ))}
      </ul>
    </Section>
  )
}
