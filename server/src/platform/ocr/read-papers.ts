import type { ExtractData } from '@usance/wire/ocr/calls'
import { type RawBuilder, sql } from 'kysely'
import { businessDate } from '../../calendar/business-date.ts'
import { elevate, inTransaction } from '../../database/database.ts'
import { newId } from '../../database/id.ts'
import type { Before } from '../../http/context.ts'
import { Refused } from '../../http/refused.ts'
import { readerVersion, storable } from './read-file.ts'

/** The kind of the readings that tell the e-invoices in a paper and no pages; no form asks for it. */
export const insideKind = 'e-invoice'

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
        where r.company_id = p.company_id and r.sha256 = p.sha256 and r.schema_code in (${insideKind}, 'INVOICE')
          and r.reader_version % 1000 = ${readerVersion})
      order by f.content_type = 'application/pdf', f.size, p.sha256, p.company_id`.execute(tx)
    return rows
  })
}

async function readPaper(request: Before, paper: Unread): Promise<void> {
  const began = performance.now()
  const told = await insideOf(request, paper)
  if (!told) return
  const { sha256, fileName, companyId } = paper
  const { userId } = request.actor
  await inTransaction(request.app.db, { kind: 'company', companyId, userId }, 'write', (tx) =>
    tx
      .insertInto('documentReading')
      .values({
        id: newId(),
        companyId,
        sha256,
        schemaCode: insideKind,
        readerVersion,
        fileName,
        extractData: JSON.stringify(storable(told)),
        readBy: userId,
        durationMs: Math.round(performance.now() - began),
      })
      .onConflict((c) => c.doNothing())
      .execute(),
  )
}

/** A file that no reader can open holds nothing. One that is missing, or whose reader came to a limit, is tried before the next act. */
async function insideOf({ app }: Before, { objectKey, fileName, companyId }: Unread): Promise<ExtractData | undefined> {
  try {
    const today = await businessDate(app)
    const { path, release } = await app.files.onDisk(objectKey)
    return await app.parsers.ask(companyId, { path }, 'paper', { fileName, today }).finally(release)
  } catch (error) {
    return error instanceof Refused && error.refusal === 'FILE_UNREADABLE' ? nothing : undefined
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
