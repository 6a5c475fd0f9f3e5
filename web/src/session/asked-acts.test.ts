import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { effectivePermissions, permissionRows } from '@usance/domain/permissions'
import { actOf, mayAct } from '@usance/wire/act'
import { allCalls } from '@usance/wire/all-calls'
import type { Call } from '@usance/wire/call'
import { expect, test } from 'vitest'

// Only users who may do an act see the button that starts it: the button has `act`, asks `useMayAct`, is inside a `Can` or on a
// page that nobody else may open, or is shown by the server's answer about the record.

const web = join(import.meta.dirname, '..')
const files = readdirSync(web, { recursive: true, encoding: 'utf8' })
  .filter((path) => /\.tsx?$/.test(path) && !/\.test\.|i18n\//.test(path))
  .map((path) => ({ path, text: readFileSync(join(web, path), 'utf8') }))
const acts = new Map(allCalls().flatMap(({ name, call }) => (actOf(call) ? [[name, call] as const] : [])))
const namesIn = (text: string) => [...text.matchAll(/\b(\w+)Calls\.(\w+)\b/g)].map(([, group, name]) => `${group}.${name}`)

/** The places that check acts, in any file: `mayDo(x)`, `<Can call={x}>`, `<Button act={x}>`, `act: x` of a row. */
const asking = /\bmayDo\((\w+Calls\.\w+)\)|\b(?:act|call)=\{([^}]*)\}|\bact: (\w+Calls\.\w+)/g
const asked = new Set(files.flatMap(({ text }) => [...text.matchAll(asking)].flatMap(([all]) => namesIn(all))))
const started = files.flatMap(({ path, text }) =>
  [...new Set(namesIn(text.replaceAll(asking, '')))].filter((name) => acts.has(name)).map((name) => ({ path, name })),
)

const routes = readdirSync(join(web, 'routes'))
  .map((name) => readFileSync(join(web, 'routes', name), 'utf8'))
  .join('')
/** The permissions of the pages that load a file. */
const pagesOf = (path: string) =>
  routes
    .split(/\n {2}\{\n/)
    .filter((page) => page.includes(`import('../${path}')`))
    .map((page) => /permission: '([^']+)'/.exec(page)?.[1])

const seats = [
  ...['SUPPLIER', 'BUYER', 'FUNDER', 'COMPANY'].flatMap((companyRole) =>
    ['Viewer', 'Maker', 'Checker', 'Director'].map((role) => ({ companyRole, userRoles: [role] })),
  ),
  ...['Operations', 'Risk', 'Settlement', 'BD', 'Administrator', 'Auditor'].map((role) => ({
    companyRole: 'PLATFORM',
    userRoles: [role],
  })),
]
/** Whether every user who may open the page may do the act. */
function opensForDoers(permission: string | undefined, call: Call): boolean {
  const act = actOf(call)
  if (!act || !permission || typeof call.access === 'string') return false
  const enough = [call.access.permission].flat() as string[]
  return (
    enough.includes(permission) &&
    seats
      .filter((seat) => effectivePermissions(permissionRows, seat.companyRole, seat.userRoles).includes(permission))
      .every((seat) => mayAct(act, seat))
  )
}

/** Acts for visitors with a link too: this member of the server's answer decides. */
const bySaying: Record<string, string> = {
  'onboarding.save': 'mayState',
  'onboarding.autoKyc': 'mayState',
  'onboarding.submit': 'mayState',
}

const isSaid = (path: string, name: string) =>
  bySaying[name] !== undefined && files.some((one) => one.path === path && one.text.includes(`.${bySaying[name]}`))

test('a button that starts an act waits for it', () => {
  // What an `ActionButton` does shows that it is under way, so that a second press does not do it again, and says why it failed.
  const hidden = files.flatMap(({ path, text }) =>
    [...text.matchAll(/<Button\b(?:(?!<Button\b|<\/)[\s\S])*?onClick=\{(?:\(\) => void|async) [\s\S]*?\}\s*>/g)]
      .filter(([button]) => /\bact=|Acts\[/.test(button) && !button.includes('busy='))
      .map(() => path),
  )
  expect(hidden).toEqual([])
})

test('every act that a screen starts is checked', () => {
  const open = started.filter(
    ({ path, name }) =>
      !asked.has(name) &&
      !isSaid(path, name) &&
      !pagesOf(path).some((permission) => opensForDoers(permission, acts.get(name) as Call)),
  )
  expect(started.length).toBeGreaterThan(100)
  expect(open.map(({ path, name }) => `${name} in ${path}`).sort()).toEqual([])
})
