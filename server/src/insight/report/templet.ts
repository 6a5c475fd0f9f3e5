import { type TemplateWord, templateWords, wordsFor } from '@usance/wire/contract/template-words'
import type { reportCalls } from '@usance/wire/report/calls'
import { sql } from 'kysely'
import type { Kind } from '../../approval/config-change/kind.ts'
import { platformIdOf } from '../../books/servicing/load-order.ts'
import type { Tx } from '../../database/database.ts'
import { newId } from '../../database/id.ts'
import { asIssued, buyerFeeClause, type ChargeTerms, chargeClause, recourseClause } from '../../finance/contract/charge-terms.ts'
import { fillTemplate, htmlOf, tableLine } from '../../finance/contract/fill-template.ts'
import { priceClause } from '../../finance/contract/price-clause.ts'
import type { Handler } from '../../http/context.ts'
import { faultyField, Refused } from '../../http/refused.ts'
import { notify } from '../../notify/notify.ts'
import { staffOfRole } from '../../notify/staff-of-role.ts'

const documents = (head: string[]) =>
  [tableLine(head), tableLine(['INV-2025-0001', 'USD 100,000.00', '2025-05-02', '2025-05-02'])].join('\n')
const account = (head: string[]) =>
  [tableLine(head), tableLine(['Elm Trade Bank', 'Elm Trade Bank', '8001 0001', 'ELMTSGSG'])].join('\n')
/** Every word a template may use, with an example of it; the same words contracts are filled with. */
const examples = {
  contractNo: 'C-2025-0001',
  date: '2025-03-03',
  orderNo: 'FO-2025-0001',
  supplierName: 'Alder Textiles Ltd',
  supplierRegNo: '91310000MA1K00000X',
  buyerName: 'Cedar Retail Inc',
  buyerRegNo: '12-3456789',
  funderName: 'Elm Trade Bank',
  funderRegNo: '198700001E',
  financeAmount: 'USD 90,000.00',
  faceAmount: 'USD 100,000.00',
  rate: '6.8',
  fundingDate: '2025-03-03',
  maturity: '2025-05-02',
  pool: 'POOL-ALDER-ELM-USD',
}
const exampleTerms: ChargeTerms = {
  interestMethod: 'IN_ARREARS',
  minInterestDays: 7,
  resetFrequency: 'NONE',
  earlyFeePct: '2',
  earlyFeeTaxPct: '6',
  breakDays: 0,
  rebateAllowed: true,
  graceDays: 5,
  penaltyMode: 'RETROACTIVE',
  penaltyMargin: '3',
  penaltyMultiplier: null,
}
const exampleCharges = chargeClause(exampleTerms)
const exampleRecourse = recourseClause(true, exampleTerms)
const exampleFees = buyerFeeClause([{ code: 'SERVICE', amount: '95.00', tax: '5.70' }], 'USD')
const examplePrice = priceClause(
  {
    advance: '90000.00',
    fundingDate: '2025-03-03',
    rate: '6.8',
    interestMethod: 'IN_ARREARS',
    discountMethod: 'STRAIGHT',
    dayCount: 'ACT_360',
    rateType: 'FIXED',
    baseRate: null,
    margin: null,
    floor: '0',
    resetFrequency: 'NONE',
    lookbackBd: 0,
    paymentMovesAlone: false,
    maturityOffset: 0,
    bdConvention: 'FOLLOWING',
    calendars: ['US'],
    minInterestDays: 7,
    drawnUntil: null,
    interest: '1020.00',
    net: '89947.00',
    fees: [{ code: 'HANDLING', amount: '50.00', tax: '3.00', timing: 'FUNDING' }],
    conversion: null,
  },
  'USD',
  {
    en: { supplier: examples.supplierName, funder: examples.funderName },
    cn: { supplier: examples.supplierName, funder: examples.funderName },
  },
)
const inEnglish = {
  ...examples,
  documents: documents(['Document', 'Amount', 'Due', 'Maturity']),
  collectionAccount: account(['Account name', 'Bank', 'Account', 'BIC']),
  charges: exampleCharges.en,
  buyerFees: exampleFees.en,
  price: examplePrice.en,
  recourseClause: exampleRecourse.en,
} satisfies Record<keyof typeof templateWords, string>
const inChinese = {
  ...examples,
  documents: documents(['单据', '金额', '单据到期日', '融资到期日']),
  collectionAccount: account(['户名', '开户行', '账号', 'BIC']),
  charges: exampleCharges.cn,
  buyerFees: exampleFees.cn,
  price: examplePrice.cn,
  recourseClause: exampleRecourse.cn,
} satisfies Record<keyof typeof templateWords, string>
const isKnown = (word: string): word is TemplateWord => Object.hasOwn(templateWords, word)
const wordsIn = (body: string) => [...new Set([...body.matchAll(/\{\{\s*(\w+)\s*\}\}/g)].map((match) => match[1]!))]

/** A template with its words, its earlier versions and how it reads with examples. */
export const showTemplet: Handler<typeof reportCalls.templet> = async ({ tx, body, actor }) => {
  const template = await tx.selectFrom('contractTemplate').selectAll().where('id', '=', body.id).executeTakeFirst()
  if (!template) throw new Refused('NOT_FOUND')
  const { rows: versions } = await sql<{ id: string; version: number; createdAt: string; contracts: number }>`
    select t.id, t.version, t.created_at, (select count(*)::int from contract c where c.template_id = t.id) as contracts
    from contract_template t where t.code = ${template.code} order by t.version desc`.execute(tx)
  // An issued contract has a section on charges, even if the template has no placeholder for it.
  const issued = asIssued(template)
  const [en, cn] = [wordsIn(issued.bodyEn), wordsIn(issued.bodyCn)]
  return {
    id: template.id,
    code: template.code,
    name: template.name,
    nameCn: template.nameCn,
    version: template.version,
    status: template.status,
    createdAt: template.createdAt,
    signatories: template.signatories,
    productTypes: template.productTypes,
    bodyEn: template.bodyEn,
    bodyCn: template.bodyCn,
    variables: [...new Set([...en, ...cn])].map((name) => ({
      name,
      example: inEnglish[name as 'rate']?.replace(/\n/g, ' ') ?? '-',
      inEnglish: en.includes(name),
      inChinese: cn.includes(name),
    })),
    known: wordsFor(template.signatories),
    html: { en: htmlOf(fillTemplate(issued.bodyEn, inEnglish)), cn: htmlOf(fillTemplate(issued.bodyCn, inChinese)) },
    versions,
    operations: versions[0]!.id === template.id && actor.permissions.has('proof.templet.edit') ? ['edit'] : [],
  }
}

// Without it a buyer is not told which account it pays to.
const kept = ['collectionAccount']

/**
 * The template that a new version follows, checked: both texts use the words that contracts know and that all who read the contract may
 * read, and keep those that a version may not drop. Throws beside the field.
 */
async function followed(tx: Tx, { templetId, ...texts }: TempletText) {
  const old = await tx.selectFrom('contractTemplate').selectAll().where('id', '=', templetId).executeTakeFirst()
  if (!old) throw new Refused('NOT_FOUND')
  const readable: readonly string[] = wordsFor(old.signatories)
  for (const field of ['bodyEn', 'bodyCn'] as const) {
    const words = wordsIn(texts[field])
    const unknown = words.find((word) => !isKnown(word))
    if (unknown) throw faultyField(field, 'TEMPLATE_WORD_UNKNOWN', { word: unknown })
    const unread = words.find((word) => !readable.includes(word))
    if (unread) throw faultyField(field, 'TEMPLATE_WORD_NOT_FOR_BUYER', { word: unread })
    if (/\{\{|\}\}/.test(texts[field].replace(/\{\{\s*\w+\s*\}\}/g, '')))
      throw faultyField(field, 'TEMPLATE_WORD_UNKNOWN', { word: '{{' })
    const dropped = wordsIn(old[field]).find((word) => kept.includes(word) && !words.includes(word))
    if (dropped) throw faultyField(field, 'TEMPLATE_WORD_MISSING', { word: dropped })
  }
  const newer = await tx
    .selectFrom('contractTemplate')
    .select('id')
    .where('code', '=', old.code)
    .where('version', '>', old.version)
    .executeTakeFirst()
  if (newer) throw new Refused('STALE_VERSION')
  return old
}

type TempletText = { templetId: string; name: string; nameCn: string; bodyEn: string; bodyCn: string }

/** A new version of a contract template. What was issued keeps the text it was signed with. Auditors are told (decision 133). */
export const templetKind: Kind<'TEMPLATE'> = {
  permission: 'proof.templet.edit',
  view: 'proof.templet.view',
  page: '/proof/templet',
  businessType: () => 'PRODUCT',
  async prepare(tx, { values, targetId }) {
    if (targetId !== values.templetId) throw faultyField('templetId', 'NOT_FOUND')
    const { id, name, nameCn, bodyEn, bodyCn, code, version } = await followed(tx, values)
    return {
      before: { templetId: id, name, nameCn, bodyEn, bodyCn },
      title: `${code} ${version + 1} · ${values.name}`,
      concerns: [],
    }
  },
  async apply({ tx }, { values }) {
    const old = await followed(tx, values)
    const { templetId: _, ...texts } = values
    const id = newId()
    const version = old.version + 1
    await tx
      .insertInto('contractTemplate')
      .values({ id, code: old.code, version, ...texts, signatories: old.signatories, productTypes: old.productTypes })
      .execute()
    await notify(tx, {
      event: 'CONTRACT_TEMPLATE_SAVED',
      userIds: await staffOfRole(tx, 'Auditor'),
      inCompany: await platformIdOf(tx),
      params: { code: old.code, version, name: values.name },
      objectType: 'CONTRACT_TEMPLATE',
      objectId: id,
      link: `/proof/templet/${id}/detail`,
    })
  },
}
