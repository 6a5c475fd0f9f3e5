export type Input = Partial<Record<'params' | 'query' | 'body', unknown>>

/**
 * The values at a place of the input; `[]` after a member visits each of its entries, `*` all members. Empty where the input has
 * none.
 */
export function valuesAt(input: Input, path: string): string[] {
  let found: unknown[] = [input]
  for (const step of path.split('.')) {
    const isEach = step.endsWith('[]')
    const name = isEach ? step.slice(0, -2) : step
    const inner = found.flatMap((one) => {
      if (!one || typeof one !== 'object') return []
      return name === '*' ? Object.values(one) : [(one as Record<string, unknown>)[name]]
    })
    found = isEach ? inner.flatMap((one) => (Array.isArray(one) ? one : [])) : inner
  }
  return found.filter((one): one is string => typeof one === 'string' && one !== '')
}
