import { readFileSync } from 'node:fs'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { generateTables, unionOf } from './generate-tables.ts'
import { migrate } from './migrate.ts'
import { cloneDatabase, createTemplate, type TestDatabase } from './test-cluster.ts'

let database: TestDatabase
beforeAll(async () => {
  database = await cloneDatabase(await createTemplate('empty', (adminUrl) => migrate(adminUrl).then(() => {})))
})
afterAll(() => database.drop())

/** Source text without its layout: a long union stands on lines of its own. */
const withoutLayout = (text: string) =>
  text
    .replace(/\s+/g, ' ')
    .replace(/([:<(]) \| /g, '$1 ')
    .replace(/([<(]) | ([)>])/g, '$1$2')

test('the types of the tables are those of the migrated schema', async () => {
  const written = readFileSync(new URL('./tables.ts', import.meta.url), 'utf8')
  expect(withoutLayout(written)).toBe(withoutLayout(await generateTables(database.adminUrl)))
})

describe('a check of one column', () => {
  test.each([
    ["CHECK ((status = ANY (ARRAY['DRAFT'::text, 'PASSED'::text])))", "'DRAFT' | 'PASSED'"],
    ["CHECK ((language = ANY (ARRAY['en-US'::text, 'zh-CN'::text])))", "'en-US' | 'zh-CN'"],
    ['CHECK ((fund_day_base = ANY (ARRAY[360, 365])))', '360 | 365'],
  ])('that lists values is their union: %s', (definition, union) => {
    expect(unionOf(definition)).toBe(union)
  })
  test.each([
    'CHECK (((amount)::numeric > (0)::numeric))',
    "CHECK ((country ~ '^[A-Z]{2}$'::text))",
    "CHECK ((status <> ALL (ARRAY['DRAFT'::text])))",
    "CHECK ((note = ANY (ARRAY['it''s'::text])))",
  ])('of another form is none: %s', (definition) => {
    expect(unionOf(definition)).toBeUndefined()
  })
})
