import { readdirSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { candidateRoles, candidateSeats } from '@usance/domain/approval'
import { businessTypes, deciding, defaultFlows, permissionToDecide } from '@usance/domain/approval-flows'
import { letterFor, opensForAll, type Permission, permissionRows } from '@usance/domain/permissions'
import { isNamed } from '@usance/wire/act'
import { allCalls, lists } from '@usance/wire/all-calls'
import { expect, test } from 'vitest'

const web = fileURLToPath(new URL('../../../web/src/', import.meta.url))
/** The sources of the browser, without texts and tests. */
const pages = readdirSync(web, { recursive: true, encoding: 'utf8' })
  .filter((name) => /\.tsx?$/.test(name) && !/\.test\.|i18n\//.test(name))
  .map((name) => readFileSync(`${web}${name}`, 'utf8'))
  .join('\n')

/** The permissions that calls need: of the caller, and for each type of record that they name. */
const ofCalls = allCalls().flatMap(({ call }) => [
  ...(typeof call.access === 'object' ? [call.access.permission].flat() : []),
  ...Object.values(call.names ?? {}).flatMap((named) => (isNamed(named) ? Object.values(named.permission ?? {}) : [])),
])
const ofDecisions = businessTypes.flatMap((type) => candidateRoles.map((role) => permissionToDecide(type, role)))
/** The row of a page that opens for everybody guards nothing by itself; the page must exist. */
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

/** Each step of a shipped flow, by the roles that decide in it. */
const steps = businessTypes.flatMap((type) =>
  [...new Set(defaultFlows[type].flatMap(({ roles }) => roles))].map((role) => ({ type, role })),
)
/** Approvals that are calls of their own and no step of a flow. */
const approvedByCall: readonly Permission[] = ['finance.dbsFinance.approve']

test('each step of an approval needs a permission, or says in words why the right to decide is enough', () => {
  const unsaid = steps.filter(({ type, role }) => !permissionToDecide(type, role) === !deciding[type].without?.[role])
  expect(unsaid).toEqual([])
})

test('each role that the matrix lets approve something decides on it in a step that needs that permission', () => {
  const idle = permissionRows
    .filter(({ permission }) => permission.endsWith('.approve') && !approvedByCall.includes(permission))
    .flatMap(({ permission, roles }) =>
      [...roles]
        .filter(
          (letter) =>
            !steps.some(
              ({ type, role }) =>
                permissionToDecide(type, role) === permission &&
                candidateSeats[role].userRoles.some(
                  (one) => letterFor(permission, candidateSeats[role].companyRole, one) === letter,
                ),
            ),
        )
        .map((letter) => `${permission} ${letter}`),
    )
  expect(idle).toEqual([])
  expect(approvedByCall.filter((permission) => !ofCalls.includes(permission))).toEqual([])
})

test('each permission that is asked for is a row of the matrix, the exports of lists too', () => {
  const rows = new Set<string>(permissionRows.map(({ permission }) => permission))
  expect([...new Set(ofCalls)].filter((permission) => !rows.has(permission))).toEqual([])
})

test('somebody may export each list, and nobody one that does not open for them', () => {
  const rolesOf = new Map<string, string>(permissionRows.map(({ permission, roles }) => [permission, roles]))
  for (const { id, permission } of lists) {
    const [viewed, exported] = [`${permission}.view`, `${permission}.export`].map((name) => rolesOf.get(name) ?? '')
    expect(exported, id).not.toBe('')
    expect(
      [...exported!].filter((role) => !viewed!.includes(role)),
      id,
    ).toEqual([])
  }
})

test('readers of approvals, companies, bank accounts or contract templates may export the list', () => {
  const exporters = (permission: string) => permissionRows.find((row) => row.permission === permission)?.roles
  for (const prefix of ['approval', 'system.company', 'system.bank', 'proof.templet'])
    expect(exporters(`${prefix}.export`), prefix).toBe(exporters(`${prefix}.view`))
})
