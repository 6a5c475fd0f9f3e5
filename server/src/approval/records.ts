import { sql } from 'kysely'
import type { RecordSources } from '../http/records.ts'

/** The tables of the records that a request may name, each with the companies that a record belongs to. */
export const approvalRecords = {
  task: () => sql`select id, status, company_id as company from workflow_task`,
  delegation: () => sql`select id, company_id as company from delegation`,
} satisfies RecordSources
