import { join } from 'node:path'
import { keptHead } from './audit/head-file.ts'
import { unsealedEntries, unsealedWords } from './audit/unsealed.ts'
import { outsideWords, verifyAudit } from './audit/verify.ts'
import { installationKey } from './auth/installation-key.ts'
import { checkBooks } from './books/ledger/check-books.ts'
import { readConfig } from './config.ts'
import { inTransaction, ofOneMoment, openDatabase } from './database/database.ts'
import { startEmbedded } from './database/embedded.ts'
import { checkPrices } from './finance/finance-order/keep-price.ts'
import { checkAdvances } from './insight/ar/advances.ts'
import { checkSums } from './insight/ar/sums.ts'
import { bothSidesWords, peopleOfBothSides } from './party/account/both-sides.ts'

// Proves from the data alone that the audit chain is whole and that every law of the books holds. Ends with 1 when not.

const say = (line: string) => process.stdout.write(`${line}\n`)

async function verify(): Promise<boolean> {
  const config = readConfig(process.env)
  const embedded = config.databaseUrl ? undefined : await startEmbedded({ dataDir: join(config.dataDir, 'postgres') })
  const db = openDatabase(embedded?.adminUrl ?? config.databaseUrl, {
    max: 2,
    statementTimeoutMs: 3_600_000,
    name: 'usance-verify',
  })
  try {
    const installKey = await installationKey(db, config.key)
    // The transaction sees the chain of its first query: the outside head must not be younger.
    const kept = await keptHead(config.dataDir)
    const { audit, unsealed, replayed, both, broken } = await inTransaction(db, { kind: 'system' }, 'read', async (tx) => {
      // A server may be writing meanwhile: a law that compares two tables must see both as they were together.
      ofOneMoment(tx)
      const prices = await checkPrices(tx, { installKey })
      return {
        replayed: prices.replayed,
        audit: await verifyAudit(tx, { installKey, config }, Promise.resolve(kept)),
        unsealed: await unsealedEntries(tx),
        both: await peopleOfBothSides(tx),
        broken: [...(await checkBooks(tx)), ...(await checkSums(tx)), ...(await checkAdvances(tx)), ...prices.broken],
      }
    })
    say(`Audit chain: ${audit.checked} rows${audit.broken ? `, broken: ${audit.broken}` : ', whole'}`)
    const unheld = outsideWords(audit)
    if (unheld) say(unheld)
    say(unsealedWords(unsealed))
    // From before the rule: an administrator ends one side, and nothing is broken until then.
    if (both.length > 0) say(bothSidesWords(both))
    say(`Prices: ${replayed} worked out again`)
    for (const { invariant, subject, detail } of broken) say(`${invariant} ${subject}: ${detail}`)
    say(broken.length === 0 ? 'Books: every law holds' : `Books: ${broken.length} laws broken`)
    return !audit.broken && !unheld && !unsealed.isLate && broken.length === 0
  } finally {
    await db.destroy()
    // Another process may be serving from the same database; it stays.
    if (embedded && !embedded.adopted) await embedded.stop()
  }
}

verify()
  .then((isSound) => process.exit(isSound ? 0 : 1))
  .catch((error: unknown) => {
    process.stderr.write(`The check could not run: ${(error as Error).message}\n`)
    process.exit(2)
  })
