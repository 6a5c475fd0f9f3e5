import * as M from '@usance/domain/money'
import * as Exact from '@usance/domain/rational'
import type { Pool, poolCalls } from '@usance/wire/pool/calls'
import { tradesInSeat } from '../../books/servicing/orders-seen.ts'
import { amountText } from '../../database/amount.ts'
import { elevate, type Tx } from '../../database/database.ts'
import type { Handler } from '../../http/context.ts'
import { availabilityOf, boundsOf, loadPools, type PoolState, poolState } from './figures.ts'

const percent = (value: Exact.Rational) => Exact.toShortText(value, 6)

type Figure = Pool['figures'][number]

/** What may be drawn, in place of what is carried where neither the funder's own limit nor the product bounds it, and after it otherwise. */
function drawingOf({ pool, carried, funderFree, maxDrawing }: PoolState, how: Pick<Figure, 'formula' | 'inputs'>): Figure[] {
  const { least, greatest } = boundsOf(pool)
  const [result, most] = [M.toDecimal(carried), M.toDecimal(maxDrawing)]
  if (!funderFree && !least && !greatest) return [{ key: 'maxDrawing', ...how, result: most }]
  const money = (name: string, amount: M.Money) => ({ name, value: M.toDecimal(amount), unit: pool.currency })
  const inputs = [
    money('carried', carried),
    ...(funderFree ? [money('funderFree', funderFree)] : []),
    ...(least ? [money('leastAmount', least)] : []),
    ...(greatest ? [money('greatestAmount', greatest)] : []),
  ]
  const bounded = ['carried', funderFree && 'funderFree', greatest && 'greatestAmount'].filter((name) => name !== null)
  const within = bounded.length > 1 ? `min(${bounded.join(', ')})` : 'carried'
  const formula =
    least && M.exceeds(least, funderFree ?? carried) ? `${funderFree ? 'funderFree' : 'carried'} < leastAmount` : within
  return [
    { key: 'carried', ...how, result },
    { key: 'maxDrawing', formula, inputs, result: most },
  ]
}

/** How each figure of a pool comes about, from what its receivables carry to what may be drawn. */
function figuresOf(state: PoolState): Figure[] {
  const { pool, base, dilution, drawn, accrued, lost, facility } = state
  const text = M.toDecimal
  const money = (name: string, amount: M.Money) => ({ name, value: text(amount), unit: pool.currency })
  const pct = (name: string, value: Exact.Rational) => ({ name, value: percent(value), unit: '%' })
  const fullRate = Exact.parseDecimal(pool.advanceRate)
  const reserve = M.subtract(M.times(base.netEligible, Exact.percent(fullRate), 'DOWN'), base.borrowingBase)
  const used = [
    { key: 'drawn', formula: 'Σ drawings', inputs: [], result: text(drawn) },
    { key: 'accrued', formula: 'interest + penalty + fees', inputs: [], result: text(accrued) },
    { key: 'lost', formula: 'Σ written off', inputs: [], result: text(lost) },
  ]
  const usedInputs = [money('drawn', drawn), money('accrued', accrued), money('lost', lost)]
  const shared = [
    {
      key: 'facilityHeadroom',
      formula: 'facility − drawn − lost',
      inputs: [money('facility', facility), money('drawn', drawn), money('lost', lost)],
      result: text(base.facilityHeadroom),
    },
  ]
  if (pool.poolKind === 'DBS') {
    const bankBase = pool.bankBase === null ? M.zero(pool.currency) : M.fromDecimal(pool.bankBase, pool.currency)
    return [
      { key: 'grossEligible', formula: 'Σ eligible', inputs: [], result: text(base.grossEligible) },
      { key: 'bankBase', formula: 'bankBase', inputs: [money('bankBase', bankBase)], result: text(bankBase) },
      ...used,
      ...shared,
      ...drawingOf(state, {
        formula: 'min(bankBase − drawn − accrued − lost, facilityHeadroom)',
        inputs: [money('bankBase', bankBase), ...usedInputs, money('facilityHeadroom', base.facilityHeadroom)],
      }),
    ]
  }
  return [
    {
      key: 'grossEligible',
      formula: base.buyers.map((one) => one.buyerCode).join(' + ') || '0',
      inputs: base.buyers.map((one) => money(one.buyerCode, one.eligible)),
      result: text(base.grossEligible),
    },
    {
      key: 'concentrationCap',
      formula: 'grossEligible × concentrationPct',
      inputs: [
        money('grossEligible', base.grossEligible),
        pct('concentrationPct', Exact.parseDecimal(pool.concentrationPct ?? '100')),
      ],
      result: text(base.concentrationCap),
    },
    {
      key: 'excessConcentration',
      formula: 'Σ max(eligible − concentrationCap, 0)',
      inputs: base.buyers.filter((one) => M.isPositive(one.excess)).map((one) => money(one.buyerCode, one.excess)),
      result: text(base.excessConcentration),
    },
    {
      key: 'netEligible',
      formula: 'grossEligible − excessConcentration',
      inputs: [money('grossEligible', base.grossEligible), money('excessConcentration', base.excessConcentration)],
      result: text(base.netEligible),
    },
    {
      key: 'dilutionReserve',
      formula: 'netEligible × max(dilution − dilutionThreshold, 0)',
      inputs: [
        money('netEligible', base.netEligible),
        pct('dilution', dilution),
        pct('dilutionThreshold', Exact.parseDecimal(pool.dilutionThreshold)),
      ],
      result: text(reserve),
    },
    {
      key: 'borrowingBase',
      formula: 'netEligible × effectiveAdvanceRate',
      inputs: [
        money('netEligible', base.netEligible),
        pct('advanceRate', fullRate),
        pct('effectiveAdvanceRate', base.effectiveAdvanceRate),
      ],
      result: text(base.borrowingBase),
    },
    ...used,
    {
      key: 'availability',
      formula: 'borrowingBase − drawn − accrued − lost',
      inputs: [money('borrowingBase', base.borrowingBase), ...usedInputs],
      result: text(base.availability),
    },
    ...shared,
    ...drawingOf(state, {
      formula: 'max(min(availability, facilityHeadroom), 0)',
      inputs: [money('availability', base.availability), money('facilityHeadroom', base.facilityHeadroom)],
    }),
  ]
}

async function shownPool(tx: Tx, state: PoolState): Promise<Pool> {
  const { pool, base, assets, maxDrawing } = state
  const { currency } = pool
  const money = (stored: string) => amountText(stored, currency)
  const names = await tx
    .selectFrom('company')
    .select(['id', 'name', 'code'])
    .where('id', 'in', [pool.supplierId, pool.funderId, ...assets.map((one) => one.buyerId)])
    .execute()
  const nameOf = (id: string) => names.find((one) => one.id === id)?.name ?? ''
  const drawings = await tx
    .selectFrom('financeOrder')
    .select(['id', 'orderNo', 'status', 'financeAmount', 'principalOutstanding', 'rate', 'fundingDate', 'maturity'])
    .where('poolId', '=', pool.id)
    .orderBy('createdAt', 'desc')
    .limit(100)
    .execute()
  const { inAll } = await tx
    .selectFrom('financeOrder')
    .select(({ fn }) => fn.countAll<string>().as('inAll'))
    .where('poolId', '=', pool.id)
    .executeTakeFirstOrThrow()
  const history = await tx
    .selectFrom('poolPosition')
    .selectAll()
    .where('poolId', '=', pool.id)
    .orderBy('businessDate', 'desc')
    .limit(60)
    .execute()
  const gross = M.toRational(base.grossEligible)
  return {
    id: pool.id,
    code: pool.code,
    kind: pool.poolKind === 'DBS' ? 'DBS' : 'OWN',
    productName: pool.productName,
    productNameCn: pool.productNameCn,
    supplierName: nameOf(pool.supplierId),
    funderName: nameOf(pool.funderId),
    currency,
    maxTenor: pool.maxTenor,
    terms: {
      advanceRate: percent(Exact.parseDecimal(pool.advanceRate)),
      concentrationPct: pool.concentrationPct === null ? null : percent(Exact.parseDecimal(pool.concentrationPct)),
      dilutionThreshold: percent(Exact.parseDecimal(pool.dilutionThreshold)),
      disclosed: pool.disclosed,
    },
    assets: assets.length,
    excluded: assets.filter((one) => one.eligibility.reasons.length > 0).length,
    buyers: base.buyers.map((one) => ({
      buyerCode: one.buyerCode,
      buyerName: names.find((name) => name.code === one.buyerCode)?.name ?? one.buyerCode,
      eligible: M.toDecimal(one.eligible),
      counted: M.toDecimal(one.counted),
      excess: M.toDecimal(one.excess),
      sharePct: Exact.isZero(gross)
        ? '0'
        : Exact.toDecimalText(Exact.mul(Exact.div(M.toRational(one.eligible), gross), Exact.hundred), 2),
    })),
    figures: figuresOf(state),
    availability: M.toDecimal(availabilityOf(state)),
    maxDrawing: M.toDecimal(maxDrawing),
    hasFacility: state.hasFacility,
    bank:
      pool.poolKind === 'DBS'
        ? { base: pool.bankBase === null ? null : money(pool.bankBase), asOf: pool.bankAsOf, note: pool.bankNote }
        : null,
    drawingsInAll: Number(inAll),
    drawings: drawings.map((one) => ({
      id: one.id,
      orderNo: one.orderNo,
      status: one.status,
      amount: money(one.financeAmount),
      outstanding: money(one.principalOutstanding),
      rate: one.rate === null ? null : percent(Exact.parseDecimal(one.rate)),
      fundingDate: one.fundingDate,
      maturity: one.maturity,
    })),
    history: history
      .map((one) => ({
        date: one.businessDate,
        base: money(one.borrowingBase),
        drawn: money(one.drawn),
        availability: money(one.availability),
      }))
      .reverse(),
  }
}

/** The pools the caller may see, worked out as of now. */
export const readPools: Handler<typeof poolCalls.pools> = async ({ tx, actor, body, today }) => {
  const pools = await loadPools(tx)
    .where('f.poolKind', '=', body.kind)
    .where(tradesInSeat(actor, 'p'))
    .orderBy('p.code')
    .execute()
  await elevate(tx)
  const shown: Pool[] = []
  for (const pool of pools) shown.push(await shownPool(tx, await poolState(tx, pool, today)))
  const products =
    actor.companyRole === 'SUPPLIER'
      ? await tx
          .selectFrom('financingProduct as p')
          .innerJoin('pricingOffer as o', 'o.productId', 'p.id')
          .select(['p.id', 'p.name', 'p.nameCn', 'p.currencies'])
          .distinct()
          .where('p.type', '=', 'POOL_FACTORING')
          .where('p.poolKind', '=', body.kind)
          .where('p.status', '=', 'ENABLE')
          .where('o.supplierId', '=', actor.companyId)
          .where('o.status', '=', 'ACCEPTED')
          .where('o.validUntil', '>=', today)
          .orderBy('p.name')
          .execute()
      : []
  return { pools: shown, products }
}
