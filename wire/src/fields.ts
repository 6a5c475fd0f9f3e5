import { isCurrency } from '@usance/domain/currencies'
import { enteredYears } from '@usance/domain/local-date'
import { enteredDigits, type PlainKind, wirePattern } from '@usance/domain/number-kind'
import { z } from 'zod'

/** A row's identity, in small letters as the server answers it. The same id in capitals is read as that one. */
export const Id = z.uuid().toLowerCase()
/** The same for a row whose id is derived from that of another one, and carries no version of its own. */
export const DerivedId = z.guid().toLowerCase()
/** Exact decimal text of a kind of figure, within the digits of the kind; zero and negative values as the options say. */
export function figureText(kind: PlainKind | 'money', signed = false) {
  const error = ({ input }: { input?: unknown }) =>
    kind === 'money' && isLonger.test(String(input)) ? 'AMOUNT_TOO_LARGE' : undefined
  return z.string().regex(new RegExp(wirePattern(kind, signed)), { error })
}
/** An amount but for its digits before the decimal point. */
const isLonger = new RegExp(`^-?\\d{${enteredDigits + 1},}(\\.\\d+)?$`)
/** A whole number of a form, typed as text or sent as a number. Other values are refused. */
export const wholeNumber = (min: number, max: number) =>
  z
    .union([
      z.number(),
      z
        .string()
        .regex(/^\d{1,9}$/)
        .transform(Number),
    ])
    .pipe(z.number().int().min(min).max(max))
/** Exact decimal text, never a number: "100.00". The server checks the scale of the currency. */
export const AmountText = figureText('money')
export const SignedAmountText = figureText('money', true)
/** An amount in an answer: exact decimal text, with the decimals of its currency. */
export const Money = z.string()
/** A rate or share in percent as decimal text: "6.8" is 6.8 %. */
export const PercentText = figureText('rate', true)
/** An existing calendar day without zone, of 1900 to 2999: a calculation backwards or forwards stays within the calendars. */
export const DateText = z.iso.date().regex(enteredYears)
/** Three letters of a currency. A write whose rules name a false currency beside its field takes these. */
export const CurrencyCode = z.string().regex(/^[A-Z]{3}$/)
/** A currency of ISO 4217 with minor units, in which amounts can be told. */
export const KnownCurrency = CurrencyCode.refine(isCurrency)
/** Sent again with the same body, a write answers its first answer; with another body it is refused. */
export const IdempotencyKey = z.string().min(8).max(100)
/**
 * A secret in an answer, such as a token, a link or the key of an authenticator: shown once and never stored for a repeated
 * answer.
 */
export const SecretText = z.string().meta({ isSecret: true })
/** The secret of a write that takes an idempotency key: null in the answer to a repetition, since it was shown already. */
export const OnceShownText = SecretText.nullable()
/** More marks on one letter than any script writes: they would cover the lines around it. */
const pile = '(?![^]*(?:\\p{M}[\\u200c\\u200d]*){9})'
/** Prose has line breaks; no other control characters, and no marks that turn the direction of what follows. */
const prose = new RegExp(`^${pile}[^\\u0000-\\u0008\\u000b\\u000c\\u000e-\\u001f\\u202a-\\u202e\\u2066-\\u2069]*$`, 'u')
/**
 * A line has no line breaks, no control characters, no marks that turn its direction, no blanks without a width and no letters
 * without a shape: it reads as it is stored. Joiners of scripts that need them and variants of a Chinese or Japanese letter are kept.
 */
const line = new RegExp(
  `^${pile}(?:[^\\p{Cc}\\p{Default_Ignorable_Code_Point}\\u2028\\u2029\\u2800]|\\u200c|\\u200d|[\\u{e0100}-\\u{e01ef}])*$`,
  'u',
)
/** Texts of this many characters and more are prose, with line breaks; shorter ones, names of companies among them, are one line. */
export const leastProse = 201
/** What is wrong with the characters of a text of at most `max` of them; undefined where it reads as it is stored. */
export function faultOfText(text: string, max: number): 'ONE_LINE' | 'HIDDEN_MARKS' | undefined {
  if (max < leastProse) return line.test(text) ? undefined : 'ONE_LINE'
  return prose.test(text) ? undefined : 'HIDDEN_MARKS'
}
/** Text the way people type it: trimmed, with the characters that `faultOfText` allows, at most `max` of them. */
export const text = (max: number) =>
  z
    .string()
    .max(max)
    .trim()
    .regex(max < leastProse ? line : prose, max < leastProse ? 'ONE_LINE' : 'HIDDEN_MARKS')
export const requiredText = (max: number) => text(max).pipe(z.string().min(1))
/** A name or a number of which something is read: it has at least one letter or digit. */
const readableText = (max: number) => requiredText(max).pipe(z.string().regex(/[\p{L}\p{N}]/u, 'NO_LETTER'))
/** The name of a company, and the number under which its register has it. */
export const CompanyName = readableText(200)
export const RegistrationNumber = readableText(60)
/** So many signs of an account number go into a payment file (ISO 20022), blanks aside: a longer one is no account that can be paid. */
const longestAccount = 34
/** The number of a bank account as people type it, with blanks that group its figures. */
export const AccountNumber = requiredText(40).superRefine((number, context) => {
  if (number.replace(/\s/g, '').length > longestAccount)
    context.addIssue({ code: 'too_big', maximum: longestAccount, inclusive: true, origin: 'string' })
})
/**
 * A list that names each thing once, by a member or by the entry itself. What is named again, maybe with other facts, is refused beside
 * its entry: otherwise the last of them would hold, or the first.
 */
export const namedOnce = <Entry extends z.ZodType>(
  list: z.ZodArray<Entry>,
  nameOf: (entry: z.output<Entry>) => string | number,
  member?: string,
) =>
  list.superRefine((entries, context) => {
    const seen = new Set<string>()
    for (const [index, entry] of entries.entries()) {
      // An id is the same in capitals.
      const name = String(nameOf(entry)).toLowerCase()
      if (seen.has(name)) context.addIssue({ code: 'custom', message: 'NAMED_TWICE', path: member ? [index, member] : [index] })
      seen.add(name)
    }
  })
/** The ids of records that an act is for, each once. */
export const idsOnce = (most: number) => namedOnce(z.array(Id).min(1).max(most), (id) => id)
/** A page of rows, as every list answers. */
export const pageOf = <T extends z.ZodType>(row: T) =>
  z.object({ pageNum: z.number(), pageSize: z.number(), total: z.number(), list: z.array(row) })
/** An event in the life of an object; a person of another company is named by company and role. */
export const TimelineEntry = z.object({
  event: z.string(),
  at: z.string(),
  /** A person, or the company of that person; null for the portal itself. */
  by: z.string().nullable(),
  /** The role of that company; null where `by` is a person. */
  byRole: z.string().nullable(),
  comment: z.string().nullable(),
  /** How many older entries are left out between this one and the next. */
  leftOut: z.number(),
})
export type TimelineEntry = z.infer<typeof TimelineEntry>
/** The file reference every upload answers. */
export const FileRef = z.object({
  objectKey: z.string().max(300),
  fileName: z.string().max(255),
  fileSource: z.string().max(20).optional(),
})
