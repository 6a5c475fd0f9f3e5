import { hash, verify } from '@node-rs/argon2'

// OWASP's parameters for argon2id: 19 MiB, two passes, one lane.
const argon2id = 2
const options = { algorithm: argon2id, memoryCost: 19_456, timeCost: 2, parallelism: 1 }

// Hashing takes a thread for tens of milliseconds: more than this many at once would starve file and name look-ups.
const atOnce = 2
let running = 0
const waiting: (() => void)[] = []
async function bounded<T>(work: () => Promise<T>): Promise<T> {
  if (running >= atOnce) await new Promise<void>((resolve) => waiting.push(resolve))
  running++
  try {
    return await work()
  } finally {
    running--
    waiting.shift()?.()
  }
}

/** The argon2id hash of a password. */
export const hashPassword = (password: string) => bounded(() => hash(password.normalize('NFKC'), options))
export const verifyPassword = (stored: string, password: string) =>
  bounded(() => verify(stored, password.normalize('NFKC')).catch(() => false))

let decoy: Promise<string> | undefined
/** Takes as long as checking a real password, so that time does not tell whether a user exists. Always false. */
export async function wasteAVerification(): Promise<false> {
  decoy ??= hashPassword('no user has this one')
  await verifyPassword(await decoy, 'nor this')
  return false
}
