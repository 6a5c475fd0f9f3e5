import { mkdir, readFile, rename, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { z } from 'zod'
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

/** What the file in the data folder holds: a head, or `DAMAGED` where it is only half written or no head at all. */
export type KeptHead = AuditHead | 'DAMAGED'

/** The head in the data folder; undefined before the first one. */
export async function keptHead(dataDir: string): Promise<KeptHead | undefined> {
  let text: string
  try {
    text = await readFile(fileIn(dataDir), 'utf8')
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined
    throw error
  }
  try {
    return Head.parse(JSON.parse(text))
  } catch {
    return 'DAMAGED'
  }
}

const Head = z.object({ seq: z.string(), hash: z.string(), signedAt: z.string(), signature: z.string() })
