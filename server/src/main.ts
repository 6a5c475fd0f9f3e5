import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { dayInZone } from './calendar/day-in-zone.ts'
import { readConfig } from './config.ts'
import { startEmbedded } from './database/embedded.ts'
import { keepRunning } from './database/embedded-keeper.ts'
import { fillInBackground, fillingSize, prepareDemo, signInLines } from './demo/demo.ts'
import { firstAdministratorLink } from './first-start.ts'
import { startBackground } from './jobs/background.ts'
import { fillCalendars } from './reference/seed-reference.ts'
import { startServer } from './start.ts'

const say = (line: string) => process.stdout.write(`${line}\n`)

async function main() {
  const config = readConfig(process.env)
  mkdirSync(config.dataDir, { recursive: true, mode: 0o700 })
  const place = { dataDir: join(config.dataDir, 'postgres') }
  const embedded = config.databaseUrl ? undefined : await startEmbedded(place)
  const keeper = embedded && keepRunning(embedded, place, say)
  if (embedded) say(`Database: embedded PostgreSQL${embedded.adopted ? ', already running' : ''}`)
  const running = await startServer(config, embedded?.adminUrl ?? config.databaseUrl, {
    ...(embedded ? { appUrl: embedded.url } : {}),
    log: say,
  }).catch(async (error) => {
    await keeper?.stop()
    throw error
  })
  await fillCalendars(running.app.db, dayInZone(new Date(), config.zoneMinutes))
  const demo = await prepareDemo(running.app, running.platformId, dayInZone(new Date(), config.zoneMinutes))
  await running.server.listen({ host: config.host, port: config.port })
  say(`Usance is at ${config.publicUrl}`)
  if (demo) for (const line of signInLines(demo)) say(line)
  const setup = demo ? undefined : await firstAdministratorLink(running.app, running.platformId)
  if (setup) say(`Open this link to become its administrator (good once, for 24 hours):\n  ${setup}`)
  const urls = { ownerUrl: embedded?.adminUrl ?? config.databaseUrl, appUrl: embedded?.url }
  const filling = fillingSize(demo, config.demo) ? fillInBackground(urls, say) : undefined
  if (demo?.state === 'filling' && !filling) say('Demo: not complete; a start without USANCE_DEMO=off goes on with it')

  const stopBackground =
    config.processKind === 'web'
      ? async () => {}
      : startBackground(running.app, (error) => running.server.log.error({ err: error }, 'background work'))

  let stopping = false
  const stop = async () => {
    if (stopping) return
    stopping = true
    filling?.kill('SIGTERM')
    await stopBackground()
    await running.close()
    await keeper?.stop()
    process.exit(0)
  }
  process.on('SIGTERM', stop)
  process.on('SIGINT', stop)
}

main().catch((error: unknown) => {
  process.stderr.write(
    `Usance could not start: ${(error as Error).message}\n${process.env.LOG_LEVEL === 'debug' ? (error as Error).stack : ''}\n`,
  )
  process.exit(1)
})
