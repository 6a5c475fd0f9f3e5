import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto'
import { closeSync, fsyncSync, openSync, readFileSync, renameSync, rmSync, writeSync } from 'node:fs'
import { dirname } from 'node:path'
import { sql } from 'kysely'
import { type Db, inTransaction, type Tx } from '../database/database.ts'
import { syncFolder } from '../database/embedded.ts'

/** Where the installation's key may lie: in a setting, else in a file that is made on the first start. */
export type KeyPlace = { given: string; file: string }

const formerly = 'installKey'
const proofKey = 'installKeyProof'

/**
 * The key behind sealed texts, fingerprints and signatures: 32 random bytes that lie outside the database, which keeps only a
 * proof of it. A key that an earlier version kept in the database moves out of it; a wrong or missing one stops the start,
 * because fingerprints made with another key would let one invoice in twice.
 */
export async function installationKey(db: Db, place: KeyPlace, log: (line: string) => void = () => {}): Promise<Buffer> {
  return inTransaction(db, { kind: 'system' }, 'write', async (tx) => {
    // Processes that start together make one key; whoever comes second finds it.
    await sql`select pg_advisory_xact_lock(727277)`.execute(tx)
    const outside = place.given ? decoded(place.given, 'USANCE_KEY') : keyInFile(place.file)
    const inside = await settingOf(tx, formerly)
    const proof = await settingOf(tx, proofKey)
    const key = outside ?? (inside ? decoded(inside, 'The database') : proof ? lost(place) : randomBytes(32))
    if ((inside && !same(key, decoded(inside, 'The database'))) || (proof && proof !== proofOf(key))) throw otherKey(place)
    if (!outside && !writeKeyFile(place.file, key, inside !== undefined, log)) return key
    const value = JSON.stringify(proofOf(key))
    if (inside) {
      await tx.updateTable('setting').set({ key: proofKey, value }).where('key', '=', formerly).execute()
      log(`The installation's key has left the database and lies in ${place.given ? 'USANCE_KEY' : place.file}; back it up.`)
    } else if (!proof) await tx.insertInto('setting').values({ key: proofKey, value }).execute()
    return key
  })
}

const proofOf = (key: Buffer) => createHmac('sha256', key).update('installation').digest('base64')
const same = (a: Buffer, b: Buffer) => a.length === b.length && timingSafeEqual(a, b)

const settingOf = async (tx: Tx, key: string) =>
  (await tx.selectFrom('setting').select('value').where('key', '=', key).executeTakeFirst())?.value as string | undefined

function decoded(text: string, whose: string): Buffer {
  const key = Buffer.from(text.trim(), 'base64')
  if (key.length < 32) throw new Error(`${whose} must hold at least 32 random bytes in base64 (openssl rand -base64 32).`)
  return key
}

function keyInFile(file: string): Buffer | undefined {
  try {
    return decoded(readFileSync(file, 'utf8'), file)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined
    throw error
  }
}

/**
 * Writes the key where nobody but its owner reads it, all of it or nothing. Answers false where an installation
 * whose key still lies in the database cannot write there: it goes on as before and says so.
 */
function writeKeyFile(file: string, key: Buffer, known: boolean, log: (line: string) => void): boolean {
  const draft = `${file}.${process.pid}`
  try {
    const handle = openSync(draft, 'wx', 0o600)
    try {
      writeSync(handle, `${key.toString('base64')}\n`)
      fsyncSync(handle)
    } finally {
      closeSync(handle)
    }
    renameSync(draft, file)
    // The database forgets the key next: by then the file must outlast a power cut.
    syncFolder(dirname(file))
    return true
  } catch (error) {
    rmSync(draft, { force: true })
    const why = `The installation's key could not be written to ${file} (${(error as Error).message}). Set USANCE_KEY_FILE or USANCE_KEY.`
    if (!known) throw new Error(why)
    log(`${why} Until then it stays in the database.`)
    return false
  }
}

function lost({ file }: KeyPlace): never {
  throw new Error(
    `the installation's key is missing. Put its file back at ${file}, or set USANCE_KEY: without it, sealed texts stay closed and an invoice would no longer be known as one that came before.`,
  )
}

const otherKey = ({ given, file }: KeyPlace) =>
  new Error(`the key in ${given ? 'USANCE_KEY' : file} is not the one that this database was sealed with.`)
