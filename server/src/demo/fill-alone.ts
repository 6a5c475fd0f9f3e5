import pg from 'pg'

/** The advisory lock of the process that fills the demo. */
const fillLock = 727273

/**
 * Waits until no other process fills the demo of a database: servers that start together each begin one. Answers how to let the next one
 * in; so does the end of the process. A lost connection ends it, as another would begin beside it.
 */
export async function fillAlone(ownerUrl: string, onLost: (error: Error) => void = endProcess): Promise<() => Promise<void>> {
  const client = new pg.Client({ connectionString: ownerUrl })
  client.on('error', onLost)
  await client.connect()
  await client.query('select pg_advisory_lock($1)', [fillLock])
  return () => client.end()
}

function endProcess(error: Error): void {
  process.stderr.write(`The demo could not be filled: ${error.message}\n`)
  process.exit(1)
}
