import { add, fromDecimal, toDecimal, zero } from '@usance/domain/money'
import type { contractCalls } from '@usance/wire/contract/calls'
import { elevate } from '../../database/database.ts'
import type { Handler } from '../../http/context.ts'
import { Refused } from '../../http/refused.ts'
import { storeGenerated } from '../file/stored-file.ts'
import { contractPdf } from './contract-pdf.ts'
import { contractValues } from './contract-values.ts'
import { fillTemplate, htmlOf } from './fill-template.ts'
import { textHash } from './issue-contracts.ts'
import { liveTemplates } from './templates.ts'

/** The contract an order with these documents would get. Documents the caller cannot see do not exist. */
export const previewContract: Handler<typeof contractCalls.preview> = async (request) => {
  const { tx, app, actor, body, today, language } = request
  const product = await tx.selectFrom('financingProduct').selectAll().where('id', '=', body.financingProductId).executeTakeFirst()
  if (!product) throw new Refused('NOT_FOUND')
  const offered = await liveTemplates(tx, product.type)
  const template = body.templateId ? offered.find((one) => one.id === body.templateId) : offered.at(-1)
  if (!template) throw new Refused('NOT_FOUND')

  const documents = []
  for (const item of body.items) {
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
    documents.push({ ...found, dueDate: found.dueDate ?? '-', applyAmount: item.applyAmount ?? found.amount })
  }
  const currency = documents[0]?.currency ?? product.currencies[0]!
  if (documents.some((one) => one.currency !== currency)) throw new Refused('CURRENCY_MISMATCH')
  const sum = (amounts: string[]) => toDecimal(amounts.map((text) => fromDecimal(text, currency)).reduce(add, zero(currency)))
  await elevate(tx)
  const buyerIds = [...new Set(documents.map((one) => one.buyerId))]
  // What a buyer signs is about its own debts: of several, the first one's is shown.
  const owing = template.signatories.includes('BUYER') ? buyerIds.slice(0, 1) : buyerIds
  const shown = documents.filter((one) => owing.includes(one.buyerId))
  const values = await contractValues(tx, {
    contractNo: language === 'zh-CN' ? '（预览）' : '(preview)',
    date: today,
    orderNo: language === 'zh-CN' ? '（预览）' : '(preview)',
    supplierId: documents[0]?.supplierId ?? actor.companyId,
    buyerIds: owing,
    funderId: product.funderId,
    currency,
    financeAmount: sum(shown.map((one) => one.applyAmount)),
    faceAmount: sum(shown.map((one) => one.amount)),
    rate: null,
    fundingDate: body.fundingDate ?? today,
    maturity:
      shown
        .map((one) => one.dueDate)
        .sort()
        .at(-1) ?? null,
    recourse: product.recourse,
    documents: shown,
  })
  const contract = {
    no: 'PREVIEW',
    contentEn: fillTemplate(template.bodyEn, values.en),
    contentCn: fillTemplate(template.bodyCn, values.cn),
  }
  const content = await contractPdf({ ...contract, textSha256: textHash(contract), signatures: [] })
  const objectKey = await storeGenerated(app, tx, {
    companyId: actor.companyId,
    userId: actor.userId,
    fileName: `${template.code}-preview.pdf`,
    contentType: 'application/pdf',
    content,
    purpose: 'contract-preview',
  })
  return { objectKey, html: htmlOf(language === 'zh-CN' ? contract.contentCn : contract.contentEn) }
}
