import { createHash } from 'node:crypto'
import { sum, toDecimal } from '@usance/domain/money'
import type { Selectable } from 'kysely'
import { audit } from '../../audit/record.ts'
import { agreedTermsFor } from '../../books/servicing/terms.ts'
import { amountOf } from '../../database/amount.ts'
import { alongside, anyOf, elevate, type Tx, together } from '../../database/database.ts'
import { newId } from '../../database/id.ts'
import { nextNumber } from '../../database/number-series.ts'
import type { FinanceOrderItemTable, FinanceOrderTable } from '../../database/tables.ts'
import type { UseCaseContext } from '../../http/context.ts'
import { notify } from '../../notify/notify.ts'
import { signersOf } from '../../party/account/may-sign.ts'
import { asIssued, feesBorneBy, states } from './charge-terms.ts'
import { type ContractFacts, contractValues, type InBothLanguages } from './contract-values.ts'
import { fillTemplate } from './fill-template.ts'
import { poolBehind } from './pool-receivables.ts'
import { priceOfOrder } from './supplier-price.ts'
import { isNeededFor, liveTemplates, type Template } from './templates.ts'

/** The hash of what the parties sign: the text in both languages. */
export const textHash = (contract: { contentEn: string; contentCn: string }) =>
  createHash('sha256').update(`${contract.contentEn}\f${contract.contentCn}`).digest('hex')

/**
 * Issues the contracts of an order that has passed approval, ready to be signed. An order that has live contracts keeps
 * them. The transaction sees every company afterwards. Answers the numbers of the order's live contracts.
 */
export async function issueContracts(context: UseCaseContext, orderId: string): Promise<string[]> {
  const { tx } = context
  await elevate(tx)
  // Whether there are contracts is read once the order is locked.
  const [order, earlier, templates] = await together(
    tx.selectFrom('financeOrder').selectAll().where('id', '=', orderId).forNoKeyUpdate().executeTakeFirstOrThrow(),
    tx
      .selectFrom('contract')
      .select('no')
      .where('orderId', '=', orderId)
      .where('status', 'not in', ['VOID', 'TERMINATED', 'EXPIRED'])
      .execute(),
    liveTemplates(tx),
  )
  if (earlier.length > 0) return earlier.map((one) => one.no)
  return issue(context, order, templates.filter(isFor(order)))
}

/** The words of a contract that state the purchased amount. */
const wordsOfPurchase = ['faceAmount', 'documents']

/** What contracts of an order are issued anew from: the order, its templates in force, and its contracts with the codes of theirs. */
async function issuedFor(tx: Tx, orderId: string) {
  await elevate(tx)
  const order = await tx.selectFrom('financeOrder').selectAll().where('id', '=', orderId).executeTakeFirstOrThrow()
  const templates = (await liveTemplates(tx)).filter(isFor(order))
  const contracts = await tx
    .selectFrom('contract as c')
    .innerJoin('contractTemplate as t', 't.id', 'c.templateId')
    .select(['c.id', 'c.buyerId', 't.code'])
    .where('c.orderId', '=', orderId)
    .execute()
  return { order, templates, contracts }
}

/**
 * Voids and reissues contracts of an order: those that state a changed section (`stated`), and those that state the purchased amount of
 * a buyer for whom it has changed (`owing`). A buyer's own contract states its own documents alone.
 */
export async function reissueContracts(
  context: UseCaseContext,
  orderId: string,
  { stated, owing }: { stated: readonly string[]; owing: readonly string[] },
): Promise<void> {
  if (stated.length === 0 && owing.length === 0) return
  const { order, templates, contracts } = await issuedFor(context.tx, orderId)
  const codesStating = (words: readonly string[]) =>
    templates.flatMap((template) => {
      const { bodyEn, bodyCn } = asIssued(template)
      return words.some((word) => states(bodyEn, word) || states(bodyCn, word)) ? [template.code] : []
    })
  const [codes, codesOfPurchase] = [codesStating(stated), owing.length > 0 ? codesStating(wordsOfPurchase) : []]
  const isOther = (code: string, buyerId: string | null) =>
    codes.includes(code) || (codesOfPurchase.includes(code) && (buyerId === null || owing.includes(buyerId)))
  await voidContracts(
    context,
    orderId,
    contracts.filter(({ code, buyerId }) => isOther(code, buyerId)).map(({ id }) => id),
  )
  await issue(context, order, templates, isOther)
}

/** Voids some contracts of an order and issues each anew; those whose template is no longer in force stay. Answers the voided ones. */
export async function reissueSome(context: UseCaseContext, orderId: string, contractIds: readonly string[]): Promise<string[]> {
  const { order, templates, contracts } = await issuedFor(context.tx, orderId)
  const old = contracts.filter(({ id, code }) => contractIds.includes(id) && templates.some((template) => template.code === code))
  const ids = old.map(({ id }) => id)
  await voidContracts(context, orderId, ids)
  await issue(context, order, templates, (code, buyerId) => old.some((one) => one.code === code && one.buyerId === buyerId))
  return ids
}

type Order = Selectable<FinanceOrderTable>

/** Whether an order needs a contract by a template. */
const isFor = (order: Order) => (template: Template) =>
  template.productTypes.includes(order.type) &&
  // Only a drawing has no buyer of its own: an order that names none otherwise has several.
  isNeededFor(template, { disclosed: order.disclosed, hasBuyer: order.buyerId !== null || order.poolId === null })

type ContractItem = Selectable<FinanceOrderItemTable>

/**
 * What a contract states of a document: of an invoice what its buyer still owed when it was priced, which is what is purchased (advance and
 * reserve), of a purchase order its amount.
 */
export const owedOf = (
  { docType, applyAmount, reserve, face }: Pick<ContractItem, 'docType' | 'applyAmount' | 'reserve' | 'face'>,
  currency: string,
): string =>
  docType === 'INVOICE' ? toDecimal(sum([amountOf(applyAmount, currency), amountOf(reserve, currency)], currency)) : face

/** What of it its buyer has confirmed, which bounds what is financed; of a purchase order its amount. */
export const confirmedOf = ({ docType, eligible, face }: ContractItem): string => (docType === 'INVOICE' ? eligible : face)

/** A contract to issue: its template, the buyers whose debts it is about, and the buyer whose own it is, if it is one's. */
type Planned = { template: Template; owing: string[]; buyerId: string | null }

async function issue(
  context: UseCaseContext,
  order: Order,
  templates: Template[],
  isWanted: (templateCode: string, buyerId: string | null) => boolean = () => true,
): Promise<string[]> {
  const { tx, today } = context
  const matter = await matterOf(tx, order)
  const contracts = contractsOn(matter, templates).filter(({ template, buyerId }) => isWanted(template.code, buyerId))
  const numbers: string[] = await together(...contracts.map(() => nextNumber(tx, 'CT', today)))
  for (const [index, planned] of contracts.entries()) {
    const no = numbers[index]!
    const values = await contractValues(tx, { contractNo: no, date: today, ...statedOf(order, matter, planned) })
    await storeContract(context, order, planned, { no, values })
  }
  return numbers
}

/** What contracts of an order state: its documents and who owes them, its price and fees, and the pool behind a drawing. */
async function matterOf(tx: Tx, order: Order) {
  const items = await tx.selectFrom('financeOrderItem').selectAll().where('orderId', '=', order.id).orderBy('seq').execute()
  const [charges, buyerFees, suppliersFees] = await together(
    agreedTermsFor(tx, order),
    feesBorneBy(tx, 'BUYER', order.id),
    feesBorneBy(tx, 'SUPPLIER', order.id),
  )
  const price = await priceOfOrder(tx, order, charges, suppliersFees)
  const pool = order.poolId ? await poolBehind(tx, order.poolId) : undefined
  const documents =
    pool?.documents ??
    items.map((item) => ({
      no: item.docNo,
      amount: owedOf(item, order.currency),
      confirmed: confirmedOf(item),
      dueDate: item.dueDate,
      maturity: item.maturity,
      buyerId: item.buyerId,
    }))
  const buyerIds = order.buyerId ? [order.buyerId] : [...new Set(documents.flatMap(({ buyerId }) => buyerId ?? []))]
  return { items, charges, buyerFees, price, pool, documents, buyerIds }
}
type Matter = Awaited<ReturnType<typeof matterOf>>

/** What a buyer signs is about its own debts: of several, each gets its own contract. Everything else is about the whole. */
const contractsOn = ({ buyerIds, pool }: Matter, templates: readonly Template[]): Planned[] =>
  templates
    .map(asIssued)
    .flatMap((template) =>
      template.signatories.includes('BUYER')
        ? buyerIds.map((id) => ({ template, owing: [id] }))
        : [{ template, owing: buyerIds }],
    )
    // A drawing is owed by its supplier, however few owe what secures it.
    .map((one) => ({ ...one, buyerId: one.owing.length === 1 && !pool ? one.owing[0]! : null }))

/** What a contract states: all of the matter, or of the matter of several buyers the part that one of them owes. */
function statedOf(order: Order, matter: Matter, { template, owing }: Planned): Omit<ContractFacts, 'contractNo' | 'date'> {
  const { currency } = order
  const { items, pool, documents, buyerIds } = matter
  const isPart = buyerIds.length > 1 && owing.length === 1
  const within = isPart ? items.filter((item) => item.buyerId === owing[0]) : items
  const isWhole = within.length === items.length
  const total = (amounts: string[]) =>
    toDecimal(
      sum(
        amounts.map((text) => amountOf(text, currency)),
        currency,
      ),
    )
  return {
    signatories: template.signatories,
    orderNo: order.orderNo,
    supplierId: order.supplierId,
    buyerIds: owing,
    funderId: order.funderId,
    currency,
    financeAmount: isWhole ? order.financeAmount : total(within.map((item) => item.applyAmount)),
    faceAmount: pool ? order.faceAmount : total(within.map((item) => owedOf(item, currency))),
    rate: order.rate,
    fundingDate: order.requestedFundingDate,
    maturity: isWhole
      ? order.maturity
      : within
          .map((item) => item.maturity)
          .sort()
          .at(-1)!,
    recourse: order.recourse,
    charges: matter.charges,
    buyerFees: matter.buyerFees,
    price: matter.price,
    pool: pool?.code ?? null,
    documents: isPart ? documents.filter((one) => one.buyerId === owing[0]) : documents,
  }
}

/** Stores a contract, ready to be signed, and tells those who sign it. */
async function storeContract(
  context: UseCaseContext,
  order: Order,
  { template, buyerId }: Planned,
  { no, values }: { no: string; values: InBothLanguages },
): Promise<void> {
  const { tx } = context
  const contract = {
    id: newId(),
    no,
    templateId: template.id,
    name: template.name,
    orderId: order.id,
    supplierId: order.supplierId,
    buyerId,
    funderId: order.funderId,
    // Prices between supplier and funder are not the buyer's business: it sees only what it signs.
    buyerVisible: template.signatories.includes('BUYER'),
    status: 'PENDING_SIGN' as const,
    contentEn: fillTemplate(template.bodyEn, values.en),
    contentCn: fillTemplate(template.bodyCn, values.cn),
  }
  await alongside(tx, tx.insertInto('contract').values(contract).execute())
  const companyOf: Record<string, string | null> = {
    SUPPLIER: order.supplierId,
    BUYER: buyerId,
    FUNDER: order.funderId,
  }
  const signing = template.signatories.flatMap((party) => (companyOf[party] ? [{ party, companyId: companyOf[party] }] : []))
  const signatories = signing.map((one) => ({ id: newId(), contractId: contract.id, ...one }))
  await alongside(tx, tx.insertInto('contractSignatory').values(signatories).execute())
  await audit(context, {
    event: 'CONTRACT_ISSUED',
    objectType: 'CONTRACT',
    objectId: contract.id,
    objectNo: no,
    after: { template: template.code, version: template.version, textSha256: textHash(contract) },
  })
  for (const { party, companyId } of signing)
    await notify(tx, {
      event: 'CONTRACT_TO_SIGN',
      companyIds: [companyId],
      // Only those who may sign are told; where nobody may, the whole company is, so that it appoints somebody.
      readers: await signersOf(context, companyId, party),
      params: { contractNo: no, name: template.name, nameCn: template.nameCn, orderNo: order.orderNo },
      objectType: 'CONTRACT',
      objectId: contract.id,
      link: `/contract/info?id=${contract.id}`,
    })
}

/** Ends the contracts of an order that will not be funded, or some of them: unsigned void, signed terminated. */
export async function voidContracts(context: UseCaseContext, orderId: string, ids?: readonly string[]): Promise<void> {
  const { tx } = context
  await elevate(tx)
  const contracts = await tx
    .selectFrom('contract')
    .select(['id', 'no', 'status'])
    .where('orderId', '=', orderId)
    .where('status', 'in', ['DRAFT', 'PENDING_SIGN', 'PARTIALLY_SIGNED', 'SIGNED'])
    .$if(ids !== undefined, (query) => query.where('id', '=', anyOf(ids!)))
    .orderBy('id')
    .forUpdate()
    .execute()
  for (const contract of contracts) {
    const status = contract.status === 'SIGNED' ? 'TERMINATED' : 'VOID'
    await tx
      .updateTable('contract')
      .set((eb) => ({ status, version: eb('version', '+', 1) }))
      .where('id', '=', contract.id)
      .execute()
    await audit(context, {
      event: `CONTRACT_${status}`,
      objectType: 'CONTRACT',
      objectId: contract.id,
      objectNo: contract.no,
      before: { status: contract.status },
      after: { status },
    })
  }
}

/** How many contracts of an order still lack a signature; for one of several buyers, of those that do not concern another. */
export async function unsignedContracts(tx: Tx, orderId: string, buyerId?: string): Promise<number> {
  const { total } = await tx
    .selectFrom('contract')
    .select((eb) => eb.fn.countAll<string>().as('total'))
    .where('orderId', '=', orderId)
    .where('status', 'in', ['DRAFT', 'PENDING_SIGN', 'PARTIALLY_SIGNED'])
    .$if(buyerId !== undefined, (query) => query.where((eb) => eb.or([eb('buyerId', 'is', null), eb('buyerId', '=', buyerId!)])))
    .executeTakeFirstOrThrow()
  return Number(total)
}
