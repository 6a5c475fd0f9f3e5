import { setImmediate as nextTurn } from 'node:timers/promises'
import { nameScore } from '@usance/domain/name-match'
import type { Tx } from '../../database/database.ts'

/** From here on a name is near enough that a person must look. */
const nearScore = 75
// Others are answered between two batches.
const perTurn = 500

export type NearName = { readonly asked: string; readonly evidence: string }

/** The entries of the watch lists whose names are near to one of these, in the order asked, each with its score from 0 to 100. */
export async function nearNames(tx: Tx, names: readonly string[]): Promise<NearName[]> {
  const entries = await tx.selectFrom('sanctionEntry').select(['list', 'reference', 'name']).execute()
  const near: NearName[] = []
  let compared = 0
  for (const asked of new Set(names))
    for (const entry of entries) {
      compared += 1
      if (compared % perTurn === 0) await nextTurn()
      const score = nameScore(asked, entry.name)
      if (score >= nearScore)
        near.push({ asked, evidence: `NEAR ${asked} ~ ${entry.name} (${entry.list} ${entry.reference}) ${score}` })
    }
  return near
}

/** How many names the watch lists have. */
export const namesListed = async (tx: Tx): Promise<number> =>
  Number(
    (
      await tx
        .selectFrom('sanctionEntry')
        .select(({ fn }) => fn.countAll<string>().as('names'))
        .executeTakeFirstOrThrow()
    ).names,
  )

/** One line of a list, `reference,name`, either in quotation marks; null where it is none. Linear in the line's length. */
export function listedName(line: string): { reference: string; name: string } | null {
  const comma = line.indexOf(',')
  const reference = line.slice(0, comma).trim().replace(/^"/, '').replace(/"$/, '').trim()
  const rest = line.slice(comma + 1).trim()
  const isQuoted = rest.length > 1 && rest.startsWith('"') && rest.endsWith('"')
  const name = (isQuoted ? rest.slice(1, -1).replaceAll('""', '"') : rest).trim()
  if (comma < 0 || reference === '' || reference.length > 60 || reference.includes('"') || name === '') return null
  const isOpen = isQuoted ? rest.slice(1, -1).replaceAll('""', '').includes('"') : rest.includes('"')
  return isOpen ? null : { reference, name: name.slice(0, 300) }
}
