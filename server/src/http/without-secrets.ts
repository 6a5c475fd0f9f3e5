import { z } from 'zod'

/** The fields of an answer that hold a secret; a declaration of another form has none that a repetition could leave out. */
export const onceShownIn = (answer: z.ZodType): string[] =>
  answer instanceof z.ZodObject
    ? Object.entries(answer.shape).flatMap(([name, field]) =>
        field instanceof z.ZodNullable && (field.unwrap() as z.ZodType).meta()?.isSecret ? [name] : [],
      )
    : []

/** What is kept of an answer for a repeated request: null in place of each secret, which was shown already. */
export function withoutSecrets(answer: z.ZodType, value: unknown): unknown {
  const secret = onceShownIn(answer)
  return secret.length === 0 || typeof value !== 'object' || value === null
    ? value
    : { ...value, ...Object.fromEntries(secret.map((name) => [name, null])) }
}
