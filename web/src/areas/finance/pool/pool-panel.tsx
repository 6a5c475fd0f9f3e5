import { add, isPositive, parseDecimal, toShortText } from '@usance/domain/rational'
import type { Pool } from '@usance/wire/pool/calls'
import { useText } from '../../../i18n/i18n.ts'
import { language } from '../../../i18n/language.ts'
import { RowLink } from '../../../list/row-link.tsx'
import { Button } from '../../../ui/button.tsx'
import { Chart } from '../../../ui/chart.tsx'
import { DataTable } from '../../../ui/data-table.tsx'
import { Explain } from '../../../ui/explain.tsx'
import { formatAmount, formatCount, formatDate, formatPercent, formatRatePct } from '../../../ui/format.ts'
import { Money } from '../../../ui/money.tsx'
import { Section } from '../../../ui/page-frame.tsx'
import { StatusTag } from '../../../ui/status-tag.tsx'
import './pool.css'

type Figure = Pool['figures'][number]
const highlighted = ['grossEligible', 'borrowingBase', 'bankBase', 'drawn', 'availability', 'maxDrawing']

/** One pool: how its borrowing base comes about, its buyers' shares, its drawings, and its last days. */
export function PoolPanel({
  pool,
  onDraw,
  onBank,
}: {
  pool: Pool
  onDraw?: (() => void) | undefined
  onBank?: (() => void) | undefined
}) {
  const text = useText()
  return (
    <Section
      title={language() === 'zh-CN' ? pool.productNameCn : pool.productName}
      extra={
        <span className="pool-actions">
          {onBank && (
            <Button small onClick={onBank}>
              {text('pool.bankFigures')}
            </Button>
          )}
          {onDraw && (
            <Button small look="solid" disabled={/^0(\.0+)?$/.test(pool.maxDrawing)} onClick={onDraw}>
              {text('pool.draw')}
            </Button>
          )}
        </span>
      }
    >
      <p className="muted pool-sub">
        {pool.supplierName} · {pool.funderName} · {pool.code} ·{' '}
        {text('pool.counted', { assets: pool.assets, excluded: pool.excluded })}
        {pool.bank?.asOf && ` · ${text('pool.bankAsOf', { date: formatDate(pool.bank.asOf) })}`}
        {pool.bank?.note && ` · ${pool.bank.note}`}
      </p>
      <Terms pool={pool} />
      {pool.availability.startsWith('-') && (
        <p className="pool-short" role="alert">
          {text('pool.short', {
            amount: `${formatAmount(pool.availability.slice(1), pool.currency, { exact: true })} ${pool.currency}`,
          })}
        </p>
      )}
      {!pool.hasFacility && (
        <p className="pool-short" role="alert">
          {text('pool.noFacility')}
        </p>
      )}
      <dl className="pool-figures">
        {pool.figures.map((figure) => (
          <PoolFigure key={figure.key} figure={figure} currency={pool.currency} />
        ))}
      </dl>
      <div className="pool-columns">
        <Buyers pool={pool} />
        {pool.history.length > 1 && (
          <Chart
            title={text('pool.history')}
            kind="line"
            unit={pool.currency}
            height={220}
            categories={pool.history.map((day) => formatDate(day.date))}
            series={(['base', 'drawn', 'availability'] as const).map((key) => ({
              name: text(`pool.figure.${key !== 'base' ? key : pool.kind === 'DBS' ? 'bankBase' : 'borrowingBase'}`),
              values: pool.history.map((day) => Number(day[key])),
            }))}
            shown={(series, category) => {
              const day = pool.history[category]!
              return `${formatAmount([day.base, day.drawn, day.availability][series], pool.currency, { exact: true })} ${pool.currency}`
            }}
          />
        )}
      </div>
      <Drawings pool={pool} />
    </Section>
  )
}

/**
 * What was agreed when the pool was opened. Where a bank says what can be drawn, the rates bind in two other places: a receivable leaves
 * only while the rest carries the drawings at the rate less the dilution above its threshold, and a dilution of twice its threshold stops drawings.
 */
function Terms({ pool: { kind, terms, maxTenor } }: { pool: Pool }) {
  const text = useText()
  const { advanceRate, concentrationPct, dilutionThreshold, disclosed } = terms
  const threshold = parseDecimal(dilutionThreshold)
  const byBase = [
    text('pool.terms.advance', { rate: formatRatePct(advanceRate) }),
    concentrationPct !== null && text('pool.terms.concentration', { share: formatRatePct(concentrationPct) }),
    text('pool.terms.dilution', { from: formatRatePct(dilutionThreshold) }),
  ]
  const byBank = [
    text('pool.terms.bank'),
    concentrationPct === null
      ? text('pool.terms.leaves', { rate: formatRatePct(advanceRate), from: formatRatePct(dilutionThreshold) })
      : text('pool.terms.leavesCapped', {
          rate: formatRatePct(advanceRate),
          from: formatRatePct(dilutionThreshold),
          share: formatRatePct(concentrationPct),
        }),
    isPositive(threshold) && text('pool.terms.stop', { from: formatRatePct(toShortText(add(threshold, threshold), 6)) }),
  ]
  return (
    <p className="muted pool-sub">
      {[
        ...(kind === 'DBS' ? byBank : byBase),
        text('pool.terms.tenor', { days: maxTenor }),
        text(disclosed ? 'pool.terms.disclosed' : 'pool.terms.undisclosed'),
      ]
        .filter((term) => term !== false)
        .join(' · ')}
    </p>
  )
}

function PoolFigure({ figure, currency }: { figure: Figure; currency: string }) {
  const text = useText()
  const nameOf = (name: string) => (/^[A-Z]/.test(name) ? name : text.of('pool.figure', name))
  const pattern =
    /\b(grossEligible|concentrationPct|concentrationCap|excessConcentration|netEligible|dilutionThreshold|dilution|effectiveAdvanceRate|borrowingBase|availability|facilityHeadroom|facility|bankBase|carried|funderFree|leastAmount|greatestAmount|drawn|accrued|lost|written off|eligible|drawings|interest|penalty|fees)\b/g
  const label = text.of('pool.figure', figure.key)
  return (
    <div className={highlighted.includes(figure.key) ? 'is-main' : undefined}>
      <dt>{label}</dt>
      <dd>
        <Explain
          label={label}
          explanation={{
            key: figure.key,
            formula: figure.formula.replace(pattern, (name) => nameOf(name)),
            inputs: figure.inputs.map((input) => ({
              name: nameOf(input.name),
              value: input.unit === '%' ? formatRatePct(input.value) : formatAmount(input.value, input.unit, { exact: true }),
              ...(input.unit && input.unit !== '%' ? { unit: input.unit } : {}),
            })),
            rounding: text('finance.rounding.DOWN', { scale: figure.result.split('.')[1]?.length ?? 0 }),
            unrounded: figure.result,
            result: `${formatAmount(figure.result, currency, { exact: true })} ${currency}`,
          }}
        >
          <Money amount={figure.result} currency={currency} exact bare />
        </Explain>
      </dd>
    </div>
  )
}

function Buyers({ pool }: { pool: Pool }) {
  const text = useText()
  if (pool.buyers.length === 0) return null
  const money = (amount: string) => <Money amount={amount} currency={pool.currency} bare />
  return (
    <DataTable
      label={text('pool.concentration')}
      rows={pool.buyers}
      keyOf={(buyer) => buyer.buyerCode}
      columns={[
        { key: 'buyer', label: text('pool.buyer'), cell: (buyer) => buyer.buyerName },
        { key: 'eligible', label: text('pool.eligible'), figure: true, cell: (buyer) => money(buyer.eligible) },
        { key: 'share', label: text('pool.share'), figure: true, cell: (buyer) => formatPercent(buyer.sharePct) },
        { key: 'counted', label: text('pool.countedAmount'), figure: true, cell: (buyer) => money(buyer.counted) },
        { key: 'excess', label: text('pool.excess'), figure: true, cell: (buyer) => money(buyer.excess) },
      ]}
    />
  )
}

function Drawings({ pool }: { pool: Pool }) {
  const text = useText()
  const money = (amount: string) => <Money amount={amount} currency={pool.currency} bare />
  if (pool.drawings.length === 0) return <p className="muted">{text('pool.noDrawings')}</p>
  return (
    <>
      <h3 className="pool-head">{text('pool.drawings')}</h3>
      <DataTable
        rows={pool.drawings}
        keyOf={(drawing) => drawing.id}
        columns={[
          {
            key: 'order',
            label: text('pool.order'),
            cell: ({ id, orderNo }) => <RowLink to={`/finance/finance-order/${id}/detail`}>{orderNo}</RowLink>,
          },
          { key: 'status', label: text('pool.status'), cell: (drawing) => <StatusTag value={drawing.status} /> },
          { key: 'amount', label: text('pool.amount'), figure: true, cell: (drawing) => money(drawing.amount) },
          { key: 'outstanding', label: text('pool.outstanding'), figure: true, cell: (drawing) => money(drawing.outstanding) },
          { key: 'rate', label: text('pool.rate'), cell: (drawing) => formatRatePct(drawing.rate) },
          { key: 'fundingDate', label: text('pool.fundingDate'), cell: (drawing) => formatDate(drawing.fundingDate) },
          { key: 'maturity', label: text('pool.maturity'), cell: (drawing) => formatDate(drawing.maturity) },
        ]}
      />
      {pool.drawingsInAll > pool.drawings.length && (
        <p className="muted" role="status">
          {text('pool.moreDrawings', { count: formatCount(pool.drawings.length), total: formatCount(pool.drawingsInAll) })}
        </p>
      )}
    </>
  )
}
