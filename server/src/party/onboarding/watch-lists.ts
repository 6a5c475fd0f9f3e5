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

const separators = [',', ';', '\t'] as const
type Separator = (typeof separators)[number]
type Listed = { reference: string; name: string }

/** A line with its quoted pieces masked, letter by letter: a separator within quotation marks separates nothing. */
const masked = (line: string) => line.replace(/"[^"]*"?/g, (quoted) => '"'.repeat(quoted.length))
const standsOnce = (line: string, separator: Separator) => masked(line).split(separator).length === 2

/** The separator that makes two columns of each line. Undefined where none does, or more than one. */
function separatorOf(lines: readonly string[]): Separator | undefined {
  const [one, ...others] = separators.filter((separator) => lines.every((line) => standsOnce(line, separator)))
  return others.length === 0 ? one : undefined
}

/** The separator of a line that has one alone, once. Undefined where the line has none, or could be split in another way. */
function onlySeparatorOf(line: string): Separator | undefined {
  const [one, ...others] = separators.filter((separator) => masked(line).includes(separator))
  return one && others.length === 0 && standsOnce(line, one) ? one : undefined
}

/**
 * The reference and the name of a line, either of them in quotation marks or not. Null where one is missing, the reference is too long, or a
 * quotation mark stays open. Linear in the line's length.
 */
function listedName(line: string, separator: Separator): Listed | null {
  const end = masked(line).indexOf(separator)
  const reference = line.slice(0, end).trim().replace(/^"/, '').replace(/"$/, '').trim()
  const rest = line.slice(end + 1).trim()
  const isQuoted = rest.length > 1 && rest.startsWith('"') && rest.endsWith('"')
  const name = (isQuoted ? rest.slice(1, -1).replaceAll('""', '"') : rest).trim()
  if (reference === '' || reference.length > 60 || reference.includes('"') || name === '') return null
  const isOpen = isQuoted ? rest.slice(1, -1).replaceAll('""', '').includes('"') : rest.includes('"')
  return isOpen ? null : { reference, name: name.slice(0, 300) }
}

/**
 * The names of a list, and the numbers of its faulty lines. A line has two columns, reference and name. A line that could be split in another
 * way is faulty: further columns would become a part of its name, and nobody's name would be near to that (decision 315).
 */
export function listedNames(csv: string): { names: Listed[]; faulty: number[] } {
  const lines = csv.split(/\r?\n/).map((line) => line.trimStart())
  const separator = separatorOf(lines.filter((line) => line !== ''))
  const names: Listed[] = []
  const faulty: number[] = []
  for (const [at, line] of lines.entries()) {
    if (line === '') continue
    const its = separator ?? onlySeparatorOf(line)
    const found = its && listedName(line, its)
    if (found) names.push(found)
    else faulty.push(at + 1)
  }
  return { names, faulty }
}
