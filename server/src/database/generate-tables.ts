import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { startEmbedded } from './embedded.ts'
import { migrate } from './migrate.ts'

// Writes tables.ts from the migrations: `npx tsx server/src/database/generate-tables.ts`.
const camel = (name: string) => name.replace(/_([a-z0-9])/g, (_, c: string) => c.toUpperCase())
const typeOf = (udt: string): string => {
  if (udt.startsWith('_')) return `${typeOf(udt.slice(1))}[]`
  if (['int2', 'int4', 'float8', 'float4'].includes(udt)) return 'number'
  if (udt === 'bool') return 'boolean'
  if (udt === 'jsonb' || udt === 'json') return 'Json'
  if (udt === 'bytea') return 'Buffer'
  return 'string'
}

/** Checks of one column each, as the database writes them. */
const checksOfColumns = `
  select c.conrelid::regclass::text as table_name, a.attname as column_name, pg_get_constraintdef(c.oid) as definition
  from pg_constraint c join pg_attribute a on a.attrelid = c.conrelid and a.attnum = c.conkey[1]
  where c.contype = 'c' and cardinality(c.conkey) = 1 and c.connamespace = 'public'::regnamespace`

/** The union of literals that a check lists, `'DRAFT' | 'PASSED'` or `360 | 365`; undefined for a check of another form. */
export function unionOf(definition: string): string | undefined {
  const list = /^CHECK \(\(\w+ = ANY \(ARRAY\[([^\]]*)\]\)\)\)$/.exec(definition)?.[1]
  const literals = list?.split(', ').map((one) => /^(?:('\w[\w-]*')::text|(\d+))$/.exec(one))
  return literals?.every((one) => one !== null) ? literals.map((one) => one[1] ?? one[2]).join(' | ') : undefined
}

/** The TypeScript of every table as the database describes itself; a column whose check lists its values is their union. */
export async function generateTables(ownerUrl: string): Promise<string> {
  const client = new pg.Client({ connectionString: ownerUrl })
  await client.connect()
  const { rows } = await client.query(`
    select table_name, column_name, coalesce(domain_name, udt_name) as shown, udt_name, is_nullable = 'YES' as nullable,
           (column_default is not null or is_identity = 'YES') as defaulted, is_generated = 'ALWAYS' as generated
    from information_schema.columns where table_schema = 'public' and table_name in
      (select table_name from information_schema.tables where table_schema = 'public' and table_type = 'BASE TABLE')
    order by table_name, ordinal_position`)
  const checks = await client.query<{ table_name: string; column_name: string; definition: string }>(checksOfColumns)
  await client.end()
  const unions = new Map(
    checks.rows.flatMap(({ definition, ...one }) => {
      const union = unionOf(definition)
      return union ? [[`${one.table_name}.${one.column_name}`, union] as const] : []
    }),
  )
  const byTable = new Map<string, typeof rows>()
  for (const row of rows) byTable.set(row.table_name, [...(byTable.get(row.table_name) ?? []), row])
  const names = [...byTable.keys()].filter((name) => name !== 'schema_migration')
  const pascal = (name: string) => camel(`_${name}`)
  const bodies = names.map((name) => {
    const columns = byTable.get(name)!.map((row) => {
      const base = `${unions.get(`${name}.${row.column_name}`) ?? typeOf(row.udt_name)}${row.nullable ? ' | null' : ''}`
      const type = row.generated ? `ColumnType<${base}, never, never>` : row.defaulted ? `Generated<${base}>` : base
      return `  ${camel(row.column_name)}: ${type}`
    })
    return `export type ${pascal(name)}Table = {\n${columns.join('\n')}\n}`
  })
  return `// Written by generate-tables.ts from the migrated schema; do not edit.
import type { ColumnType, Generated } from 'kysely'

// A json column holds what its module put there, and that module parses it.
// biome-ignore lint/suspicious/noExplicitAny: what a JSON column holds is parsed by who reads it.
export type Json = any

${bodies.join('\n\n')}

export type Tables = {
${names.map((name) => `  ${camel(name)}: ${pascal(name)}Table`).join('\n')}
}
`
}

/** The same from a database of its own, made with every migration and thrown away. */
async function generateFromMigrations(): Promise<string> {
  const folder = mkdtempSync(join(tmpdir(), 'usance-tables-'))
  const embedded = await startEmbedded({ dataDir: folder })
  try {
    await migrate(embedded.adminUrl)
    return await generateTables(embedded.adminUrl)
  } finally {
    await embedded.stop()
    rmSync(folder, { recursive: true, force: true })
  }
}

if (process.argv[1]?.endsWith('generate-tables.ts'))
  writeFileSync(new URL('./tables.ts', import.meta.url), await generateFromMigrations())
