import { SaxesParser } from 'saxes'
import { Refused } from '../http/refused.ts'
import type { SheetFaults } from './odd-cells.ts'

/** A sheet of a workbook in its order: whether people see it, whether it holds anything, and what is wrong with its cells. */
export type BookSheet = { name: string; isHidden: boolean; isFilled: boolean; faults?: SheetFaults }

/**
 * The place of the sheet to read: the only one that people see and that holds something, else the first they see. Of several nobody
 * knows which is meant; to read one would lose the others without a word.
 */
export function placeToRead(sheets: readonly BookSheet[]): number {
  const seen = sheets.filter(({ isHidden }) => !isHidden)
  const [first, second] = seen.filter(({ isFilled }) => isFilled)
  if (first && second) throw new Refused('SEVERAL_SHEETS', { first: first.name, second: second.name })
  const chosen = first ?? seen[0]
  return chosen ? sheets.indexOf(chosen) : 0
}

type Tag = { name: string; attributes: Record<string, string> }
/** The elements of a small part of a workbook, by their local names. */
export const tagsOf = (xml: string): Tag[] => {
  const tags: Tag[] = []
  const parser = new SaxesParser({ xmlns: false })
  parser.on('opentag', ({ name, attributes }) => tags.push({ name: name.replace(/^.*:/, ''), attributes }))
  parser.write(xml).close()
  return tags
}
/** A part as named within the folder of the workbook. */
export const partOf = (target: string) =>
  target
    .replaceAll('\\', '/')
    .replace(/^\/?xl\//i, '')
    .toLowerCase()

/** The sheets that the list of a workbook names, by the relations of that list; `found` is what is known of each part. */
export function sheetsOf(
  list: string,
  relations: string,
  found: ReadonlyMap<string, { isFilled: boolean; faults: SheetFaults }>,
): BookSheet[] {
  const parts = new Map(tagsOf(relations).map(({ attributes: { Id = '', Target = '' } }) => [Id, partOf(Target)]))
  return tagsOf(list)
    .filter(({ name }) => name === 'sheet')
    .flatMap(({ attributes }) => {
      const id = Object.entries(attributes).find(([name]) => /:id$/i.test(name))?.[1]
      const { name, state = 'visible' } = attributes
      const part = found.get(id ? (parts.get(id) ?? '') : '')
      // The reader of rows skips a sheet without a name or a part as well.
      return name && id ? [{ name, isHidden: state !== 'visible', isFilled: part?.isFilled ?? false, faults: part?.faults }] : []
    })
}
