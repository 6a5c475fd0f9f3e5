import { readConfig } from '@usance/server/config'
import { runEndOfDay } from '@usance/server/settlement/end-of-day/run-end-of-day'
import { makeApp } from '@usance/server/start'

// Closes the open day and ends: the process that the bench of the end of day kills and starts again.
const { BENCH_ADMIN_URL = '', BENCH_APP_URL = '' } = process.env
const { app } = await makeApp(readConfig({ ...process.env, USANCE_DEMO: 'off', LOG_LEVEL: 'silent' }), BENCH_ADMIN_URL, {
  appUrl: BENCH_APP_URL,
})
process.send?.('ready')
await runEndOfDay(app)
app.parsers.close()
await Promise.all([app.db.destroy(), app.reportDb.destroy(), app.listener.close()])
process.exit(0)
