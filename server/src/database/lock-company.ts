import type { Tx } from './database.ts'

/** Locks a company until the transaction ends: two that count or change what belongs to it at the same moment wait for each other. */
export const lockCompany = (tx: Tx, companyId: string): Promise<unknown> =>
  tx.selectFrom('company').select('id').where('id', '=', companyId).forNoKeyUpdate().execute()
