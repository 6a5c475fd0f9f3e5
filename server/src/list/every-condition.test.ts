import { lists } from '@usance/wire/all-calls'
import { type AnyList, conditionColumns, listCalls } from '@usance/wire/list'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openPortal, type Portal } from '../testing/portal.ts'

let portal: Portal
beforeAll(async () => {
  portal = await openPortal({ RATE_PER_MINUTE: '0' })
})
afterAll(() => portal.close())

/** Conditions of one column as people choose them with one press or paste them; undefined where it has none of these. */
function chosen(name: string, kind: string): Record<string, string | string[]> | undefined {
  if (kind === 'text') return { [name]: ['A-1', 'A-2'] }
  if (kind === 'date' || kind === 'dateTime') return { [`${name}Begin`]: 'MONTH_BEGIN', [`${name}End`]: 'IN_30_DAYS' }
  return undefined
}

test('every list takes quick ranges for its days and several texts for its texts', async () => {
  const { operations, alderMaker, elmMaker, auditor } = portal.seats
  const asked = async (list: AnyList, filterFields: Record<string, string | string[]>) => {
    const refusals: string[] = []
    for (const seat of [operations, alderMaker, elmMaker, auditor])
      try {
        await portal.ask(seat, listCalls(list).pageList, { body: { filterFields } })
        return undefined
      } catch (refusal) {
        refusals.push(String(refusal))
      }
    return refusals.join(', ')
  }
  const faults: string[] = []
  for (const list of lists)
    for (const [name, column] of conditionColumns(list)) {
      const filterFields = chosen(name, column.kind)
      const refusal = filterFields && (await asked(list, filterFields))
      if (refusal) faults.push(`${list.id} ${name}: ${refusal}`)
    }
  expect(faults).toEqual([])
}, 300_000)
