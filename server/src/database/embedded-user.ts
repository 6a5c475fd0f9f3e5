import { spawnSync } from 'node:child_process'
import { chownSync, lstatSync, readdirSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'

/** How to start a program of PostgreSQL: the command line, and the user that Node switches to first. */
type Launch = { command: string; args: string[]; uid?: number; gid?: number }

/** One way of running PostgreSQL as somebody other than root, which it refuses to run as. */
export type RunAs = { name: string; owner: number | undefined; launch: (command: string, args: string[]) => Launch }

type Account = { uid: number; gid: number }

/**
 * Chooses how PostgreSQL runs: as the present user where it may, else in a user namespace, else as an unprivileged
 * user who then owns `folder`. Each way is tried out on the real program and folder before it is chosen.
 */
export function chooseRunAs(program: string, folder: string): RunAs {
  const uid = process.getuid?.()
  const gid = process.getgid?.()
  const direct: RunAs = { name: 'present user', owner: uid, launch: (command, args) => ({ command, args }) }
  if (uid === undefined || gid === undefined) return direct

  const accounts = readAccounts()
  // initdb looks its user up by name, so a user without an entry in /etc/passwd needs another way too.
  if (uid !== 0 && (accounts.length === 0 || accounts.some((account) => account.uid === uid))) return direct

  const unprivileged = pickUnprivileged(accounts)
  if (!unprivileged) throw new Error('PostgreSQL cannot run as root and /etc/passwd names no other user.')
  const ways = [inNamespace(uid, unprivileged), ...(uid === 0 ? [asUser(unprivileged), asUserWhoMayTraverse(unprivileged)] : [])]
  const failures: string[] = []
  for (const way of ways) {
    const before = statSync(folder).uid
    if (way.owner !== undefined && before !== way.owner && uid === 0)
      giveTo(folder, way.owner, way.owner === 0 ? 0 : unprivileged.gid)
    const failure = tryOut(way, program, folder)
    if (failure === undefined) return way
    failures.push(`${way.name}: ${failure}`)
  }
  throw new Error(
    `PostgreSQL cannot run as root, and no way to run it as another user works here (${failures.join('; ')}). ` +
      'Start Usance as an ordinary user, or set DATABASE_URL to a PostgreSQL server of your own.',
  )
}

function inNamespace(uid: number, account: Account): RunAs {
  const options = ['--user', `--map-user=${account.uid}`, `--map-group=${account.gid}`, '--']
  return {
    name: 'user namespace',
    owner: uid,
    launch: (command, args) => ({ command: 'unshare', args: [...options, command, ...args] }),
  }
}

function asUser(account: Account): RunAs {
  return {
    name: 'unprivileged user',
    owner: account.uid,
    launch: (command, args) => ({ command, args, uid: account.uid, gid: account.gid }),
  }
}

// Under a closed parent such as /root the unprivileged user cannot reach the data; one capability lets it through.
function asUserWhoMayTraverse(account: Account): RunAs {
  const options = [
    `--reuid=${account.uid}`,
    `--regid=${account.gid}`,
    '--clear-groups',
    '--inh-caps=-all,+dac_override',
    '--ambient-caps=+dac_override',
    '--bounding-set=-all,+dac_override',
    '--',
  ]
  return {
    name: 'unprivileged user with dac_override',
    owner: account.uid,
    launch: (command, args) => ({ command: 'setpriv', args: [...options, command, ...args] }),
  }
}

function tryOut(way: RunAs, program: string, folder: string): string | undefined {
  const { command, args, uid, gid } = way.launch('/bin/sh', [
    '-c',
    'test -r "$0" && test -w "$1" && "$0" --version',
    program,
    folder,
  ])
  const result = spawnSync(command, args, { uid, gid, cwd: '/', encoding: 'utf8', timeout: 10_000 })
  if (result.status === 0) return undefined
  return result.error?.message ?? (result.stderr.trim() || 'it cannot reach the program or the data folder')
}

function readAccounts(): Account[] {
  try {
    return readFileSync('/etc/passwd', 'utf8')
      .split('\n')
      .map((line) => line.split(':'))
      .filter((fields) => fields.length >= 4)
      .map((fields) => ({ uid: Number(fields[2]), gid: Number(fields[3]) }))
  } catch {
    return []
  }
}

/** An account that can do nothing: `nobody` where there is one, else the highest number. */
function pickUnprivileged(accounts: Account[]): Account | undefined {
  const others = accounts.filter((account) => account.uid > 0).sort((a, b) => b.uid - a.uid)
  return others.find((account) => account.uid === 65534) ?? others[0]
}

/** Makes `folder` and all below it belong to a user, without following links out of it. */
export function giveTo(folder: string, uid: number, gid: number) {
  for (const entry of readdirSync(folder, { withFileTypes: true })) {
    const path = join(folder, entry.name)
    if (entry.isDirectory()) giveTo(path, uid, gid)
    else if (!entry.isSymbolicLink() && lstatSync(path).uid !== uid) chownSync(path, uid, gid)
  }
  chownSync(folder, uid, gid)
}
