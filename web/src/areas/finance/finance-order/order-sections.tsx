import { Link } from '@tanstack/react-router'
import { contractCalls } from '@usance/wire/contract/calls'
import type { OrderDetail } from '@usance/wire/finance-order/order'
import { send } from '../../../http/client.ts'
import { saveFile } from '../../../http/files.ts'
import { hasText, useText } from '../../../i18n/i18n.ts'
import { language } from '../../../i18n/language.ts'
import { RowLink } from '../../../list/row-link.tsx'
import { sameUser } from '../../../session/mismatch.ts'
import type { PoolMode } from '../../../session/permissions.ts'
import { useSession } from '../../../session/session.ts'
import { Button } from '../../../ui/button.tsx'
import { DataTable } from '../../../ui/data-table.tsx'
import { doerText } from '../../../ui/doer.ts'
import { formatDate } from '../../../ui/format.ts'
import { Money } from '../../../ui/money.tsx'
import { Section, Timeline } from '../../../ui/page-frame.tsx'
import { StatusTag } from '../../../ui/status-tag.tsx'
import { readerOf } from './price-statement.ts'
import { PriceSummary } from './price-summary.tsx'

type Item = OrderDetail['items'][number]

const placeOf = ({ docType, docId }: Item, pool: PoolMode) =>
  docType === 'INVOICE'
    ? `/trading/invoice/${docId}/details`
    : docType === 'POOL'
      ? pool === 'DBS'
        ? '/finance/dbsFinance'
        : '/finance/poolFactoring'
      : `/trading/purchase/details/${docId}`

/** Why the confirming party cannot confirm yet, and the way to what it has to sign. */
export function SignFirst({ order }: { order: OrderDetail }) {
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

/** The documents that an order finances, with what is financed of each. */
export function Items({ order }: { order: OrderDetail }) {
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

/** The contracts of an order, each to read and to download. */
export function Contracts({ order }: { order: OrderDetail }) {
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

/** What became of an order, and who did it. */
export function Story({ order }: { order: OrderDetail }) {
  const text = useText()
  return (
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
  )
}

/** The price that was agreed, as its reader pays or receives it. */
export function AgreedPrice({ order }: { order: OrderDetail }) {
  const text = useText()
  const reader = readerOf(useSession().user.companyRole)
  if (!order.pricing) return null
  return (
    <section className="panel panel-pad">
      <h2>{text(`finance.priceFor.${reader}`)}</h2>
      <PriceSummary
        trial={order.pricing}
        currency={order.currency}
        fundingDate={order.fundingDate ?? order.requestedFundingDate}
        converts={order.arpOf?.orderNo}
        reader={reader}
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
  )
}
