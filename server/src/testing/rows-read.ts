import pg from 'pg'
import { vi } from 'vitest'

/** How many statements some work asks the database, and how many rows these answer, on connections that are open already as on new ones. */
export async function askedBy(work: () => Promise<unknown>): Promise<{ statements: number; rows: number }> {
  const counted = { statements: 0, rows: 0 }
  const { submit } = pg.Query.prototype
  // A connection keeps a `query` of its own, so each statement is counted where it is sent.
  const spy = vi.spyOn(pg.Query.prototype, 'submit').mockImplementation(function (this: pg.Query, connection) {
    counted.statements++
    this.on('row', () => {
      counted.rows++
    })
    return Reflect.apply(submit, this, [connection])
  })
  try {
    await work()
    return counted
  } finally {
    spy.mockRestore()
  }
}
