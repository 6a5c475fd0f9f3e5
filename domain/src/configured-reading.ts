import { type FieldConfig, faultsOf } from './dynamic-form.ts'

/** How a field of a document kind is read: it must be there, it is taken where it is printed, or it is left alone. */
export const readings = ['MUST', 'PRINTED', 'NOT_READ'] as const
export type ReadingOf = (typeof readings)[number]

/** What a field that an administrator adds to a document kind may hold. */
export const ownKinds = ['text', 'number', 'date', 'amount', 'party'] as const

/** How a stored field is read; a condition says nothing, because nothing is known of a document before it is read. */
export const readingOf = ({ require }: Pick<FieldConfig, 'require'>): ReadingOf =>
  require === 2 ? 'NOT_READ' : require === 1 ? 'MUST' : 'PRINTED'

/** A field told how it is read, in the words it is stored in. */
export const withReading = (field: FieldConfig, reading: ReadingOf): FieldConfig => ({
  ...field,
  require: reading === 'NOT_READ' ? 2 : reading === 'MUST' ? 1 : 0,
})

/** The name under which the fields of a document kind are stored. */
export const readingName = (schemaCode: string): string => `READ_${schemaCode}`
/** The document kind whose fields are stored under a name; undefined for other names. */
export const schemaCodeOf = (name: string): string | undefined => /^READ_([A-Z]\w*)$/.exec(name)?.[1]

/**
 * Stored fields of a document kind laid over the built-in ones, in the stored order. What was built in since goes last; what is
 * stored and not built in is a field of the administrator's own.
 */
export function readingFieldsOf(builtIn: readonly FieldConfig[], stored: readonly FieldConfig[]): FieldConfig[] {
  const known = new Map(builtIn.map((field) => [field.name, field]))
  const placed = stored.toSorted((a, b) => (a.orderBy ?? 0) - (b.orderBy ?? 0))
  const there = new Set(placed.map(({ name }) => name))
  return [
    ...placed.map((field) => ({ ...field, type: known.get(field.name)?.type ?? field.type })),
    ...builtIn.filter(({ name }) => !there.has(name)),
  ].map((field, at) => ({ ...field, orderBy: at + 1 }))
}

/** The most words that a field is read by, and the most letters of a word. */
export const mostWords = 40
export const mostLettersOfWord = 60
export const areTooMany = (words: readonly string[] = []): boolean =>
  words.length > mostWords || words.some((one) => one.length > mostLettersOfWord)

/**
 * What is wrong with the stored fields of a document kind, one sentence each: a field of one's own without words to find it by
 * or of a kind that cannot be read, a word without a letter or digit, too many or too long words, or nothing left to read.
 */
export function readingFaultsOf(builtIn: readonly string[], stored: readonly FieldConfig[]): string[] {
  const faults = faultsOf(stored)
  const known = new Set(builtIn)
  for (const field of stored) {
    const words = field.words ?? []
    const isOwn = !known.has(field.name)
    if (isOwn && !(ownKinds as readonly string[]).includes(field.type)) faults.push(`${field.name}: KIND`)
    if ((isOwn && words.length === 0) || ![...words, ...(field.notWords ?? [])].every((one) => /[\p{L}\d]/u.test(one)))
      faults.push(`${field.name}: WORDS`)
    if (areTooMany(field.words) || areTooMany(field.notWords)) faults.push(`${field.name}: TOO_MANY_WORDS`)
  }
  const left = new Set(stored.filter((field) => readingOf(field) === 'NOT_READ').map(({ name }) => name))
  const names = new Set([...builtIn, ...stored.map(({ name }) => name)])
  if ([...names].every((name) => left.has(name))) faults.push('NO_FIELD')
  return faults
}
