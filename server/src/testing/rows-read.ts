import pg from 'pg'
import { vi } from 'vitest'

/** How many statements some work asks the database, and how many rows these answer. */
export async function askedBy(work: () => Promise<unknown>): Promise<{ statements: number; rows: number }> {
  const counted = { statements: 0, rows: 0 }
  const { query } = pg.Client.prototype
  const spy = vi.spyOn(pg.Client.prototype, 'query').mockImplementation(function (this: pg.Client, ...asked: unknown[]) {
    const answer = Reflect.apply(query, this, asked)
    counted.statements++
    void Promise.resolve(answer).then(
      (result) => {
        counted.rows += result?.rows?.length ?? 0
      },
      () => {},
    )
    return answer
  })
  try {
    await work()
    return counted
  } finally {
    spy.mockRestore()
  }
}
