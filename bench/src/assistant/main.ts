import { resolve } from 'node:path'
import { readConfig } from '@usance/server/config'
import { startEmbedded } from '@usance/server/database/embedded'
import { demoClient } from '@usance/server/demo/client'
import { startServer } from '@usance/server/start'
import { assistantCalls } from '@usance/wire/assistant/calls'
import { openOracle } from './oracle.ts'
import { type Asked, type Expected, questions, questionsAbout } from './questions.ts'

// `npm run bench -- assistant` asks the assistant of a filled demo (its folder in USANCE_DATA, or DATABASE_URL) every
// question, and compares the answers with what the tables say.

/** Why an answer does not hold; undefined when it does. */
function faultOf(expected: Expected, answer: { text: string; links: { to: string }[] }): string | undefined {
  const missing = (expected.all ?? []).find((fragment) => !answer.text.includes(fragment))
  if (answer.text.startsWith('refused:')) return 'refused'
  if (missing !== undefined) return `“${missing}” is missing`
  const told = (expected.none ?? []).find((fragment) => answer.text.includes(fragment))
  if (told !== undefined) return `“${told}” may not be told`
  if (expected.any && !expected.any.some((fragment) => answer.text.includes(fragment)))
    return `none of ${expected.any.slice(0, 3).join(' | ')}`
  if (expected.link && !answer.links.some(({ to }) => expected.link!.test(to))) return `no link to ${expected.link.source}`
  if (expected.noFigures && /\d{2,}/.test(answer.text)) return 'a figure where none is known'
  return undefined
}

const config = { ...readConfig(process.env), logLevel: 'error', ratePerMinute: 0 }
const embedded = config.databaseUrl ? undefined : await startEmbedded({ dataDir: resolve(config.dataDir, 'postgres') })
const ownerUrl = config.databaseUrl || embedded!.adminUrl
const running = await startServer(config, ownerUrl, embedded ? { appUrl: embedded.url } : {})
const oracle = await openOracle(ownerUrl)
let right = 0
const made: string[] = []
try {
  const client = demoClient(running.app, running.server)
  const asked: Asked[] = [...questions(), ...(await questionsAbout(oracle))]
  const groups = new Map<string, { right: number; all: number }>()
  const faults: string[] = []
  const began = performance.now()
  for (const { who, question, group, expect } of asked) {
    const tally = groups.get(group) ?? { right: 0, all: 0 }
    groups.set(group, tally)
    tally.all++
    const answer = await client
      .ask(who, assistantCalls.ask, { body: { question } })
      .catch((error: Error) => ({ text: `refused: ${error.message}`, links: [], conversationId: undefined }))
    if (answer.conversationId) made.push(answer.conversationId)
    const fault = faultOf(await expect(oracle), answer)
    if (fault) faults.push(`${who}: ${question}\n      ${fault}\n      ${answer.text.replaceAll('\n', ' / ').slice(0, 300)}`)
    else {
      tally.right++
      right++
    }
  }
  const took = performance.now() - began
  console.log('\nassistant')
  for (const [group, tally] of groups) console.log(`  ${group.padEnd(14)}${String(tally.right).padStart(4)} of ${tally.all}`)
  for (const fault of faults) console.log(`    wrong  ${fault}`)
  console.log(`  ${right} of ${asked.length} answers are right, ${(took / asked.length).toFixed(0)} ms each`)
} finally {
  // The people of the demo find their conversations as they left them.
  await oracle.rows('delete from assistant_conversation where id = any($1)', [made])
  await oracle.close()
  await running.close()
  await embedded?.stop()
}
process.exit(0)
