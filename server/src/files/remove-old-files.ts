import { readdir, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'

const isMissing = (error: unknown) => error instanceof Error && 'code' in error && error.code === 'ENOENT'

/** Removes the files of a folder that nobody has written to for so many hours; its folders stay, and a missing folder has none. */
export async function removeOldFiles(folder: string, hours: number): Promise<void> {
  const before = Date.now() - hours * 3_600_000
  const entries = await readdir(folder, { withFileTypes: true }).catch((error: unknown) => {
    if (isMissing(error)) return []
    throw error
  })
  for (const entry of entries) {
    if (!entry.isFile()) continue
    const path = join(folder, entry.name)
    const written = await stat(path).catch((error: unknown) => {
      // It was removed meanwhile by its writer.
      if (isMissing(error)) return undefined
      throw error
    })
    if (written && written.mtimeMs < before) await rm(path, { force: true })
  }
}
