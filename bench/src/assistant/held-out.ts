import type { Asked } from './expected.ts'
import type { Ask } from './held-out-ask.ts'
import { heldOutDesk } from './held-out-desk.ts'
import { heldOutTalk } from './held-out-talk.ts'
import { heldOutTrade } from './held-out-trade.ts'
import type { Oracle } from './oracle.ts'

/** A question of the held-out set: asked after others in one conversation, and in which half of the set it is. */
export type HeldOut = Asked & { after?: string[]; half: 'first' | 'second' }

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
