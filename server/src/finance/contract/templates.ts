import { templateWords } from '@usance/wire/contract/template-words'
import type { Selectable } from 'kysely'
import type { Tx } from '../../database/database.ts'
import type { ContractTemplateTable } from '../../database/tables.ts'
import { fillTemplate, htmlOf } from './fill-template.ts'

export type Template = Selectable<ContractTemplateTable>

/** The newest version in force of each template, or of those for one kind of product. */
export async function liveTemplates(tx: Tx, productType?: string): Promise<Template[]> {
  const rows = await tx
    .selectFrom('contractTemplate')
    .selectAll()
    .where('status', '=', 'ENABLE')
    .orderBy('code')
    .orderBy('version', 'desc')
    .execute()
  const newest = rows.filter((row, index) => rows.findIndex((one) => one.code === row.code) === index)
  return productType ? newest.filter((row) => row.productTypes.includes(productType)) : newest
}

/** How the text of a template reads before an order fills it in: each word says in brackets what will stand there. */
export function templateHtml(body: string, language: 'en' | 'cn'): string {
  const named = Object.entries(templateWords).map(([word, label]) => [
    word,
    language === 'en' ? `[${label.en}]` : `【${label.cn}】`,
  ])
  return htmlOf(fillTemplate(body, Object.fromEntries(named)))
}

/** Whether an order needs this contract: one the buyer signs is none for a buyer who is absent or must not know. */
export const isNeededFor = (template: Pick<Template, 'signatories'>, order: { disclosed: boolean; hasBuyer: boolean }) =>
  !template.signatories.includes('BUYER') || (order.disclosed && order.hasBuyer)
