import { add, fromDecimal, toDecimal, zero } from '@usance/domain/money'
import type { Parsed } from '@usance/wire/call'
import type { contractCalls } from '@usance/wire/contract/calls'
import { earlyFeeOf } from '../../books/servicing/terms.ts'
import { elevate, type Tx } from '../../database/database.ts'
import { afterwards, type Before, type UseCaseContext } from '../../http/context.ts'
import { Refused } from '../../http/refused.ts'
import { storeGenerated } from '../../platform/file/stored-file.ts'
import { offeredProduct, type Priced, priceOrder } from '../finance-order/price.ts'
import { asIssued } from './charge-terms.ts'
import { type ContractPdf, contractPdf } from './contract-pdf.ts'
import { contractValues } from './contract-values.ts'
import { fillTemplate, htmlOf } from './fill-template.ts'
import { textHash } from './issue-contracts.ts'
import { priceOfTrial } from './supplier-price.ts'
import { liveTemplates } from './templates.ts'

type Wanted = UseCaseContext & { body: Parsed<typeof contractCalls.preview>['body'] }
type Drawn = { text: ContractPdf; fileName: string; content: Buffer }

/** The contract of an order with these documents, at present terms. The server draws the file before the transaction. */
export const previewContract = afterwards<typeof contractCalls.preview, Drawn>(drawPreview, async (request) => {
  const { app, tx, actor, language, prepared } = request
  const objectKey = await storeGenerated(app, tx, {
    companyId: actor.companyId,
    userId: actor.userId,
    fileName: prepared.fileName,
    contentType: 'application/pdf',
    content: prepared.content,
    purpose: 'contract-preview',
  })
  return { objectKey, html: htmlOf(language === 'zh-CN' ? prepared.text.contentCn : prepared.text.contentEn) }
})

async function drawPreview({ look, outside, body }: Before): Promise<Drawn> {
  const { text, fileName } = await look((context) => previewText({ ...context, body }))
  return { text, fileName, content: await contractPdf(outside, text) }
}

/**
 * The text of the preview. Documents that the caller cannot see are missing; a request that cannot be priced is refused like its
 * trial.
 */
async function previewText(request: Wanted): Promise<{ text: ContractPdf; fileName: string }> {
  const { tx, actor, body, today, language } = request
  const product = await offeredProduct(tx, actor.companyId, body.financingProductId, today)
  if (!product) throw new Refused('NOT_FOUND')
  const offered = await liveTemplates(tx, product.type)
  const chosen = body.templateId ? offered.find((one) => one.id === body.templateId) : offered.at(-1)
  if (!chosen) throw new Refused('NOT_FOUND')
  const template = asIssued(chosen)

  const documents = await documentsNamed(tx, body.items)
  const currency = documents[0]?.currency ?? product.currencies[0]!
  if (documents.some((one) => one.currency !== currency)) throw new Refused('CURRENCY_MISMATCH')
  const sum = (amounts: string[]) => toDecimal(amounts.map((text) => fromDecimal(text, currency)).reduce(add, zero(currency)))
  await elevate(tx)
  const quoted = await pricedOf(request, currency)
  const { answer: priced, product: agreed } = quoted ?? {}
  const fees = await tx
    .selectFrom('feeRule')
    .select(['code', 'taxPct', 'beneficiary'])
    .where('productId', '=', product.id)
    .where((eb) => eb.or([eb('currency', 'is', null), eb('currency', '=', currency)]))
    .execute()
  const buyerIds = [...new Set(documents.map((one) => one.buyerId))]
  // What a buyer signs is about its own debts: of several, the first one's is shown.
  const owing = template.signatories.includes('BUYER') ? buyerIds.slice(0, 1) : buyerIds
  // Of an invoice the contract states what its buyer still owes, as the price does.
  const left = new Map(
    (priced?.items ?? []).map((item) => [
      item.docId,
      { amount: item.netReceivable, confirmed: item.eligible, maturity: item.maturity },
    ]),
  )
  const invoices = new Set(body.items.filter(({ docType }) => docType === 'INVOICE').map(({ docId }) => docId))
  const shown = documents
    .filter((one) => owing.includes(one.buyerId))
    .map((one) => {
      const { maturity, ...owed } = left.get(one.docId) ?? {}
      return { ...one, ...(invoices.has(one.docId) ? owed : {}), ...(maturity === undefined ? {} : { maturity }) }
    })
  const values = await contractValues(tx, {
    signatories: template.signatories,
    contractNo: language === 'zh-CN' ? '（预览）' : '(preview)',
    date: today,
    orderNo: language === 'zh-CN' ? '（预览）' : '(preview)',
    supplierId: documents[0]?.supplierId ?? actor.companyId,
    buyerIds: owing,
    funderId: product.funderId,
    currency,
    financeAmount: sum(
      (priced?.items ?? []).filter((item) => shown.some((one) => one.docId === item.docId)).map((item) => item.applyAmount),
    ),
    faceAmount: sum(shown.map((one) => one.amount)),
    rate: priced?.items[0]?.rate ?? null,
    fundingDate: priced?.fundingDate ?? body.fundingDate ?? today,
    maturity:
      (priced?.items ?? [])
        .filter((item) => item.reasons.length === 0)
        .map((item) => item.maturity)
        .sort()
        .at(-1) ?? null,
    recourse: product.recourse,
    charges: agreed ?? { ...product, ...earlyFeeOf(fees) },
    buyerFees: (priced?.fees ?? []).filter(({ payer }) => payer === 'BUYER'),
    price: quoted ? await priceOfTrial(tx, quoted, { currency, parentId: body.arpOfOrderId }) : null,
    pool: null,
    documents: shown,
  })
  const contract = {
    no: 'PREVIEW',
    contentEn: fillTemplate(template.bodyEn, values.en),
    contentCn: fillTemplate(template.bodyCn, values.cn),
  }
  return { text: { ...contract, textSha256: textHash(contract), signatures: [] }, fileName: `${template.code}-preview.pdf` }
}

/** The named documents as the caller sees them. */
async function documentsNamed(tx: Tx, items: Wanted['body']['items']) {
  const documents = []
  for (const item of items) {
    const found =
      item.docType === 'INVOICE'
        ? await tx
            .selectFrom('invoice')
            .select(['invoiceNo as no', 'amount', 'currency', 'dueDate', 'supplierId', 'buyerId'])
            .where('id', '=', item.docId)
            .executeTakeFirst()
        : await tx
            .selectFrom('purchaseOrder')
            .select(['poNo as no', 'amount', 'currency', 'latestShipDate as dueDate', 'supplierId', 'buyerId'])
            .where('id', '=', item.docId)
            .executeTakeFirst()
    if (!found) throw new Refused('NOT_FOUND')
    documents.push({ ...found, docId: item.docId, dueDate: found.dueDate ?? '-' })
  }
  return documents
}

/** The price of the named documents; none for a preview of a template alone. Only the supplier sees the price. */
async function pricedOf(request: Wanted, currency: string): Promise<Priced | undefined> {
  const { actor, body, today } = request
  if (body.items.length === 0) return undefined
  if (actor.companyRole !== 'SUPPLIER') throw new Refused('FORBIDDEN')
  const { financingProductId, items, fundingDate = today, arpOfOrderId, orderId } = body
  return priceOrder(request, actor.companyId, {
    financingProductId,
    currency,
    fundingDate,
    items,
    ...(arpOfOrderId ? { arpOfOrderId } : {}),
    ...(orderId ? { orderId } : {}),
  })
}
