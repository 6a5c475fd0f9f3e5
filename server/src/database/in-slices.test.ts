import { describe, expect, test } from 'vitest'
import { roundsOfLoop } from '../testing/rounds.ts'
import { inSlices, othersTurn, sliceRows } from './in-slices.ts'
import { CamelCaseNames } from './snake-case-dialect.ts'

const numbers = Array.from({ length: 3 * sliceRows + 1 }, (_, at) => at)

describe('many rows are worked on in slices', () => {
  test('others get their turn between two slices, and every row is worked on once and in order', async () => {
    const others = roundsOfLoop()
    const seen: number[] = []
    const made = await inSlices(numbers, (number) => {
      seen.push(others.count())
      return number * 2
    })
    others.stop()
    expect(made).toEqual(numbers.map((number) => number * 2))
    const bySlice = [0, 1, 2, 3].map((slice) => new Set(seen.slice(slice * sliceRows, (slice + 1) * sliceRows)))
    for (const rounds of bySlice) expect(rounds.size).toBe(1)
    expect(new Set(bySlice.flatMap((rounds) => [...rounds])).size).toBe(4)
  })

  test('of several who work on many rows one goes on in each round', async () => {
    const others = roundsOfLoop()
    const seen: number[] = []
    const work = async () => {
      for (let slice = 0; slice < 3; slice++) {
        await othersTurn()
        seen.push(others.count())
      }
    }
    await Promise.all([work(), work(), work()])
    others.stop()
    expect(new Set(seen).size).toBe(9)
  })

  test('rows of the database are named in slices', async () => {
    const others = roundsOfLoop()
    const seen: number[] = []
    class Watched extends CamelCaseNames {
      protected override mapRow(row: Record<string, unknown>) {
        seen.push(others.count())
        return super.mapRow(row)
      }
    }
    const rows = numbers.map((number) => ({ invoice_no: number }))
    const { rows: named } = await new Watched().transformResult({ result: { rows }, queryId: { queryId: 'many' } })
    others.stop()
    expect(named).toEqual(numbers.map((number) => ({ invoiceNo: number })))
    expect(new Set(seen).size).toBe(4)
  })
})
