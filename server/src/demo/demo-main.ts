import { serverContent } from '../all-routes.ts'
import { readConfig } from '../config.ts'
import { simulatedInstant } from '../database/database.ts'
import { buildServer } from '../http/server.ts'
import { makeApp } from '../start.ts'
import { demoClient } from './client.ts'
import { fillingSize, readDemo } from './demo.ts'
import { fillAlone } from './fill-alone.ts'
import { liveThroughTheYear } from './year.ts'

/** Fills the demo: its people live through the year, day by day, with the calls that everybody uses. */
async function main() {
  const config = {
    ...readConfig(process.env),
    sessionIdleMinutes: 60 * 24 * 10_000,
    sessionHours: 24 * 10_000,
    logLevel: 'silent',
    ratePerMinute: 0,
  }
  const ownerUrl = process.env.USANCE_FILL_OWNER_URL!
  const leave = await fillAlone(ownerUrl)
  const { app } = await makeApp(config, ownerUrl, {
    appUrl: process.env.USANCE_FILL_APP_URL ?? '',
    // What handlers write down themselves – signatures, decisions, value days – happens on the day that is lived through.
    clock: simulatedInstant,
  })
  const server = await buildServer(app, serverContent())
  await server.ready()
  const demo = await readDemo(app)
  const size = fillingSize(demo, config.demo)
  if (demo && size)
    await liveThroughTheYear(app, demoClient(app, server), { demo, size }, (line) => process.stdout.write(`${line}\n`))
  await server.close()
  await Promise.all([app.db.destroy(), app.asideDb.destroy(), app.reportDb.destroy()])
  await leave()
}

process.on('SIGTERM', () => process.exit(0))
main().catch((error: unknown) => {
  process.stderr.write(`The demo could not be filled: ${(error as Error).stack}\n`)
  process.exit(1)
})
