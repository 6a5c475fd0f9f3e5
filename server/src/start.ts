import { join } from 'node:path'
import type { FastifyInstance } from 'fastify'
import { allPorts } from './all-ports.ts'
import { serverContent } from './all-routes.ts'
import type { App } from './app.ts'
import { installationKey } from './auth/installation-key.ts'
import { permissionMatrix } from './auth/permission-matrix.ts'
import { signInKey } from './auth/sign-in-key.ts'
import { dayInZone } from './calendar/day-in-zone.ts'
import type { Config } from './config.ts'
import { inTransaction, openDatabase } from './database/database.ts'
import { openListener } from './database/listener.ts'
import { applicationUrl, migrate } from './database/migrate.ts'
import { proveRowLevelSecurity } from './database/self-test.ts'
import { type FileStore, localFileStore } from './files/file-store.ts'
import { closeFolder } from './files/private.ts'
import { removeOldFiles } from './files/remove-old-files.ts'
import { bookEarlierLosses } from './finance/write-off/book-earlier-losses.ts'
import { judgeEarlierRests } from './finance/write-off/judge-earlier-rests.ts'
import { keyPlainHashes } from './http/key-plain-hashes.ts'
import { receivedHours } from './http/receive-upload.ts'
import { buildServer } from './http/server.ts'
import { Turns } from './http/turns.ts'
import { install } from './install.ts'
import { openParsers } from './parsing/parsers.ts'
import { bothSidesWords, peopleOfBothSides } from './party/account/both-sides.ts'
import { sealClearIdentities } from './party/real-name/seal-clear-identities.ts'
import { type Binding, Ports } from './port.ts'

export type Running = { app: App; server: FastifyInstance; platformId: string; fresh: boolean; close: () => Promise<void> }

/** Migrates the database, proves its protection, and makes everything a server holds; it does not listen yet. */
export async function makeApp(
  config: Config,
  ownerUrl: string,
  options: { appUrl?: string; clock?: () => Date; log?: (line: string) => void; ports?: readonly Binding[] } = {},
) {
  const { clock = () => new Date(), log = () => {}, ports = allPorts } = options
  const applied = await migrate(ownerUrl)
  if (applied.length > 0) log(`migrated: ${applied.join(', ')}`)
  const appUrl = options.appUrl || config.databaseAppUrl || (await applicationUrl(ownerUrl, await externalPassword(ownerUrl)))
  const db = openDatabase(appUrl, { max: 20, statementTimeoutMs: 15_000, name: 'usance' })
  const asideDb = openDatabase(appUrl, { max: 4, statementTimeoutMs: 15_000, name: 'usance-aside' })
  const reportDb = openDatabase(appUrl, { max: 4, statementTimeoutMs: 3_600_000, name: 'usance-reports' })
  await proveRowLevelSecurity(db)
  const installKey = await installationKey(db, config.key, log)
  const { signInPem, platformId, fresh } = await install(db, dayInZone(clock(), config.zoneMinutes), installKey)
  await sealClearIdentities(db, installKey)
  await keyPlainHashes(db, installKey)
  const corrected = await bookEarlierLosses(db)
  if (corrected > 0) log(`earlier losses put right in the books: ${corrected}`)
  const forgiven = await judgeEarlierRests(db)
  if (forgiven > 0) log(`debts of earlier losses within the tolerance that ended: ${forgiven}`)
  const both = await inTransaction(db, { kind: 'system' }, 'read', peopleOfBothSides)
  if (both.length > 0) log(bothSidesWords(both))
  for (const folder of ['files', 'incoming', 'outgoing']) closeFolder(join(config.dataDir, folder))
  // A process that only answers requests has no other time for it.
  await removeOldFiles(join(config.dataDir, 'incoming'), receivedHours)
  const app: App = {
    config,
    db,
    asideDb,
    reportDb,
    turns: {
      // Two connections are reserved: for authentication, and for the portal's own jobs.
      calls: new Turns({ all: 18, company: 10, user: 6, waiting: 120 }),
      reports: new Turns({ all: 4, company: 2, user: 2, waiting: 120 }),
      large: new Turns({ all: 4, company: 2, user: 1, waiting: 120 }),
    },
    listener: openListener(appUrl),
    files: await fileStoreOf(config),
    parsers: openParsers(),
    matrix: permissionMatrix(db),
    signInKey: signInKey(signInPem),
    installKey,
    clock,
    ports: new Ports(ports),
  }
  return { app, platformId, fresh }
}

/** Files lie on local disk unless a bucket is set; its client is loaded only then. */
async function fileStoreOf(config: Config): Promise<FileStore> {
  if (!config.s3) return localFileStore(join(config.dataDir, 'files'))
  const { s3FileStore } = await import('./files/s3-file-store.ts')
  return s3FileStore(config.s3)
}

/** A password for the application's role that every process derives alike: nobody types it, and it follows the owner's. */
async function externalPassword(ownerUrl: string): Promise<string> {
  const { createHmac } = await import('node:crypto')
  const url = new URL(ownerUrl)
  return createHmac('sha256', decodeURIComponent(url.password) || 'no-password')
    .update(`usance_app@${url.pathname}`)
    .digest('base64url')
}

/** A server that is ready to answer. `close` finishes what is under way and lets go of the database. */
export async function startServer(
  config: Config,
  ownerUrl: string,
  options: Parameters<typeof makeApp>[2] = {},
): Promise<Running> {
  const { app, platformId, fresh } = await makeApp(config, ownerUrl, options)
  const server = await buildServer(app, serverContent())
  let closing = false
  server.addHook('onSend', async (_request, reply) => {
    if (closing) reply.header('connection', 'close')
  })
  return {
    app,
    server,
    platformId,
    fresh,
    async close() {
      closing = true
      const deadline = new Promise<void>((resolve) => setTimeout(resolve, 8000).unref())
      await Promise.race([server.close(), deadline])
      server.server.closeAllConnections?.()
      app.parsers.close()
      await Promise.all([app.db.destroy(), app.asideDb.destroy(), app.reportDb.destroy(), app.listener.close()])
    },
  }
}
