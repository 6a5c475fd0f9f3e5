import { dayCountOfBase } from './day-count.ts'
import { maxAdvanceOf } from './eligibility.ts'
import {
  amountInput,
  dateInput,
  daysInput,
  exactInput,
  explainDayCount,
  explainFixing,
  type Figure,
  type FigureInput,
  moneyFigure,
  percentFigure,
  percentInput,
  plainFigure,
} from './explain.ts'
import type { Fee } from './fees.ts'
import { isClientFee } from './ledger/fee-lines.ts'
import * as M from './money.ts'
import * as Exact from './rational.ts'
import type { TrialFee, TrialItem, TrialTotal } from './trial-types.ts'
import { buyerOf, type PricedItem, type TrialWorking, weightedNet } from './trial-working.ts'

/** How every figure of a trial came about: the rates of the order, each item, each fee, then the totals. */
export function explainTrial(working: TrialWorking, items: readonly TrialItem[], total: TrialTotal): Figure[] {
  return [
    ...explainRates(working),
    ...explainAdvanceRates(working),
    ...items.flatMap((item, index) => explainItem(item, working.applied[index]!, working)),
    ...working.fees.filter(({ rule }) => isClientFee(rule)).flatMap((fee) => explainFee(fee, working)),
    ...explainTotals(items, total, working),
  ]
}

function explainRates({ input, fixing, baseRate, rate }: TrialWorking): Figure[] {
  const { product, request } = input
  const floor = product.floor ?? Exact.zero
  return [
    percentFigure(
      {
        key: 'baseRate',
        formula: fixing ? 'fixing' : 'fixed',
        inputs: [dateInput('fundingDate', request.fundingDate)],
        ...(fixing ? { fixing: explainFixing(fixing, request.fundingDate, product.lookbackBd) } : {}),
      },
      baseRate,
    ),
    percentFigure(
      {
        key: 'rate',
        formula: Exact.isNegative(product.margin) ? 'max(max(baseRate, floor) + margin, 0)' : 'max(baseRate, floor) + margin',
        inputs: [percentInput('baseRate', baseRate), percentInput('floor', floor), percentInput('margin', product.margin)],
        ...(fixing ? { fixing: explainFixing(fixing, request.fundingDate, product.lookbackBd) } : {}),
      },
      rate,
    ),
  ]
}

/** The advance rate of the order, or of each document where buyers of different dilution are on it. */
function explainAdvanceRates({ input, applied }: TrialWorking): Figure[] {
  const { product } = input
  const ofDocument = (item: PricedItem, docId: { docId?: string }): Figure => {
    const { dilution12m } = buyerOf(input, item.document)
    return percentFigure(
      dilution12m && product.dilutionThreshold
        ? {
            key: 'advanceRate',
            ...docId,
            formula: 'max(productAdvanceRate − max(dilution12m − dilutionThreshold, 0), 0)',
            inputs: [
              percentInput('productAdvanceRate', product.advanceRate),
              percentInput('dilution12m', dilution12m),
              percentInput('dilutionThreshold', product.dilutionThreshold),
            ],
          }
        : {
            key: 'advanceRate',
            ...docId,
            formula: 'productAdvanceRate',
            inputs: [percentInput('productAdvanceRate', product.advanceRate)],
          },
      item.advanceRate,
    )
  }
  return input.buyers
    ? applied.map((item) => ofDocument(item, { docId: item.document.docId }))
    : applied.slice(0, 1).map((item) => ofDocument(item, {}))
}

function explainItem(item: TrialItem, priced: PricedItem, working: TrialWorking): Figure[] {
  const { docId } = item
  const figures = [...explainEligible(item, priced)]
  if (item.reasons.length > 0) return figures
  const { product, request } = working.input
  figures.push(
    moneyFigure(
      {
        key: 'maxAdvance',
        docId,
        formula: 'eligible × advanceRate ÷ 100',
        inputs: [amountInput('eligible', item.eligible), percentInput('advanceRate', item.advanceRate)],
      },
      maxAdvanceOf(item.eligible, item.advanceRate),
      Exact.mul(M.toRational(item.eligible), Exact.percent(item.advanceRate)),
      'DOWN',
    ),
    moneyFigure(explainApply(item, priced), item.applyAmount),
    plainFigure(
      {
        key: 'maturity',
        docId,
        formula: `adjust(dueDate + maturityOffsetDays, ${product.bdConvention})`,
        inputs: [dateInput('dueDate', item.dueDate), daysInput('maturityOffsetDays', product.maturityOffsetDays ?? 0)],
      },
      item.maturity,
      'DATE',
    ),
    plainFigure(
      {
        key: 'days',
        docId,
        formula: product.minInterestDays > 0 ? 'max(interestTo − fundingDate, minInterestDays)' : 'interestTo − fundingDate',
        inputs: [
          dateInput('fundingDate', request.fundingDate),
          dateInput('interestTo', priced.interestTo),
          ...(product.minInterestDays > 0 ? [daysInput('minInterestDays', product.minInterestDays)] : []),
        ],
        dayCount: explainDayCount(product.dayCount, request.fundingDate, item.interestTo),
      },
      String(item.days),
      'DAYS',
    ),
    explainInterest(item, priced, working),
    ...explainLegs(item, working),
    ...item.fees.filter(isClientFee).map((fee) => explainItemFee(docId, fee)),
    explainNet(item, working),
  )
  if (item.docType === 'INVOICE')
    figures.push(
      moneyFigure(
        {
          key: 'reserve',
          docId,
          formula: 'netReceivable − applyAmount',
          inputs: [amountInput('netReceivable', item.netReceivable), amountInput('applyAmount', item.applyAmount)],
        },
        item.reserve,
      ),
    )
  return figures
}

function explainEligible(item: TrialItem, { eligibility, document }: PricedItem): Figure[] {
  const { docId } = item
  const { face, debitNotes, adjustments, payments, net, confirmedLeft, pendingDeductions } = eligibility
  const taken = [amountInput('adjustments', adjustments), amountInput('payments', payments)]
  const raised = M.isZero(debitNotes) ? [] : [amountInput('debitNotes', debitNotes)]
  const reduced = document.unconfirmedReduced ? [amountInput('unconfirmedReduced', document.unconfirmedReduced)] : []
  const added = [...raised, ...reduced].map(({ name }) => ` + ${name}`).join('')
  const confirmed = document.confirmedAmount
    ? [
        moneyFigure(
          {
            key: 'confirmedLeft',
            docId,
            formula: `confirmedAmount${added} − adjustments − payments`,
            inputs: [amountInput('confirmedAmount', document.confirmedAmount), ...raised, ...reduced, ...taken],
          },
          confirmedLeft,
        ),
      ]
    : []
  return [
    moneyFigure({ key: 'face', docId, formula: 'face', inputs: [] }, face),
    moneyFigure(
      {
        key: 'netReceivable',
        docId,
        formula: 'face + debitNotes − adjustments − payments',
        inputs: [amountInput('face', face), amountInput('debitNotes', debitNotes), ...taken],
      },
      net,
    ),
    ...confirmed,
    moneyFigure(
      {
        key: 'eligible',
        docId,
        formula: item.reasons.length > 0 ? 'not eligible' : 'min(netReceivable, confirmedLeft) − pendingDeductions',
        inputs: [
          amountInput('netReceivable', net),
          amountInput('confirmedLeft', confirmedLeft),
          amountInput('pendingDeductions', pendingDeductions),
        ],
      },
      item.eligible,
    ),
  ]
}

function explainApply(item: TrialItem, { requested, capped }: PricedItem) {
  const { docId, maxAdvance, applyAmount } = item
  const most = amountInput('maxAdvance', maxAdvance)
  if (requested)
    return {
      key: 'applyAmount',
      docId,
      formula: 'requestedAmount',
      inputs: [amountInput('requestedAmount', requested), most],
    } as const
  if (capped)
    return {
      key: 'applyAmount',
      docId,
      formula: 'min(maxAdvance, headroom)',
      inputs: [most, amountInput('headroom', applyAmount)],
    } as const
  return { key: 'applyAmount', docId, formula: 'maxAdvance', inputs: [most] } as const
}

function explainInterest(item: TrialItem, priced: PricedItem, { input, fixing }: TrialWorking): Figure {
  const { product, request } = input
  const isYield = product.interestMethod === 'IN_ADVANCE' && product.discountMethod === 'YIELD'
  return moneyFigure(
    {
      key: 'interest',
      docId: item.docId,
      formula: isYield
        ? 'applyAmount − applyAmount ÷ (1 + rate ÷ 100 × yearFraction)'
        : 'applyAmount × rate ÷ 100 × yearFraction',
      inputs: [
        amountInput('applyAmount', item.applyAmount),
        percentInput('rate', item.rate),
        daysInput('days', item.days),
        exactInput('yearFraction', priced.fraction, 'YEARS'),
      ],
      dayCount: explainDayCount(product.dayCount, request.fundingDate, item.interestTo),
      ...(fixing ? { fixing: explainFixing(fixing, request.fundingDate, product.lookbackBd) } : {}),
    },
    item.interest,
    priced.interestRaw,
  )
}

function explainLegs(item: TrialItem, { input }: TrialWorking): Figure[] {
  const { product, request } = input
  if (!item.legs || !product.fundLeg) return []
  const { docId, legs } = item
  const leg = 'applyAmount × fundRate ÷ 100 × yearFraction'
  const isHeld = M.exceeds(M.fromRational(legs.fundRaw, legs.client.currency), legs.client)
  return [
    moneyFigure(
      {
        key: 'fundInterest',
        docId,
        formula: isHeld ? `min(${leg}, interest)` : leg,
        inputs: [
          amountInput('applyAmount', item.applyAmount),
          percentInput('fundRate', product.fundLeg.rate),
          ...(isHeld ? [amountInput('interest', legs.client)] : []),
        ],
        dayCount: explainDayCount(dayCountOfBase(product.fundLeg.dayBase), request.fundingDate, item.interestTo),
      },
      legs.fund,
      isHeld ? M.toRational(legs.client) : legs.fundRaw,
    ),
    moneyFigure(
      {
        key: 'spread',
        docId,
        formula: 'interest − fundInterest',
        inputs: [amountInput('interest', legs.client), amountInput('fundInterest', legs.fund)],
      },
      legs.spread,
    ),
  ]
}

const explainItemFee = (docId: string, fee: TrialFee): Figure =>
  moneyFigure(
    {
      key: 'itemShare',
      docId,
      feeCode: fee.code,
      formula: 'share of fee',
      inputs: [amountInput('fee', fee.amount), amountInput('feeTax', fee.tax)],
    },
    M.add(fee.amount, fee.tax),
  )

function explainNet(item: TrialItem, { input }: TrialWorking): Figure {
  const { currency } = input.request
  const deducted = input.product.interestMethod === 'IN_ADVANCE' ? item.interest : M.zero(currency)
  const fees = item.fees
    .filter((fee) => fee.payer === 'SUPPLIER' && fee.timing === 'FUNDING')
    .map((fee) => M.add(fee.amount, fee.tax))
  return moneyFigure(
    {
      key: 'net',
      docId: item.docId,
      formula: 'applyAmount − interestDeducted − feesAtFunding',
      inputs: [
        amountInput('applyAmount', item.applyAmount),
        amountInput('interestDeducted', deducted),
        amountInput('feesAtFunding', M.sum(fees, currency)),
      ],
    },
    item.net,
  )
}

function explainFee(fee: Fee, { input }: TrialWorking): Figure[] {
  const { rule } = fee
  const { currency } = input.request
  const isCount = rule.basis === 'FLAT' || rule.basis === 'PER_INVOICE'
  const limits: FigureInput[] = [
    ...(rule.min ? [amountInput('feeMin', rule.min)] : []),
    ...(rule.max ? [amountInput('feeMax', rule.max)] : []),
  ]
  const product = isCount ? 'feeBase × feeValue' : 'feeBase × feeValue ÷ 100'
  const figures = [
    moneyFigure(
      {
        key: 'fee',
        feeCode: rule.code,
        formula:
          fee.limitedBy === 'MIN' ? `max(${product}, feeMin)` : fee.limitedBy === 'MAX' ? `min(${product}, feeMax)` : product,
        inputs: [
          exactInput('feeBase', fee.base, isCount ? 'COUNT' : currency),
          exactInput('feeValue', rule.value, isCount ? currency : 'PERCENT'),
          ...limits,
        ],
      },
      fee.amount,
      fee.raw,
    ),
  ]
  if (rule.taxPct && !Exact.isZero(rule.taxPct))
    figures.push(
      moneyFigure(
        {
          key: 'feeTax',
          feeCode: rule.code,
          formula: 'fee × feeTaxRate ÷ 100',
          inputs: [amountInput('fee', fee.amount), percentInput('feeTaxRate', rule.taxPct)],
        },
        fee.tax,
        fee.taxRaw,
      ),
    )
  return figures
}

function explainTotals(items: readonly TrialItem[], total: TrialTotal, { input, applied, fees }: TrialWorking): Figure[] {
  const { currency } = input.request
  const used = items.filter((item) => item.reasons.length === 0)
  const added = (key: 'face' | 'netReceivable' | 'eligible' | 'maxAdvance' | 'applyAmount' | 'interest' | 'net' | 'reserve') =>
    moneyFigure(
      { key, formula: 'Σ items', inputs: used.map((item) => amountInput(key, item[key], { docId: item.docId })) },
      total[key],
    )
  const feesAt = (timing: string) =>
    fees
      .filter(({ rule }) => rule.payer === 'SUPPLIER' && rule.timing === timing)
      .map((fee) => amountInput('fee', fee.total, { feeCode: fee.rule.code }))
  const cost = M.sum([total.interest, total.feesAtFunding, total.feesAtSettlement], currency)
  const figures = [
    added('face'),
    added('netReceivable'),
    added('eligible'),
    added('maxAdvance'),
    added('applyAmount'),
    added('interest'),
    moneyFigure({ key: 'feesAtFunding', formula: 'Σ fees', inputs: feesAt('FUNDING') }, total.feesAtFunding),
    moneyFigure({ key: 'feesAtSettlement', formula: 'Σ fees', inputs: feesAt('SETTLEMENT') }, total.feesAtSettlement),
    added('net'),
    added('reserve'),
  ]
  if (total.allInApr)
    figures.push(
      percentFigure(
        {
          key: 'allInApr',
          formula: 'cost ÷ weightedNet × 100',
          inputs: [amountInput('cost', cost), exactInput('weightedNet', weightedNet(items, applied), currency)],
        },
        total.allInApr,
        4,
      ),
    )
  if (total.fundInterest && total.spread) {
    const legs = used.flatMap(({ docId, legs }) => (legs ? [{ docId, ...legs }] : []))
    figures.push(
      moneyFigure(
        {
          key: 'fundInterest',
          formula: 'Σ items',
          inputs: legs.map(({ docId, fund }) => amountInput('fundInterest', fund, { docId })),
        },
        total.fundInterest,
      ),
      moneyFigure(
        { key: 'spread', formula: 'Σ items', inputs: legs.map(({ docId, spread }) => amountInput('spread', spread, { docId })) },
        total.spread,
      ),
    )
  }
  if (input.arpPayoff) {
    const inputs = [amountInput('net', total.net), amountInput('payoff', input.arpPayoff)]
    figures.push(
      moneyFigure({ key: 'cashToSupplier', formula: 'max(net − payoff, 0)', inputs }, total.cashToSupplier),
      moneyFigure({ key: 'topUp', formula: 'max(payoff − net, 0)', inputs }, total.topUp),
    )
  }
  return figures
}
