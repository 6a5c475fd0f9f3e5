/** The documents that papers are attached to. */
export const paperKinds = ['FINANCE_ORDER', 'INVOICE', 'PO'] as const
export type PaperKind = (typeof paperKinds)[number]

/** When a paper is asked for: when its document is sent, when goods are reported shipped, when the buyer confirms. */
export const paperStages = ['SUBMISSION', 'SHIPMENT', 'CONFIRMATION'] as const
export type PaperStage = (typeof paperStages)[number]

/** The stages of a document, each with the common group, which is always there and takes papers of no other group. */
const commonGroups: Record<PaperKind, Partial<Record<PaperStage, string>>> = {
  FINANCE_ORDER: { SUBMISSION: 'OTHER' },
  INVOICE: { SUBMISSION: 'INVOICE', CONFIRMATION: 'CONFIRMATION' },
  PO: { SUBMISSION: 'PO', SHIPMENT: 'SHIPPING' },
}

/** The stages in which a kind of document has papers. */
export const stagesOf = (kind: PaperKind): PaperStage[] => paperStages.filter((stage) => commonGroups[kind][stage])

/** The group of a stage for papers of no other group. */
export const commonGroup = (kind: PaperKind, stage: PaperStage): string => commonGroups[kind][stage] ?? ''

export type PaperGroup = {
  code: string
  titleEn: string
  titleCn: string
  explainEn: string
  explainCn: string
  need: 'REQUIRED' | 'OPTIONAL'
  stage: PaperStage
}

/** Notes that changed the amount of an invoice; the portal attaches them, and nobody replaces them. */
const noteGroups = ['CREDIT_NOTE', 'DEBIT_NOTE']

/** The group in which a stored paper is shown: its own, or the common one when its group was removed since. */
export function shownGroup(kind: PaperKind, groups: readonly PaperGroup[], code: string): string {
  return noteGroups.includes(code) || groups.some((group) => group.code === code) ? code : commonGroup(kind, 'SUBMISSION')
}

/** The stored groups that a new list of papers of a stage leaves unchanged: those of other stages, and notes. */
export const groupsKept = (groups: readonly PaperGroup[], stage: PaperStage): string[] => [
  ...groups.filter((group) => group.stage !== stage).map(({ code }) => code),
  ...noteGroups,
]

/** The required groups of a stage without a paper. */
export function missingPapers(
  groups: readonly PaperGroup[],
  stage: PaperStage,
  held: readonly { groupKey: string }[],
): PaperGroup[] {
  const filled = new Set(held.map(({ groupKey }) => groupKey))
  return groups.filter((group) => group.stage === stage && group.need === 'REQUIRED' && !filled.has(group.code))
}

export type PaperFault = { at: number; field: 'code' | 'stage'; fault: 'ALREADY_EXISTS' | 'BAD_REQUEST' }

/**
 * The faults in the groups of a kind: a code used twice, or a stage that the document does not have. Each stage must keep its
 * common group; `missing` names the stages without it.
 */
export function paperFaults(kind: PaperKind, groups: readonly PaperGroup[]): { faults: PaperFault[]; missing: string[] } {
  const stages = stagesOf(kind)
  const faults = groups.flatMap(({ code, stage }, at): PaperFault[] => {
    const isTwice = groups.findIndex((one) => one.code === code) < at || noteGroups.includes(code)
    return [
      ...(isTwice ? [{ at, field: 'code', fault: 'ALREADY_EXISTS' } as const] : []),
      ...(stages.includes(stage) ? [] : [{ at, field: 'stage', fault: 'BAD_REQUEST' } as const]),
    ]
  })
  const missing = stages
    .filter((stage) => !groups.some((group) => group.code === commonGroup(kind, stage) && group.stage === stage))
    .map((stage) => commonGroup(kind, stage))
  return { faults, missing }
}

const group = (
  code: string,
  stage: PaperStage,
  [titleEn, titleCn]: [string, string],
  [explainEn, explainCn]: [string, string] = ['', ''],
): PaperGroup => ({ code, titleEn, titleCn, explainEn, explainCn, need: 'OPTIONAL', stage })

/** The groups as they ship, in force until staff change them. Nothing is required. */
export const shippedPapers: Record<PaperKind, readonly PaperGroup[]> = {
  FINANCE_ORDER: [
    group(
      'INVOICE',
      'SUBMISSION',
      ['Invoices', '发票'],
      ['Copies of the invoices or orders that are financed.', '所融资的发票或订单的复印件。'],
    ),
    group(
      'TRANSPORT',
      'SUBMISSION',
      ['Transport documents', '运输单据'],
      ['Bill of lading, air waybill or signed delivery note.', '提单、空运单或签收的送货单。'],
    ),
    group(
      'CONTRACT',
      'SUBMISSION',
      ['Trade contract', '贸易合同'],
      ['The contract with the buyer, with all annexes.', '与买方签订的合同及全部附件。'],
    ),
    group('OTHER', 'SUBMISSION', ['Other documents', '其他文件']),
  ],
  INVOICE: [
    group('INVOICE', 'SUBMISSION', ['Invoice', '发票'], ['The invoice as the buyer received it.', '买方收到的发票原件。']),
    group(
      'TRANSPORT',
      'SUBMISSION',
      ['Transport documents', '运输单据'],
      ['What proves that the goods were delivered.', '证明货物已交付的单据。'],
    ),
    group(
      'CONFIRMATION',
      'CONFIRMATION',
      ['Confirmation', '确认文件'],
      ['What proves that the buyer owes the amount.', '证明买方欠款的文件。'],
    ),
  ],
  PO: [
    group('PO', 'SUBMISSION', ['Purchase order', '采购订单'], ['The order as the buyer signed it.', '买方签署的订单。']),
    group(
      'SHIPPING',
      'SHIPMENT',
      ['Shipping documents', '装运单据'],
      ['Bill of lading, packing list, delivery note.', '提单、装箱单、送货单。'],
    ),
  ],
}
