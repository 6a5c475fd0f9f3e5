import type { Asked, Expected } from './expected.ts'
import { heldOutDesk } from './held-out-desk.ts'
import { heldOutTalk } from './held-out-talk.ts'
import { heldOutTrade } from './held-out-trade.ts'
import type { Oracle } from './oracle.ts'

/** A question of the held-out set: asked after others in one conversation, and in which half of the set it is. */
export type HeldOut = Asked & { after?: string[]; half: 'first' | 'second' }

export type Ask = (
  group: string,
  who: string,
  asked: string[],
  expect: Expected | ((oracle: Oracle) => Expected | Promise<Expected>),
  after?: string[],
) => void

/** Questions written by somebody who had not read the assistant's rules; whole intents fall into one half or the other. */
export async function heldOut(oracle: Oracle): Promise<HeldOut[]> {
  const list: HeldOut[] = []
  let cases = 0
  const ask: Ask = (group, who, asked, expect, after) => {
    const half = cases++ % 2 === 0 ? 'first' : 'second'
    for (const question of asked)
      list.push({
        group,
        who,
        question,
        half,
        after,
        expect: async (now) => (typeof expect === 'function' ? expect(now) : expect),
      })
  }
  await heldOutTrade(oracle, ask)
  await heldOutDesk(oracle, ask)
  await heldOutTalk(oracle, ask)
  return list
}

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
