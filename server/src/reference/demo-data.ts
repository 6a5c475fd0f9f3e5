import type { Db, Tx } from '../database/database.ts'

/** The setting that a filled demo leaves in its data, with its days and sign-ins. */
export const demoKey = 'demo'

/** Whether the people and the trade in the data are the demo's. What a later start is told about demos changes nothing in them. */
export const holdsDemo = async (db: Db | Tx): Promise<boolean> =>
  (await db.selectFrom('setting').select('key').where('key', '=', demoKey).executeTakeFirst()) !== undefined
