import { type ChildProcess, spawn } from 'node:child_process'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'
import { addDays } from '@usance/domain/local-date'
import { sql } from 'kysely'
import type { App } from '../app.ts'
import { forgetBusinessDate } from '../calendar/business-date.ts'
import { type Db, inTransaction, type Tx } from '../database/database.ts'
import { demoKey } from '../reference/demo-data.ts'
import { demoPassword } from './cast.ts'
import { addOutlook } from './outlook.ts'
import { type SignIn, setUpParties } from './parties.ts'

export type DemoState = { state: 'filling' | 'done'; from: string; to: string; signIns: SignIn[] }

/** How many days back the demo's trade begins, by size. */
const daysOf = { small: 75, medium: 365, large: 365 } as const
export type DemoSize = keyof typeof daysOf

const demoIn = async (db: Db | Tx): Promise<DemoState | undefined> =>
  (await db.selectFrom('setting').select('value').where('key', '=', demoKey).executeTakeFirst())?.value as DemoState | undefined
export const readDemo = (app: App): Promise<DemoState | undefined> => demoIn(app.db)

/** The size in which a start goes on with a demo; none where its trade is in. A start without a demo leaves the rest to a later one. */
export const fillingSize = (demo: DemoState | undefined, size: DemoSize | 'off'): DemoSize | undefined =>
  demo?.state === 'filling' && size !== 'off' ? size : undefined

/**
 * Makes the demo's people on a fresh installation. One with a user or a company of its own never gets any, since their password is
 * known to everybody; its first user is there from the moment that a start offers the link to an administrator.
 */
export async function prepareDemo(app: App, platformId: string, today: string): Promise<DemoState | undefined> {
  const known = await readDemo(app)
  if (known || app.config.demo === 'off') return known
  const from = addDays(today, -daysOf[app.config.demo])
  return inTransaction(app.db, { kind: 'system' }, 'write', async (tx) => {
    // A process that makes the first administrator at the same moment waits for this row too.
    await tx.selectFrom('company').select('id').where('id', '=', platformId).forUpdate().execute()
    // So does one that makes the demo.
    const made = await demoIn(tx)
    if (made) return made
    const others =
      (await tx.selectFrom('company').select('id').where('isPlatform', '=', false).limit(1).executeTakeFirst()) ??
      (await tx.selectFrom('appUser').select('id').limit(1).executeTakeFirst())
    if (others) return undefined
    const signIns = await setUpParties(tx, platformId, app.config.demoSeed, from, today)
    await addOutlook(tx, today)
    const demo: DemoState = { state: 'filling', from, to: today, signIns }
    await tx
      .insertInto('setting')
      .values({ key: demoKey, value: JSON.stringify(demo) })
      .execute()
    await sql`update business_day set business_date = ${from}::date where id = 1`.execute(tx)
    forgetBusinessDate(app)
    return demo
  })
}

/** What the start prints: one sign-in for each side, and the password they share. */
export function signInLines({ signIns }: DemoState): string[] {
  const shown = signIns.filter(
    ({ role }, index) =>
      role === signIns[index]!.role && (/(Maker|Checker)$/.test(role) ? isFirstOf(signIns, index) : !/Director$/.test(role)),
  )
  return [
    `Demo sign-ins, all with the password ${demoPassword}:`,
    ...shown.map(({ userName, who, company, role }) => `  ${userName.padEnd(18)} ${role.padEnd(18)} ${who}, ${company}`),
  ]
}
const isFirstOf = (signIns: SignIn[], index: number) =>
  signIns.findIndex((other) => other.role === signIns[index]!.role) === index

/** Lives through the demo's trade in a process of its own, so that the portal answers meanwhile; a later start goes on where it stopped. */
export function fillInBackground(
  urls: { ownerUrl: string; appUrl: string | undefined },
  say: (line: string) => void,
): ChildProcess {
  const here = fileURLToPath(import.meta.url)
  const script = here.endsWith('.ts')
    ? here.replace(/demo\.ts$/, 'demo-main.ts')
    : fileURLToPath(new URL('./demo-main.mjs', import.meta.url))
  const child = spawn(process.execPath, [...process.execArgv, script], {
    env: { ...process.env, USANCE_FILL_OWNER_URL: urls.ownerUrl, USANCE_FILL_APP_URL: urls.appUrl ?? '' },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  for (const stream of [child.stdout!, child.stderr!]) createInterface({ input: stream }).on('line', say)
  return child
}
