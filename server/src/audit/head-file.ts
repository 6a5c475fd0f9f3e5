import { mkdir, readFile, rename, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { AuditHead } from './chain.ts'

const fileIn = (dataDir: string) => join(dataDir, 'audit-head.json')

/**
 * Stores the latest signed head in the data folder, replacing the file as a whole. It reveals a chain whose end was cut off in
 * the database.
 */
export async function keepHead(dataDir: string, head: AuditHead): Promise<void> {
  const file = fileIn(dataDir)
  const draft = `${file}.${process.pid}`
  await mkdir(dataDir, { recursive: true })
  await writeFile(draft, `${JSON.stringify(head)}\n`, { mode: 0o600, flush: true })
  await rename(draft, file)
}

/** The head in the data folder; undefined before the first one. Throws when the file does not hold a head. */
export async function keptHead(dataDir: string): Promise<AuditHead | undefined> {
  let text: string
  try {
    text = await readFile(fileIn(dataDir), 'utf8')
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined
    throw error
  }
  const head = JSON.parse(text) as Partial<AuditHead>
  const { seq, hash, signedAt, signature } = head
  if (typeof seq !== 'string' || typeof hash !== 'string' || typeof signedAt !== 'string' || typeof signature !== 'string')
    throw new Error('audit-head.json in the data folder is not a head of the audit chain.')
  return { seq, hash, signedAt, signature }
}
