/** What a field holds, which decides how its value is read, checked and shown. */
export type FieldKind = 'number' | 'date' | 'amount' | 'currency' | 'party' | 'registration' | 'text'

/**
 * One field of a document kind. `labels` are the words printed before or above its value, each with a weight: the
 * strongest label that has a readable value wins. A blank in a label stands for any blanks and dots, also none.
 */
export type FieldSchema = {
  name: string
  kind: FieldKind
  required?: boolean
  labels: readonly (readonly [weight: number, words: string])[]
  /** Words that disqualify a row, say "sub total" for the total. */
  not?: string
  /** What an administrator calls it. */
  label?: { 'en-US': string; 'zh-CN': string }
}

export type DocumentSchema = {
  code: string
  fields: readonly FieldSchema[]
  /** Whose name stands at the head of the page where no word says so; the seller's otherwise. */
  headedBy?: 'buyer'
  /** Whether a table of lines is looked for. */
  lines: boolean
}
