import { readdirSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { candidateRoles } from '@usance/domain/approval'
import { businessTypes, permissionToDecide } from '@usance/domain/approval-flows'
import { opensForAll, permissionRows } from '@usance/domain/permissions'
import { isNamed } from '@usance/wire/act'
import { allCalls } from '@usance/wire/all-calls'
import { expect, test } from 'vitest'

const web = fileURLToPath(new URL('../../../web/src/', import.meta.url))
/** All that the browser's part says, without its texts and tests. */
const pages = readdirSync(web, { recursive: true, encoding: 'utf8' })
  .filter((name) => /\.tsx?$/.test(name) && !/\.test\.|i18n\//.test(name))
  .map((name) => readFileSync(`${web}${name}`, 'utf8'))
  .join('\n')

/** What the calls ask for: of whoever makes them, and for a record of each type that they name. */
const ofCalls = allCalls().flatMap(({ call }) => [
  ...(typeof call.access === 'object' ? [call.access.permission].flat() : []),
  ...Object.values(call.names ?? {}).flatMap((named) => (isNamed(named) ? Object.values(named.permission ?? {}) : [])),
])
const ofDecisions = businessTypes.flatMap((type) => candidateRoles.map((role) => permissionToDecide(type, role)))
/** A row whose page opens for everybody gates nothing by itself; the page must be there. */
const isOpenPage = (permission: string) => pages.includes(`path: '/${permission.replace(/\.view$/, '').replaceAll('.', '/')}'`)

test('each row of the matrix gates a call, a decision, a page or a part of one', () => {
  const gating = new Set<string | null>([...ofCalls, ...ofDecisions])
  const idle = permissionRows.filter(
    (row) =>
      !gating.has(row.permission) &&
      !new RegExp(`permission(=|: )['"]${row.permission}['"]|can\\('${row.permission}'\\)`).test(pages) &&
      !(opensForAll(row) && isOpenPage(row.permission)),
  )
  expect(idle.map(({ permission }) => permission)).toEqual([])
})

test('each permission that is asked for is a row of the matrix; a list without a row for its export is exported by nobody', () => {
  const rows = new Set(permissionRows.map(({ permission }) => permission))
  const missing = [...new Set(ofCalls)].filter((permission) => !rows.has(permission))
  expect(missing.filter((permission) => !permission.endsWith('.export'))).toEqual([])
})
