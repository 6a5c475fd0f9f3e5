import type { ExtractData } from '@usance/wire/ocr/calls'
import { type RawBuilder, sql } from 'kysely'
import { businessDate } from '../../calendar/business-date.ts'
import { elevate } from '../../database/database.ts'
import { newId } from '../../database/id.ts'
import type { Before } from '../../http/context.ts'
import { inTurn } from '../../http/in-turn.ts'
import { Refused } from '../../http/refused.ts'
import { readerVersion, storable } from './read-file.ts'

/** The kind of the readings that tell the e-invoices in a paper and no pages; no form asks for it. */
export const insideKind = 'e-invoice'
// The kind of the readings that came to a limit: they hold nothing, and keep the file from being begun again at every act.
const limitKind = 'e-invoice-limit'
const limits: readonly string[] = ['FILE_TOO_HARD', 'FILE_TOO_LARGE']

// Beyond this time nothing more is begun: what is left is read before the next act.
const patienceMs = 60_000

type Unread = { objectKey: string; fileName: string; sha256: string; companyId: string }

/**
 * Reads the e-invoices in papers which nobody has had read. `papers` is SQL: the object key, file name and hash of each paper and the
 * company that keeps the reading. It runs before the transaction of an act. A paper that cannot be read stops nothing and says nothing.
 */
export async function readPapers(request: Before, papers: RawBuilder<unknown>): Promise<void> {
  const until = performance.now() + patienceMs
  for (const paper of await unreadOf(request, papers)) {
    if (performance.now() > until) return
    await readPaper(request, paper)
  }
}

/** Data files before PDFs and small files before large ones, so that no slow file keeps a quick one from being read. */
function unreadOf({ look }: Before, papers: RawBuilder<unknown>): Promise<Unread[]> {
  return look(async ({ tx }) => {
    await elevate(tx)
    const { rows } = await sql<Unread>`
      select distinct on (f.content_type = 'application/pdf', f.size, p.sha256, p.company_id)
        p.object_key, p.file_name, p.sha256, p.company_id
      from (${papers}) p join stored_file f on f.object_key = p.object_key
      where f.content_type not like 'image/%' and not exists (select 1 from document_reading r
        where r.company_id = p.company_id and r.sha256 = p.sha256 and r.reader_version % 1000 = ${readerVersion}
          and (r.schema_code in (${insideKind}, 'INVOICE') or r.schema_code = ${limitKind} and r.created_at > app_now() - interval '1 hour'))
      order by f.content_type = 'application/pdf', f.size, p.sha256, p.company_id`.execute(tx)
    return rows
  })
}

async function readPaper(request: Before, paper: Unread): Promise<void> {
  const began = performance.now()
  try {
    const { kind, data } = await insideOf(request, paper)
    await keep(request, paper, kind, data, Math.round(performance.now() - began))
  } catch {
    // Whatever keeps a paper from being read or its reading from being kept, the act goes on; the next one tries again.
  }
}

async function keep(request: Before, paper: Unread, schemaCode: string, data: ExtractData, durationMs: number) {
  const { sha256, fileName, companyId } = paper
  const { userId } = request.actor
  await inTurn(request, { kind: 'company', companyId, userId }, 'write', (tx) =>
    tx
      .insertInto('documentReading')
      .values({
        ...{ id: newId(), companyId, sha256, schemaCode, readerVersion, fileName, durationMs, readBy: userId },
        extractData: JSON.stringify(storable(data)),
      })
      // What was read stays; a limit that is met again counts from now.
      .onConflict((c) =>
        c
          .columns(['companyId', 'sha256', 'schemaCode', 'readerVersion'])
          .doUpdateSet({ createdAt: sql`app_now()` })
          .where('documentReading.schemaCode', '=', limitKind),
      )
      .execute(),
  )
}

/** A file that no reader can open holds nothing; one whose reader came to a limit says so. Any other failure throws. */
async function insideOf({ app }: Before, paper: Unread): Promise<{ kind: string; data: ExtractData }> {
  const { objectKey, fileName, companyId } = paper
  try {
    const today = await businessDate(app)
    const { path, release } = await app.files.onDisk(objectKey)
    const data = await app.parsers.ask(companyId, { path }, 'paper', { fileName, today }).finally(release)
    return { kind: insideKind, data }
  } catch (error) {
    if (!(error instanceof Refused)) throw error
    if (error.refusal === 'FILE_UNREADABLE') return { kind: insideKind, data: nothing }
    if (limits.includes(error.refusal)) return { kind: limitKind, data: nothing }
    throw error
  }
}

const nothing: ExtractData = {
  schemaCode: 'INVOICE',
  readFrom: 'e-invoice',
  fileName: '',
  pages: [],
  fields: [],
  lines: [],
  checks: [],
  mail: null,
}
