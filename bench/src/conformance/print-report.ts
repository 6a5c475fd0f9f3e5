import type { Tally } from './tally.ts'

const shownDifferences = 12

/** Prints one table per set: a line for each part, then what differed and what was left out. */
export function printSet(title: string, tallies: readonly Tally[]): void {
  const rows = tallies.map((each) => [
    each.name,
    each.files,
    each.fields,
    each.exact,
    each.wrong.length,
    each.outOfScope.reduce((sum, { count }) => sum + count, 0),
  ])
  const table = [['part', 'files', 'fields', 'exact', 'wrong', 'out of scope'], ...rows].map((row) => row.map(String))
  const widths = (table[0] ?? []).map((_, column) => Math.max(...table.map((row) => row[column]?.length ?? 0)))
  console.log(`\n${title}`)
  for (const row of table)
    console.log(
      `  ${row.map((cell, column) => (column === 0 ? cell.padEnd(widths[0] ?? 0) : cell.padStart(widths[column] ?? 0))).join('  ')}`,
    )
  for (const { name, wrong } of tallies) {
    for (const difference of wrong.slice(0, shownDifferences)) console.log(`    wrong         ${name}: ${difference}`)
    if (wrong.length > shownDifferences) console.log(`    wrong         ${name}: and ${wrong.length - shownDifferences} more`)
  }
  for (const { name, outOfScope } of tallies)
    for (const { what, count, reason } of outOfScope) console.log(`    out of scope  ${name}: ${what} (${count}): ${reason}`)
}

/** Prints the one line that sums up all sets. */
export function printTotal(tallies: readonly Tally[], missing: readonly string[]): void {
  const sum = (of: (each: Tally) => number) => tallies.reduce((all, each) => all + of(each), 0)
  const [fields, exact] = [sum((each) => each.fields), sum((each) => each.exact)]
  const share = fields === 0 ? '0.00' : ((exact / fields) * 100).toFixed(2)
  const left = sum((each) => each.outOfScope.reduce((all, { count }) => all + count, 0))
  const absent = missing.length > 0 ? `; missing: ${missing.join(', ')}` : ''
  console.log(
    `\nconformance: ${sum((each) => each.files)} files, ${exact} of ${fields} fields exact (${share}%), ${fields - exact} wrong, ${left} out of scope${absent}`,
  )
}
