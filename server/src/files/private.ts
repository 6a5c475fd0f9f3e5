import { chmodSync, mkdirSync } from 'node:fs'

/** How a file is made that only the server's own account reads, whatever its umask says. */
export const privateFile = { mode: 0o600 } as const
/** How a folder is made that only the server's own account opens. */
export const privateFolders = { recursive: true, mode: 0o700 } as const

/** Makes a folder that only the server's own account opens, and closes one that was made open to others. */
export function closeFolder(path: string): void {
  mkdirSync(path, privateFolders)
  try {
    chmodSync(path, privateFolders.mode)
  } catch (error) {
    // A mounted folder that belongs to another account is the operator's to close.
    if ((error as NodeJS.ErrnoException).code !== 'EPERM') throw error
  }
}
