import type { Oracle } from './oracle.ts'

/** What an answer has to hold and may not hold, and where one of its links has to lead. */
export type Expected = {
  all?: string[]
  any?: string[]
  none?: string[]
  link?: RegExp
  noFigures?: boolean
  /** It says plainly that it cannot, and tells no amount. */
  declines?: boolean
}
export type Asked = { who: string; question: string; group: string; expect: (oracle: Oracle) => Promise<Expected> }

const side = { supplier: 'supplier_id', buyer: 'buyer_id', funder: 'funder_id' } as const
export type Side = keyof typeof side
export const idOf = (code: string) => `(select id from company where code = '${code}')`
export const open = (code: string, as: Side, more = '') =>
  `invoice where ${side[as]} = ${idOf(code)} and doc_status not in ('DRAFT', 'CANCELLED') and outstanding > 0 ${more}`
export const all = async (from: Promise<string[]>, none: RegExp | string[] = []): Promise<Expected> => ({
  all: await from,
  none: none as string[],
})
export const orNothing = async (found: Promise<string[]>, nothing: string[]): Promise<Expected> => {
  const fragments = await found
  return fragments.length > 0 ? { all: fragments } : { any: nothing }
}
