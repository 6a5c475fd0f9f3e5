import { sql } from 'kysely'
import type { Before } from '../../http/context.ts'
import { sheetOf } from '../../platform/file/parse-file.ts'
import { readPapers } from '../../platform/ocr/read-papers.ts'
import { payablesNamed } from './import-excel.ts'

/** Before an invoice is stored with papers: those that the form brings are read, as far as they are files of the caller's company. */
export async function readGiven(request: Before): Promise<void> {
  const keys = (request.body.attachments ?? []).map(({ objectKey }: { objectKey: string }) => objectKey)
  if (keys.length === 0) return
  await readPapers(
    request,
    sql`select object_key, file_name, sha256, company_id from stored_file
      where object_key = any(${keys}::text[]) and company_id = ${request.actor.companyId}`,
  )
}

/** Before a supplier's drafts are sent: their papers are read. */
export const readOfDrafts = (request: Before): Promise<void> =>
  readPapers(request, papersOn(sql`i.id = any(${request.body.ids}::uuid[]) and i.supplier_id = ${request.actor.companyId}`))

/**
 * The rows of a sheet. Before one puts debts forward, the papers of those invoices are read that a checker has given back and that it
 * names: those of others would keep it waiting for nothing.
 */
export async function sheetAndPapers(request: Before): Promise<string[][]> {
  const { actor, look } = request
  const rows = await sheetOf(request)
  if (actor.companyRole === 'SUPPLIER') return rows
  const named = await look((context) => payablesNamed({ ...context, actor }, rows))
  if (named.length > 0)
    await readPapers(
      request,
      papersOn(sql`${isReturned} and ${actor.staff ? sql`true` : sql`i.buyer_id = ${actor.companyId}`} and exists (
        select from jsonb_to_recordset(${JSON.stringify(named)}::jsonb) as n("supplierCode" text, "normNo" text, "issueDate" date)
        join company s on s.code = n."supplierCode"
        where s.id = i.supplier_id and n."normNo" = i.norm_no and n."issueDate" = i.issue_date)`),
    )
  return rows
}

const isReturned = sql`i.doc_status = 'DRAFT' and i.source = 'BUYER' and i.return_comment is not null`

const papersOn = (invoices: ReturnType<typeof sql>) =>
  sql`select a.object_key, a.file_name, a.sha256, i.supplier_id as company_id from invoice i
    join attachment a on a.owner_type = 'INVOICE' and a.owner_id = i.id and a.removed_at is null
    where ${invoices}`
