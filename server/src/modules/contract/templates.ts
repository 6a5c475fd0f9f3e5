import type { Selectable } from 'kysely'
import type { Tx } from '../../database/database.ts'
import type { ContractTemplateTable } from '../../database/tables.ts'

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

/** Whether an order needs this contract: one the buyer signs is none for a buyer who is absent or must not know. */
export const isNeededFor = (template: Pick<Template, 'signatories'>, order: { disclosed: boolean; hasBuyer: boolean }) =>
  !template.signatories.includes('BUYER') || (order.disclosed && order.hasBuyer)
