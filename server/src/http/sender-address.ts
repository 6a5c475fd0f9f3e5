import { isIPv6 } from 'node:net'

/**
 * The address that requests are counted by. Of IPv6 it is the network of 64 bits, which one household or machine has to itself;
 * counted by single addresses, one machine would have as many counts as it likes.
 */
export function senderAddress(ip: string): string {
  const plain = ip.split('%')[0] ?? ip
  if (!isIPv6(plain) || plain.includes('.')) return ip
  const [head = '', tail] = plain.split('::')
  const groups = (part: string) => (part === '' ? [] : part.split(':'))
  const [before, after] = [groups(head), groups(tail ?? '')]
  const zeros = tail === undefined ? [] : Array.from({ length: 8 - before.length - after.length }, () => '0')
  const network = [...before, ...zeros, ...after].slice(0, 4).map((group) => Number.parseInt(group, 16).toString(16))
  return `${network.join(':')}::/64`
}
