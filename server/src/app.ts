import type { PermissionMatrix } from './auth/permission-matrix.ts'
import type { SignInKey } from './auth/sign-in-key.ts'
import type { Config } from './config.ts'
import type { Db } from './database/database.ts'
import type { Listener } from './database/listener.ts'
import type { FileStore } from './files/file-store.ts'
import type { Turns } from './http/turns.ts'
import type { Parsers } from './parsing/parsers.ts'
import type { Ports } from './port.ts'

/** Everything a running server holds. Made once at start, handed to each request. */
export type App = {
  config: Config
  /** For requests. */
  db: Db
  /**
   * For what is kept whatever becomes of the transaction at hand, such as a failed attempt. A transaction may wait for this
   * one; this one waits for nothing, so that requests never stand in each other's way for a second connection.
   */
  asideDb: Db
  /** For reports and exports, so that slow ones never starve the others. */
  reportDb: Db
  /**
   * The queues for the connections of `db` and of `reportDb`, which share them fairly among callers, and that for making answers
   * of many rows.
   */
  turns: { calls: Turns; reports: Turns; large: Turns }
  /** What other processes tell through the database. */
  listener: Listener
  files: FileStore
  /** Parses files from outside, in processes beside this one. */
  parsers: Parsers
  matrix: PermissionMatrix
  signInKey: SignInKey
  /** The key behind fingerprints and signed links; made at install, kept outside the database. */
  installKey: Buffer
  clock: () => Date
  /** What the contexts below get from those above them. */
  ports: Ports
}
