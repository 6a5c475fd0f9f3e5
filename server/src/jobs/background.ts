import type { App } from '../app.ts'
import { sealAudit } from '../audit/seal.ts'
import { businessDate } from '../calendar/business-date.ts'
import { fillCalendars } from '../reference/seed-reference.ts'
import { deliverMail } from './deliver-mail.ts'
import { webhookDelivery } from './deliver-webhooks.ts'
import { fetchRefRates } from './fetch-ref-rates.ts'
import { foldBooks } from './fold-books.ts'
import { foldReceivables } from './fold-receivables.ts'
import { importNews } from './import-news.ts'
import { keepAdvances } from './keep-advances.ts'
import { mailResets } from './mail-resets.ts'
import { purge } from './purge.ts'
import { watchBuyers } from './watch-buyers.ts'

const pauseMs = 3000
const sealPauseMs = 1000
const webhookPauseMs = 1000
const watchMs = 5 * 60_000
const advancesMs = 60_000
const sameFaultMs = 60_000
const purgeMs = 10 * 60_000

/** What goes on beside the requests: mails and webhooks go out, audit rows are sealed into their chain, and changes are folded into the sums of the dashboard and the books. Answers how to stop it. */
export function startBackground(app: App, report: (error: unknown) => void): () => Promise<void> {
  let calendarsOn = ''
  // A new day may be the first of a year whose holidays are not there yet.
  const keepCalendars = async () => {
    const today = await businessDate(app)
    if (today === calendarsOn) return
    await fillCalendars(app.db, today)
    calendarsOn = today
  }
  // Rates on offer change seldom; until a new one has its sum, the invoices themselves answer.
  let advancesAt = 0
  const keepOffered = async () => {
    if (Date.now() - advancesAt < advancesMs) return
    advancesAt = Date.now()
    await keepAdvances(app)
  }
  // Payments and signs are looked at anew every few minutes: what they say together changes slowly.
  let watchedAt = 0
  const keepWatch = async () => {
    if (Date.now() - watchedAt < watchMs) return
    watchedAt = Date.now()
    await watchBuyers(app)
  }
  let purgedAt = 0
  const keepAges = async () => {
    if (Date.now() - purgedAt < purgeMs) return
    purgedAt = Date.now()
    // What is left goes on in the next round, after the other jobs.
    if (await purge(app)) purgedAt = 0
  }
  const webhooks = webhookDelivery(app, report)
  const stops = [
    repeat(
      [
        () => keepCalendars(),
        () => mailResets(app),
        () => fetchRefRates(app),
        () => foldReceivables(app),
        () => foldBooks(app),
        () => keepOffered(),
        () => keepAges(),
      ],
      report,
    ),
    // An unsealed entry can be removed unseen, so sealing waits for no other job.
    repeat([() => sealAudit(app)], report, sealPauseMs),
    // Other people's servers may be slow to answer; nothing else waits for them.
    repeat([() => webhooks.round()], report, webhookPauseMs),
    repeat([() => deliverMail(app, report)], report),
    repeat([() => importNews(app), () => keepWatch()], report),
  ]
  return async () => {
    await Promise.all(stops.map((stop) => stop()))
    await webhooks.settled()
    // Entries from before the shutdown are sealed.
    await sealAudit(app).catch(report)
  }
}

/** Reports a fault that lasts once a minute, not in each round. */
export function seldom(report: (error: unknown) => void, now = Date.now): (error: unknown) => void {
  const reportedAt = new Map<string, number>()
  return (error) => {
    const words = String(error)
    if (now() - (reportedAt.get(words) ?? Number.NEGATIVE_INFINITY) < sameFaultMs) return
    for (const [earlier, at] of reportedAt) if (now() - at >= sameFaultMs) reportedAt.delete(earlier)
    reportedAt.set(words, now())
    report(error)
  }
}

/** Does the jobs one after another, again and again with a pause. Answers how to stop. */
function repeat(jobs: (() => Promise<unknown>)[], report: (error: unknown) => void, pause = pauseMs): () => Promise<void> {
  let stopped = false
  let timer: NodeJS.Timeout
  let running: Promise<void> = Promise.resolve()
  const tell = seldom(report)
  const round = async () => {
    for (const job of jobs) {
      // A fault of one job, say a database that restarts, is tried again in the next round and stops nothing else.
      if (!stopped)
        await job().then(
          () => {},
          (error) => tell(error),
        )
    }
  }
  const next = () => {
    timer = setTimeout(() => {
      running = round().finally(() => {
        if (!stopped) next()
      })
    }, pause)
  }
  next()
  return async () => {
    stopped = true
    clearTimeout(timer)
    await running
  }
}
