import { sql } from 'kysely'
import { type Db, inTransaction } from './database.ts'

/** Tables that name a company and have no policies, with the reason: the server code that reads them checks the caller itself. */
const withoutPolicies: Record<string, string> = {
  app_user: 'read to find out who is calling; lists and pages ask for the seats in the caller’s company',
  audit_log: 'only added to; its list asks for the caller’s company',
  company_role: 'what kinds of party a company is, shown to all who trade with it',
  financing_product: 'offered to all; the funder’s part is cut by audience',
  idempotency: 'asked by the key of one user',
  news_signal: 'news of a buyer, for staff',
  one_time_link: 'asked by the hash of its secret, to find out who is calling',
  session: 'read to find out who is calling',
  signing_right: 'read to find out who is calling',
  user_company_role: 'read to find out who is calling',
}

/** Proves at boot that the application's role is held by row-level security. Throws, so that a server without it does not start. */
export async function proveRowLevelSecurity(db: Db): Promise<void> {
  const role = await sql<{ rolsuper: boolean; rolbypassrls: boolean; name: string }>`
    select rolname as name, rolsuper, rolbypassrls from pg_roles where rolname = current_user`.execute(db)
  const me = role.rows[0]
  if (!me || me.rolsuper || me.rolbypassrls)
    throw new Error(`The database role ${me?.name} can bypass row-level security; the server does not start with it.`)
  const open = await sql<{ relname: string }>`
    select c.relname from pg_class c join pg_namespace n on n.oid = c.relnamespace
    where n.nspname = 'public' and c.relkind in ('r', 'p') and not (c.relrowsecurity and c.relforcerowsecurity)
      and c.relname <> all(${Object.keys(withoutPolicies)})
      and exists (
        select 1 from pg_attribute a
        left join pg_constraint k on k.conrelid = c.oid and k.contype = 'f' and k.confrelid = to_regclass('public.company')
          and a.attnum = any(k.conkey)
        where a.attrelid = c.oid and not a.attisdropped
          and (k.oid is not null or a.attname ~ '(^|_)(company|supplier|buyer|funder|owner|payer|payee)_id$'))`.execute(db)
  if (open.rows.length > 0)
    throw new Error(`Tables without row-level security: ${open.rows.map((row) => row.relname).join(', ')}.`)
  // The first pages are proof enough: of a million rows that nobody may see, each would be looked at before the server starts.
  const sample = sql`ctid < '(1000,0)'::tid`
  const seen = await inTransaction(db, { kind: 'none' }, 'read', async (tx) =>
    sql<{
      n: string
    }>`select (select count(*) from (select 1 from invoice where ${sample} limit 1) i) + (select count(*) from (select 1 from finance_order where ${sample} limit 1) f) + (select count(*) from (select 1 from posting where ${sample} limit 1) p) as n`.execute(
      tx,
    ),
  )
  if (seen.rows[0]?.n !== '0') throw new Error('With no company set, rows are visible: row-level security is not in force.')
}
