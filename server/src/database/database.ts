import { CompiledQuery, type DatabaseConnection, Kysely, type KyselyProps, sql } from 'kysely'
import pg from 'pg'
import { CamelCaseNames, SnakeCaseDialect } from './snake-case-dialect.ts'
import type { Tables } from './tables.ts'

export type Db = Kysely<Tables>
/** A connection inside a transaction whose row-level-security settings are in force. */
export type Tx = Kysely<Tables> & { readonly __inTransaction?: true }

// Days stay text, so that no zone ever shifts them; amounts stay exact text; instants become ISO text in UTC.
pg.types.setTypeParser(1082, (value) => value)
pg.types.setTypeParser(1700, (value) => value)
pg.types.setTypeParser(20, (value) => value)
pg.types.setTypeParser(1184, (value) => new Date(value.replace(' ', 'T').replace(/([+-]\d\d)$/, '$1:00')).toISOString())

// A busy machine may leave a transaction without time for many seconds: that alone is no stuck transaction.
const leastIdleMs = 60_000

export type PoolOptions = { max: number; statementTimeoutMs: number; lockTimeoutMs?: number; name: string }

// To start helpers for counting a hundred thousand rows takes longer than the counting, and takes processors from others.
const rarelyParallel = '-c parallel_setup_cost=10000'

/** Opens a pool of connections. The pool survives a restart of the database: a broken connection is dropped and replaced. */
export function openDatabase(url: string, { max, statementTimeoutMs, lockTimeoutMs = 2000, name }: PoolOptions): Db {
  const pool = new pg.Pool({
    connectionString: url,
    max,
    application_name: name,
    connectionTimeoutMillis: 5000,
    idleTimeoutMillis: 60_000,
    // Queries are sent without waiting for the answers of earlier ones: a transaction opens and reads in one round trip.
    pipeline: true,
    options: `-c statement_timeout=${statementTimeoutMs} -c lock_timeout=${lockTimeoutMs} -c idle_in_transaction_session_timeout=${Math.max(leastIdleMs, statementTimeoutMs)} -c timezone=UTC -c jit=off ${rarelyParallel}`,
  })
  pool.on('error', () => {})
  const seen: Seen = new Map()
  pool.on('connect', (client) => {
    client.on('error', () => {})
    batchWrites(client)
    prepareRepeated(client, seen)
  })
  return new Kysely<Tables>({ dialect: new SnakeCaseDialect({ pool }), plugins: [new CamelCaseNames()] })
}

/** Batches the queries of one tick into one write: a write to a socket costs more than most statements. */
function batchWrites(client: pg.PoolClient) {
  const { stream } = (client as unknown as { connection: { stream: { cork: () => void; uncork: () => void } } }).connection
  const plain = client.query.bind(client) as (...args: unknown[]) => unknown
  let corked = false
  const flush = () => {
    corked = false
    stream.uncork()
  }
  client.query = ((...args: unknown[]) => {
    if (!corked) {
      corked = true
      stream.cork()
      // Flushes after the promises of this tick have settled, so that their queries are in the batch.
      queueMicrotask(() => process.nextTick(flush))
    }
    return plain(...args)
  }) as typeof client.query
}

/** The statements of a pool by their text: a number below zero stands for one that was sent once. */
type Seen = Map<string, number>
const maxPrepared = 400

/** Prepares a statement from its second execution on, so that the database parses and plans it once. */
function prepareRepeated(client: pg.PoolClient, seen: Seen) {
  const plain = client.query.bind(client) as (...args: unknown[]) => unknown
  client.query = ((text: unknown, values?: unknown, ...rest: unknown[]) => {
    if (typeof text !== 'string' || !Array.isArray(values) || values.length === 0) return plain(text, values, ...rest)
    const number = seen.get(text)
    if (number === undefined) {
      if (seen.size < maxPrepared) seen.set(text, -seen.size - 1)
      return plain(text, values, ...rest)
    }
    if (number < 0) seen.set(text, -number)
    return plain({ text, values, name: `s${Math.abs(number)}` }, ...rest)
  }) as typeof client.query
}

/**
 * Whose rows a transaction sees. A `partner` sees the companies that the user introduced. `system` crosses companies and is only
 * for work the server has authorised itself.
 */
export type RowScope = { kind: 'company' | 'staff' | 'partner' | 'system' | 'none'; companyId?: string; userId?: string }

const uuid = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/
const asUuid = (value: string | undefined) => {
  if (value === undefined) return ''
  if (!uuid.test(value)) throw new Error('A row scope takes uuids.')
  return value
}

let simulatedNow: string | undefined
/** Sets the instant that new rows carry, for the demo's own process; undefined returns to the real clock. */
export const simulateNow = (instant: Date | undefined) => {
  simulatedNow = instant?.toISOString()
}

/** The instant that people in this process live in: the simulated one, or now. */
export const simulatedInstant = (): Date => (simulatedNow ? new Date(simulatedNow) : new Date())

const readToTheEnd = new WeakMap<Tx, () => void>()
/** The transactions that see every company's rows by now. */
const elevated = new WeakSet<Tx>()
const unanswered = new WeakMap<Tx, Promise<unknown>[]>()
const ends = new WeakMap<Tx, ((isCommitted: boolean) => void)[]>()
/** A statement refused because an earlier one failed: by the failed transaction, or as a name that was prepared in it in vain. */
const isInFailed = (error: unknown) => ['25P02', '26000'].includes((error as { code?: string })?.code ?? '')

/** A connection that leaves the pool with the first question, so that who asks nothing holds none. `release` gives it back. */
function lateConnection(db: Db) {
  let connection: Promise<DatabaseConnection> | undefined
  let release = () => {}
  const released = new Promise<void>((resolve) => {
    release = resolve
  })
  const taken = () => {
    connection ??= new Promise((resolve, reject) => {
      db.getExecutor()
        .provideConnection(async (one) => {
          resolve(one)
          await released
        })
        .catch(reject)
    })
    return connection
  }
  return { taken, release }
}

/**
 * Runs work in one transaction that sees exactly the rows of the scope. Opening it costs no round trip of its own: it goes
 * out with the first statement, and statements leave in the order they are asked without waiting for each other's answer.
 * An error rolls it back.
 */
export async function inTransaction<T>(
  db: Db,
  scope: RowScope,
  mode: 'read' | 'write',
  work: (tx: Tx) => Promise<T>,
  /** Given the connection right before the transaction opens, to ask something that travels along outside of it. */
  before?: (connection: DatabaseConnection) => void,
): Promise<T> {
  const settings = `set local app.company = '${asUuid(scope.companyId)}'; set local app."user" = '${asUuid(scope.userId)}'; set local app.scope = '${scope.kind}'${simulatedNow ? `; set local app.clock = '${simulatedNow}'` : ''}`
  const { taken, release } = lateConnection(db)
  let begun: Promise<unknown> | undefined
  let ahead = before
  const began = async (): Promise<DatabaseConnection> => {
    const connection = await taken()
    if (!begun) {
      ahead?.(connection)
      ahead = undefined
      begun = connection.executeQuery(CompiledQuery.raw(`begin${mode === 'read' ? ' read only' : ''}; ${settings}`))
      begun.catch(() => {})
    }
    return connection
  }
  // What made the transaction fail: statements sent after it are refused only because of it.
  let fault: { error: unknown } | undefined
  let asked = false
  let over = false
  // A query after the end would begin a transaction that stays open on the connection when the pool lends it again.
  const refuseIfOver = () => {
    if (over) throw new Error('This transaction has ended.')
  }
  let ended: Promise<unknown> | undefined
  // What is asked after all goes into a transaction that is opened again, with the same sight.
  const again = async () => {
    const ending = ended
    await ending
    refuseIfOver()
    if (ended === ending) {
      ended = undefined
      begun = undefined
    }
    return began()
  }
  const ask = () => {
    refuseIfOver()
    asked = true
    return ended ? again() : began()
  }
  const watched: DatabaseConnection = {
    executeQuery: async <R>(query: CompiledQuery) => {
      try {
        const answer = await (await ask()).executeQuery<R>(query)
        if (/^rollback to /.test(query.sql)) fault = undefined
        return answer
      } catch (error) {
        fault ??= { error }
        throw error
      }
    },
    async *streamQuery(...question) {
      yield* (await ask()).streamQuery(...question)
    },
  }
  const tx = transactionOn(db, watched)
  if (scope.kind === 'system') elevated.add(tx)
  const end = () => {
    if (scope.kind !== 'system') elevated.delete(tx)
    if (!asked) return
    ended ??= began().then((connection) => connection.executeQuery(CompiledQuery.raw('commit')))
    ended.catch(() => {})
  }
  if (mode === 'read') readToTheEnd.set(tx, end)
  const waiting: Promise<unknown>[] = []
  unanswered.set(tx, waiting)
  const told: ((isCommitted: boolean) => void)[] = []
  ends.set(tx, told)
  let isCommitted = false
  try {
    const result = await work(tx)
    end()
    if (asked) await began()
    await begun
    // What only read has nothing to lose any more; whoever takes the connection next comes after the end.
    if (mode === 'write') {
      await Promise.all([...waiting, ended])
      // A commit after a failed statement is a rollback that reports no error.
      if (fault) throw fault.error
    }
    isCommitted = true
    return result
  } catch (error) {
    over = true
    if (asked)
      await began()
        .then((connection) => connection.executeQuery(CompiledQuery.raw('rollback')))
        .catch(() => {})
    // People are told of the statement that failed, not of the one after it.
    throw isInFailed(error) && fault ? fault.error : error
  } finally {
    over = true
    release()
    for (const tell of told) tell(isCommitted)
  }
}

/** Calls back once the transaction has ended and its connection is free, with whether it was committed. */
export function whenEnded(tx: Tx, tell: (isCommitted: boolean) => void): void {
  const told = ends.get(tx)
  if (!told) throw new Error('whenEnded takes a transaction of inTransaction that is under way.')
  told.push(tell)
}

function transactionOn(db: Db, connection: DatabaseConnection): Tx {
  const executor = db.getExecutor().withConnectionProvider({ provideConnection: (consumer) => consumer(connection) })
  return new Kysely<Tables>({ config: {}, dialect: {}, driver: {}, executor } as unknown as KyselyProps)
}

/**
 * A write whose answer nobody needs, such as an audit row: it goes out now, nobody waits for it, and the transaction as a
 * whole fails with it. Outside a transaction it is waited for.
 */
export async function alongside(tx: Tx, write: Promise<unknown>): Promise<void> {
  const waiting = unanswered.get(tx)
  if (!waiting) {
    await write
    return
  }
  write.catch(() => {})
  waiting.push(write)
}

/**
 * Questions asked at once. Waits for the answers of all, so that none is still under way when a transaction is given up, and
 * then fails as the first of them in this order did.
 */
export async function together<const T extends readonly unknown[]>(
  ...asked: T
): Promise<{ -readonly [K in keyof T]: Awaited<T[K]> }> {
  const answers = await Promise.allSettled(asked)
  const failed = answers.find((one) => one.status === 'rejected')
  if (failed) throw failed.reason
  return answers.map((one) => (one as PromiseFulfilledResult<unknown>).value) as { -readonly [K in keyof T]: Awaited<T[K]> }
}

/**
 * Says that a transaction most likely asks nothing more than what is under way. One that only reads ends in the same packet
 * and opens again should it ask after all, as if it had not been elevated; one that writes goes on until its work is done.
 */
export const asksNoMore = (tx: Tx): void => readToTheEnd.get(tx)?.()

/** All that a transaction asks is of one moment, whatever others commit meanwhile. Call it before anything is asked. */
export function ofOneMoment(tx: Tx): void {
  sql`set transaction isolation level repeatable read`.execute(tx).catch(() => {})
}

/**
 * The end of this transaction does not wait for the disk. Only for what may be lost with the machine's power, or is carried
 * along by a later transaction that does wait before anybody is answered.
 */
export function needNotReachDisk(tx: Tx): void {
  sql`set local synchronous_commit = off`.execute(tx).catch(() => {})
}

/**
 * Lets the rest of this transaction see every company's rows. Call it only after the caller's right to the thing at hand
 * is settled, for work that books or checks across companies.
 */
export async function elevate(tx: Tx): Promise<void> {
  elevated.add(tx)
  // Nothing waits for it: a statement that comes after it is carried out after it, and fails where it failed.
  sql
    .raw(`set local app.scope = 'system'`)
    .execute(tx)
    .catch(() => {})
}

/** Lets the rest of a transaction see the rows of a scope of its caller alone again. */
export async function narrow(tx: Tx, kind: Exclude<RowScope['kind'], 'system'>): Promise<void> {
  elevated.delete(tx)
  await sql.raw(`set local app.scope = '${kind}'`).execute(tx)
}

/**
 * For a rule that must see every company: what the reader alone sees would answer wrongly, and say nothing of it.
 * @throws Error where the transaction was not elevated, also in a seat of staff.
 */
export function mustSeeAll(tx: Tx): void {
  if (!elevated.has(tx)) throw new Error('This rule sees every company: call elevate before it.')
}

const rawText = { getTypeParser: (oid: number, format?: 'text') => (oid === 1184 ? String : pg.types.getTypeParser(oid, format)) }

/** The rows of a statement without parameters as plain arrays, instants as the database writes them: the quickest there is. */
export async function plainRows(tx: Tx, text: string): Promise<unknown[][]> {
  const asked = { ...CompiledQuery.raw(text), sql: { text, rowMode: 'array', types: rawText } }
  return (await tx.withoutPlugins().executeQuery(asked as never)).rows as unknown[][]
}

/** Any of these ids, as one value: the statement reads the same however many there are, and is planned once. */
export const anyOf = (ids: readonly string[]) => sql<string>`any(${[...ids]}::uuid[])`

/** Errors worth trying again as a whole: deadlock and serialisation failure. */
export const isTransient = (error: unknown) => ['40P01', '40001'].includes((error as { code?: string })?.code ?? '')
/** Somebody else holds what was asked for, for longer than one waits. */
export const isLocked = (error: unknown) => (error as { code?: string })?.code === '55P03'
/** The name of the unique index an insert ran into, or undefined for any other error. */
export const violatedIndex = (error: unknown): string | undefined =>
  (error as { code?: string; constraint?: string })?.code === '23505' ? (error as { constraint?: string }).constraint : undefined
