import type { App } from '../app.ts'

const cache = new WeakMap<App, { date: string; readAt: number }>()
const reading = new WeakMap<App, Promise<string>>()

/** The business date: a day in the operator's zone that only the end of day moves. Read at most once a second. */
export async function businessDate(app: App): Promise<string> {
  const known = cache.get(app)
  if (known && Date.now() - known.readAt < 1000) return known.date
  let asked = reading.get(app)
  if (!asked) {
    asked = read(app).finally(() => reading.delete(app))
    reading.set(app, asked)
  }
  return asked
}

async function read(app: App): Promise<string> {
  const row = await app.db.selectFrom('businessDay').select('businessDate').where('id', '=', 1).executeTakeFirst()
  if (!row) throw new Error('The business date is not set; the server seeds it at start.')
  cache.set(app, { date: row.businessDate, readAt: Date.now() })
  return row.businessDate
}

/** Forgets the cached date; the end of day calls it in its own process. */
export const forgetBusinessDate = (app: App) => {
  cache.delete(app)
  reading.delete(app)
}
