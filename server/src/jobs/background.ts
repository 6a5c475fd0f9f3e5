import type { App } from '../app.ts'
import { sealAudit } from '../audit/seal.ts'
import { businessDate } from '../modules/calendar/business-date.ts'
import { fillCalendars } from '../reference/seed-reference.ts'
import { deliverMail } from './deliver-mail.ts'
import { foldReceivables } from './fold-receivables.ts'

const pauseMs = 3000

/** What goes on beside the requests: mails go out, audit rows are sealed into their chain, and changes are folded into the dashboard's sums. Answers how to stop it. */
export function startBackground(app: App, report: (error: unknown) => void): () => Promise<void> {
  let stopped = false
  let timer: NodeJS.Timeout
  let running: Promise<void> = Promise.resolve()
  let calendarsOn = ''
  // A new day may be the first of a year whose holidays are not there yet.
  const keepCalendars = async () => {
    const today = await businessDate(app)
    if (today === calendarsOn) return
    await fillCalendars(app.db, today)
    calendarsOn = today
  }
  const round = async () => {
    for (const job of [() => keepCalendars(), () => deliverMail(app), () => sealAudit(app.db), () => foldReceivables(app)]) {
      // A fault of one job, say a database that restarts, is tried again in the next round and stops nothing else.
      if (!stopped) await job().catch(report)
    }
  }
  const next = () => {
    timer = setTimeout(() => {
      running = round().finally(() => {
        if (!stopped) next()
      })
    }, pauseMs)
  }
  next()
  return async () => {
    stopped = true
    clearTimeout(timer)
    await running
  }
}
