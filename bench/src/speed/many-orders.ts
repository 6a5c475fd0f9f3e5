import type { Db, Tx } from '@usance/server/database/database'
import { inTransaction } from '@usance/server/database/database'
import { sql } from 'kysely'

/** Which rows belong to an order: table, and its condition on the order's id. Parents come before what refers to them. */
const parts: [table: string, of: string][] = [
  ['invoice', 'id in (select invoice_id from finance_order_item where order_id = $order)'],
  ['finance_order', 'id = $order'],
  ['finance_order_item', 'order_id = $order'],
  ['order_fee', 'order_id = $order'],
  ['rate_period', 'order_id = $order'],
  ['journal', 'order_id = $order'],
  ['posting', 'journal_id in (select id from journal where order_id = $order)'],
]
/** Numbers of people's making that must differ from row to row. */
const numbered = ['order_no', 'invoice_no', 'norm_no', 'doc_no', 'key', 'source_id']
const perStatement = 2500

/**
 * Copies one funded order with its invoices, rates and journals `count` times, in bulk: every id of its own becomes one of
 * the copy's own, wherever it stands. The running balances follow by the ledger's own trigger.
 */
export async function copyOrder(
  db: Db,
  orderId: string,
  count: number,
  { tell, analyze }: { tell: (made: number) => void; analyze: () => Promise<unknown> },
): Promise<void> {
  const inSystem = <T>(work: (tx: Tx) => Promise<T>) => inTransaction(db, { kind: 'system' }, 'write', work)
  const own = await inSystem(async (tx) => {
    const ids: string[] = []
    for (const [table, of] of parts) {
      if (table === 'posting') continue
      const { rows } = await sql<{ id: string }>`select id from ${sql.table(table)} where ${where(of, orderId)}`.execute(tx)
      ids.push(...rows.map(({ id }) => id))
    }
    return ids
  })
  const statements = await inSystem((tx) =>
    Promise.all(parts.map(async ([table]) => ({ table, ...(await columnsOf(tx, table, own)) }))),
  )
  for (let from = 1; from <= count; from += perStatement) {
    const to = Math.min(count, from + perStatement - 1)
    await inSystem(async (tx) => {
      for (const [index, { table, names, values }] of statements.entries())
        await sql`insert into ${sql.table(table)} (${sql.raw(names)}) select ${sql.raw(values)} from ${sql.table(table)} r, generate_series(${from}::int, ${to}::int) n
          where ${where(parts[index]![1], orderId)}`.execute(tx)
    })
    tell(to)
    // What the database planned for tables of a few rows would read the whole of them for each copy.
    if (Math.log2((from - 1) / perStatement + 1) % 1 === 0) await analyze()
  }
}

const where = (of: string, orderId: string) => sql.raw(of.replaceAll('$order', `'${orderId}'`))

/** The columns of a table that are written, and what a copy writes into each. */
async function columnsOf(tx: Tx, table: string, own: readonly string[]): Promise<{ names: string; values: string }> {
  const { rows } = await sql<{ name: string; type: string }>`
    select column_name as name, data_type as type from information_schema.columns
    where table_schema = 'public' and table_name = ${table} and is_generated = 'NEVER' and is_identity = 'NO' order by ordinal_position`.execute(
    tx,
  )
  const list = own.map((id) => `'${id}'`).join(', ')
  const renamed = (column: string) => own.reduce((text, id) => `replace(${text}, '${id}', md5('${id}' || n)::uuid::text)`, column)
  const value = ({ name, type }: { name: string; type: string }) => {
    if (type === 'uuid') return `case when r.${name} in (${list}) then md5(r.${name}::text || n)::uuid else r.${name} end`
    if (type === 'jsonb') return `${renamed(`r.${name}::text`)}::jsonb`
    if (type === 'bytea') return `decode(md5(encode(r.${name}, 'hex') || n), 'hex')`
    if (numbered.includes(name)) return `${renamed(`r.${name}`)} || '-' || n`
    return `r.${name}`
  }
  return { names: rows.map(({ name }) => name).join(', '), values: rows.map(value).join(', ') }
}
