/** Rows that are worked on before others get their turn: some milliseconds. */
export const sliceRows = 200

let last: Promise<void> = Promise.resolve()

/** Waits until everybody else had a turn. Of all who wait, one goes on in each round of the event loop. */
export const othersTurn = (): Promise<void> => {
  last = last.then(() => new Promise((resume) => setImmediate(resume)))
  return last
}

/** The answers of `work` for all rows, slice by slice: between two slices others get their turn. Few rows are worked on at once. */
export async function inSlices<Row, Made>(rows: readonly Row[], work: (row: Row) => Made): Promise<Made[]> {
  if (rows.length <= sliceRows) return rows.map(work)
  const made: Made[] = []
  for (let from = 0; from < rows.length; from += sliceRows) {
    if (from > 0) await othersTurn()
    for (const row of rows.slice(from, from + sliceRows)) made.push(work(row))
  }
  return made
}
