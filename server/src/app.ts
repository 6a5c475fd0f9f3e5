import type { PermissionMatrix } from './auth/permission-matrix.ts'
import type { SignInKey } from './auth/sign-in-key.ts'
import type { Config } from './config.ts'
import type { Db } from './database/database.ts'
import type { Listener } from './database/listener.ts'
import type { FileStore } from './files/file-store.ts'
import type { DocumentReader } from './reading/document-reader.ts'

/** Everything a running server holds. Made once at start, handed to each request. */
export type App = {
  config: Config
  /** For requests. */
  db: Db
  /** For reports and exports, so that slow ones never starve the others. */
  reportDb: Db
  /** What other processes tell through the database. */
  listener: Listener
  files: FileStore
  /** Reads documents from outside, in a process beside this one. */
  reader: DocumentReader
  matrix: PermissionMatrix
  signInKey: SignInKey
  /** The key behind fingerprints and signed links; made at install, kept outside the database. */
  installKey: Buffer
  clock: () => Date
}
