/** Days for the title of a change: the first and the last with their number, or the only one. */
export const rangeOf = (dates: string[]) => {
  const sorted = [...dates].sort()
  return sorted.length === 1 ? sorted[0]! : `${sorted[0]} … ${sorted.at(-1)} (${sorted.length})`
}

/** The distinct values, joined by commas. */
export const listed = (values: string[]) => [...new Set(values)].join(', ')
