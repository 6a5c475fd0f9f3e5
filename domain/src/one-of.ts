/** Returns a stored text as one of the declared values. Throws for any other text, which is a fault of the data. */
export function oneOf<V extends string>(values: readonly V[], text: string): V {
  const found = values.find((value) => value === text)
  if (found === undefined) throw new Error(`${text} is none of ${values.join(', ')}`)
  return found
}
