import type { App } from '../app.ts'
import { sealAudit } from '../audit/seal.ts'
import { deliverMail } from './deliver-mail.ts'
import { foldReceivables } from './fold-receivables.ts'

const pauseMs = 3000

/** What goes on beside the requests: mails go out, audit rows are sealed into their chain, and changes are folded into the dashboard's sums. Answers how to stop it. */
export function startBackground(app: App, report: (error: unknown) => void): () => Promise<void> {
  let stopped = false
  let timer: NodeJS.Timeout
  let running: Promise<void> = Promise.resolve()
  const round = async () => {
    for (const job of [() => deliverMail(app), () => sealAudit(app.db), () => foldReceivables(app)]) {
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
