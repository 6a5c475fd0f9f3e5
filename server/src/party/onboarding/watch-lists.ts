import { NamesAsked } from '@usance/domain/name-match'
import type { Tx } from '../../database/database.ts'
import { inSlices } from '../../database/in-slices.ts'

/** From here on a name is near enough that a person must look. */
const nearScore = 75

export type NearName = { readonly asked: string; readonly score: number; readonly evidence: string }

/**
 * The entries of the watch lists whose names are near to one of these, each with its score from 0 to 100: the nearest first, then by the
 * name asked and the entry. The lists are read once, however many names are asked: the check holds a transaction meanwhile.
 */
export async function nearNames(tx: Tx, names: readonly string[]): Promise<NearName[]> {
  const asked = new NamesAsked(names, nearScore)
  const near: NearName[] = []
  const entries = await tx.selectFrom('sanctionEntry').select(['list', 'reference', 'name']).execute()
  await inSlices(entries, ({ list, reference, name }) => {
    for (const { name: one, score } of asked.nearTo(name))
      near.push({ asked: one, score, evidence: `NEAR ${one} ~ ${name} (${list} ${reference}) ${score}` })
  })
  return near.sort((a, b) => b.score - a.score || inOrder(a.asked, b.asked) || inOrder(a.evidence, b.evidence))
}

const inOrder = (a: string, b: string) => (a < b ? -1 : a > b ? 1 : 0)

/** What is told of near names: the nearest, at most so many, and how many more were found. */
export function nearestTold(near: readonly NearName[], most: number): string[] {
  const told = near.slice(0, most).map(({ evidence }) => evidence)
  return near.length > most ? [...told, `MORE ${near.length - most}`] : told
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
