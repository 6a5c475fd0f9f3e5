import { contractCalls } from '@usance/wire/contract/calls'
import { routes } from '../../http/context.ts'
import { Refused } from '../../http/refused.ts'
import { asIssued } from './charge-terms.ts'
import { previewContract } from './preview-contract.ts'
import { downloadContract, showContract, verifyContract } from './read-contract.ts'
import { signContract } from './sign-contract.ts'
import { isNeededFor, liveTemplates, templateHtml } from './templates.ts'

export const contractRoutes = routes(contractCalls, {
  templates: async ({ tx, body }) => {
    const name = body.name.toLowerCase()
    const found = (await liveTemplates(tx)).filter((one) => `${one.name}\n${one.nameCn}`.toLowerCase().includes(name))
    return {
      pageNum: body.pageNum,
      pageSize: body.pageSize,
      total: found.length,
      list: found
        .slice((body.pageNum - 1) * body.pageSize, body.pageNum * body.pageSize)
        .map(({ id, name: en, nameCn, code, version, productTypes, signatories }) => ({
          id,
          name: en,
          nameCn,
          code,
          version,
          productTypes,
          signatories,
        })),
    }
  },
  template: async ({ tx, body }) => {
    const row = await tx.selectFrom('contractTemplate').selectAll().where('id', '=', body.id).executeTakeFirst()
    if (!row) throw new Refused('NOT_FOUND')
    const { id, name, nameCn, code, version, signatories } = row
    const { bodyEn, bodyCn } = asIssued(row)
    const html = { en: templateHtml(bodyEn, 'en'), cn: templateHtml(bodyCn, 'cn') }
    return { id, name, nameCn, code, version, signatories, html }
  },
  configs: async ({ tx, body }) => {
    if (body.productIds.length === 0) return []
    const products = await tx
      .selectFrom('financingProduct')
      .select(['id', 'type', 'disclosed'])
      .where('id', 'in', body.productIds)
      .execute()
    const templates = await liveTemplates(tx)
    return products.flatMap((product) =>
      templates
        .filter((one) => one.productTypes.includes(product.type) && isNeededFor(one, { ...product, hasBuyer: true }))
        .map((one) => ({
          productId: product.id,
          templateId: one.id,
          name: one.name,
          nameCn: one.nameCn,
          required: true,
          signatories: one.signatories,
        })),
    )
  },
  preview: previewContract,
  detail: showContract,
  sign: signContract,
  download: downloadContract,
  verify: verifyContract,
})
