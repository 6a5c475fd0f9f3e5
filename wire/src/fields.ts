import { z } from 'zod'

/** A row's identity. */
export const Id = z.uuid()
/** Exact decimal text, never a number: "100.00". The server checks the scale of the currency. */
export const AmountText = z.string().regex(/^\d{1,15}(\.\d{1,4})?$/)
export const SignedAmountText = z.string().regex(/^-?\d{1,15}(\.\d{1,4})?$/)
/** An amount in an answer: exact decimal text, with the decimals of its currency. */
export const Money = z.string()
/** A rate or share in percent as decimal text: "6.8" is 6.8 %. */
export const PercentText = z.string().regex(/^-?\d{1,3}(\.\d{1,6})?$/)
/** A calendar day without zone, and one that exists. */
export const DateText = z.iso.date()
export const InstantText = z.iso.datetime({ offset: true })
export const CurrencyCode = z.string().regex(/^[A-Z]{3}$/)
/** Sent again with the same body, a write answers its first answer; with another body it is refused. */
export const IdempotencyKey = z.string().min(8).max(100)
/** Free text the way people type it: trimmed, without control characters, at most `max` characters. */
export const text = (max: number) =>
  z
    .string()
    .max(max)
    .regex(/^[^\u0000-\u0008\u000b\u000c\u000e-\u001f]*$/)
    .transform((value) => value.trim())
export const requiredText = (max: number) => text(max).pipe(z.string().min(1))
/** A page of rows, as every list answers. */
export const pageOf = <T extends z.ZodType>(row: T) =>
  z.object({ pageNum: z.number(), pageSize: z.number(), total: z.number(), list: z.array(row) })
/** The file reference every upload answers. */
export const FileRef = z.object({
  objectKey: z.string().max(300),
  fileName: z.string().max(255),
  fileSource: z.string().max(20).optional(),
})
