import type { Expected } from './expected.ts'
import type { Oracle } from './oracle.ts'

export type Ask = (
  group: string,
  who: string,
  asked: string[],
  expect: Expected | ((oracle: Oracle) => Expected | Promise<Expected>),
  after?: string[],
) => void

export const idOf = (code: string) => `(select id from company where code = '${code}')`

/** Invoices that are owed, as FROM … WHERE: of a supplier or (as far as it sees them) a buyer. */
export const owedTo = (supplier: string, more = '') =>
  `invoice where supplier_id = ${idOf(supplier)} and doc_status not in ('DRAFT', 'CANCELLED') and outstanding > 0 ${more}`

export const owedBy = (buyer: string, more = '') =>
  `invoice where buyer_id = ${idOf(buyer)} and buyer_visible and doc_status not in ('DRAFT', 'CANCELLED') and outstanding > 0 ${more}`

export const from = (code: string) => `and buyer_id = ${idOf(code)}`

export const dueIn = ([first, last]: [string, string]) => `and due_date between '${first}' and '${last}'`

/** All of these, or one of the ways to say that there is nothing. */
export const allOrNothing = (found: string[], none: string[] = []): Expected =>
  found.length > 0 ? { all: found, none } : { any: ['Nothing', 'nothing', 'No ', 'no ', '没有', '无'], none }
