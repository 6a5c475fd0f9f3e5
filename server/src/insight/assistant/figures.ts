/** Numbers of a text as plain text: thousands together, no zeros behind the point. One digit alone says nothing. */
function figuresIn(text: string): string[] {
  return (text.match(/\d[\d,]*(?:\.\d+)?/g) ?? [])
    .map((figure) => figure.replaceAll(',', ''))
    .map((figure) => (figure.includes('.') ? figure.replace(/0+$/, '').replace(/\.$/, '') : figure))
    .filter((figure) => figure.length > 1)
}

/** Whether every figure of a text stands in one of the sources: nothing is told that no record says. */
export function isBorneOut(text: string, sources: readonly string[]): boolean {
  const known = new Set(sources.flatMap(figuresIn))
  return figuresIn(text).every((figure) => known.has(figure))
}
