import { resolve } from 'node:path'
import { readConfig } from '@usance/server/config'
import { startEmbedded } from '@usance/server/database/embedded'
import { demoClient } from '@usance/server/demo/client'
import { startServer } from '@usance/server/start'
import { assistantCalls } from '@usance/wire/assistant/calls'
import type { Asked } from './expected.ts'
import { heldOut } from './held-out.ts'
import { type Answer, judge, type Verdict } from './judge.ts'
import { openOracle } from './oracle.ts'
import { questions } from './questions.ts'
import { questionsAbout } from './questions-about.ts'

// `npm run bench -- assistant` asks the assistant of a filled demo (its folder in USANCE_DATA, or DATABASE_URL) every
// question, and compares the answers with what the tables say: first the set its rules were tuned on, then the set that
// was held out. A word after it (`first`, `second`, `tuned`) asks that part alone.

type Put = Asked & { after?: string[] }

const only = process.argv.slice(2).find((word) => ['tuned', 'first', 'second'].includes(word))
const config = { ...readConfig(process.env), logLevel: 'error', ratePerMinute: 0 }
const embedded = config.databaseUrl ? undefined : await startEmbedded({ dataDir: resolve(config.dataDir, 'postgres') })
const ownerUrl = config.databaseUrl || embedded!.adminUrl
const running = await startServer(config, ownerUrl, embedded ? { appUrl: embedded.url } : {})
const oracle = await openOracle(ownerUrl)
const made: string[] = []
try {
  const client = demoClient(running.app, running.server)
  const say = async (who: string, question: string, conversationId?: string): Promise<Answer> => {
    const answer = await client
      .ask(who, assistantCalls.ask, { body: { question, conversationId } })
      .catch((error: Error) => ({ text: `refused: ${error.message}`, links: [], conversationId: undefined }))
    if (answer.conversationId) made.push(answer.conversationId)
    return answer
  }
  const score = async (name: string, asked: Put[]) => {
    const groups = new Map<string, Record<Verdict, number>>()
    const all = { right: 0, declined: 0, wrong: 0 }
    const faults: string[] = []
    const began = performance.now()
    for (const { who, question, group, expect, after = [] } of asked) {
      let conversation: string | undefined
      for (const earlier of after) conversation = (await say(who, earlier, conversation)).conversationId
      const answer = await say(who, question, conversation)
      const { verdict, fault } = judge(await expect(oracle), answer)
      const tally = groups.get(group) ?? { right: 0, declined: 0, wrong: 0 }
      groups.set(group, tally)
      tally[verdict]++
      all[verdict]++
      const lead = after.length > 0 ? `${after.join(' / ')} / ` : ''
      if (fault)
        faults.push(
          `${verdict.padEnd(9)}${who}: ${lead}${question}\n      ${fault}\n      ${answer.text.replaceAll('\n', ' / ').slice(0, 300)}`,
        )
    }
    const took = performance.now() - began
    console.log(`\nassistant, ${name}`)
    for (const [group, { right, declined, wrong }] of groups)
      console.log(`  ${group.padEnd(14)}${String(right).padStart(4)} of ${right + declined + wrong}`)
    for (const fault of faults) console.log(`    ${fault}`)
    console.log(
      `  ${all.right} of ${asked.length} answers are right, ${all.declined} say that they do not know, ${all.wrong} are wrong; ${(took / asked.length).toFixed(0)} ms each`,
    )
  }
  if (!only || only === 'tuned') await score('the set it was tuned on', [...questions(), ...(await questionsAbout(oracle))])
  const apart = await heldOut(oracle)
  for (const half of ['first', 'second'] as const)
    if (!only || only === half)
      await score(
        `held out, ${half} half`,
        apart.filter((asked) => asked.half === half),
      )
} finally {
  // The people of the demo find their conversations as they left them.
  await oracle.rows('delete from assistant_conversation where id = any($1)', [made])
  await oracle.close()
  await running.close()
  await embedded?.stop()
}
process.exit(0)
