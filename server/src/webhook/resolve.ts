import type { LookupAddress } from 'node:dns'
import { lookup, Resolver } from 'node:dns/promises'

/** The longest time that a name may take, in milliseconds. */
const resolveMs = 3_000

/**
 * Returns the addresses of a host that somebody typed, IPv4 first; throws when there is none within `resolveMs`. It asks the name
 * servers itself: `lookup` takes one of the few threads that files and database connections need, and cannot be cancelled, so
 * that names which never resolve would stop the whole process. With `allowPrivate` a name may also stand in the hosts file of the
 * operator's network.
 */
export async function resolveHost(host: string, allowPrivate: boolean, servers?: readonly string[]): Promise<LookupAddress[]> {
  const resolver = new Resolver({ timeout: resolveMs / 2, tries: 1 })
  if (servers) resolver.setServers(servers)
  const clock = setTimeout(() => resolver.cancel(), resolveMs)
  try {
    const [four, six] = await Promise.allSettled([resolver.resolve4(host), resolver.resolve6(host)])
    const found = [
      ...(four.status === 'fulfilled' ? four.value : []).map((address) => ({ address, family: 4 })),
      ...(six.status === 'fulfilled' ? six.value : []).map((address) => ({ address, family: 6 })),
    ]
    if (found.length > 0) return found
    if (allowPrivate) return await lookup(host, { all: true })
    throw four.status === 'rejected' ? four.reason : new Error('The name has no address.')
  } finally {
    clearTimeout(clock)
  }
}
