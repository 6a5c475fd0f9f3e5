import { sql } from 'kysely'
import type { RecordSources } from '../http/records.ts'

/** The tables of the records that a request may name, each with the companies that a record belongs to. */
export const platformRecords = {
  webhook: () => sql`select id, status, company_id as company from webhook_endpoint`,
  delivery: () => sql`select id, status, company_id as company from webhook_delivery`,
  mail: () => sql`select id, status from mail`,
  // Files that the portal itself made, such as a contract or the image of a signature, may not be handed in.
  file: () => sql`select object_key as id, company_id as company from stored_file where purpose = 'upload'`,
} satisfies RecordSources
