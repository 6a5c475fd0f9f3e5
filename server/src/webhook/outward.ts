import type { LookupAddress } from 'node:dns'
import { request as plain } from 'node:http'
import { request as secure } from 'node:https'
import { BlockList, isIP } from 'node:net'
import { resolveHost } from './resolve.ts'

const inside = new BlockList()
for (const [net, bits] of [
  ['0.0.0.0', 8],
  ['10.0.0.0', 8],
  ['100.64.0.0', 10],
  ['127.0.0.0', 8],
  ['169.254.0.0', 16],
  ['172.16.0.0', 12],
  ['192.0.0.0', 24],
  ['192.0.2.0', 24],
  ['192.168.0.0', 16],
  ['198.18.0.0', 15],
  ['198.51.100.0', 24],
  ['203.0.113.0', 24],
  ['224.0.0.0', 3],
] as const)
  inside.addSubnet(net, bits, 'ipv4')

/** Whether an address lies in the public internet. Of IPv6 only global unicast does, without the tunnels into IPv4. */
export function isPublicAddress(address: string): boolean {
  if (isIP(address) === 4) return !inside.check(address, 'ipv4')
  const [first = '', second = ''] = address.toLowerCase().split(':')
  const group = Number.parseInt(first, 16)
  const tunnel = group === 0x2002 || (group === 0x2001 && Number.parseInt(second || '0', 16) < 0x200)
  const documentation = group === 0x2001 && Number.parseInt(second || '0', 16) === 0xdb8
  return group >= 0x2000 && group <= 0x3fff && !tunnel && !documentation
}

/** Why an address may not be used at all, before any name is resolved; undefined when it may. */
export function faultOfUrl(text: string, allowPrivate: boolean): 'URL_INVALID' | 'URL_NOT_PUBLIC' | undefined {
  const url = URL.canParse(text) ? new URL(text) : undefined
  if (!url || !['https:', 'http:'].includes(url.protocol) || url.username || url.password || url.hash) return 'URL_INVALID'
  if (allowPrivate) return undefined
  const host = hostOf(url)
  if (url.protocol !== 'https:' || (isIP(host) && !isPublicAddress(host))) return 'URL_NOT_PUBLIC'
  return /(^|\.)(localhost|local|internal)\.?$/i.test(host) ? 'URL_NOT_PUBLIC' : undefined
}
/**
 * The reason why a host name may not be used, as far as it can be resolved now: an inside address. An unresolved name is checked
 * at delivery, which resolves it again and connects to the checked address alone.
 */
export async function faultOfHost(
  text: string,
  allowPrivate: boolean,
  resolve: (host: string) => Promise<LookupAddress[]> = (host) => resolveHost(host, allowPrivate),
): Promise<'URL_NOT_PUBLIC' | undefined> {
  if (allowPrivate || !URL.canParse(text)) return undefined
  const found = await resolve(hostOf(new URL(text))).catch(() => [])
  return found.every(({ address }) => isPublicAddress(address)) ? undefined : 'URL_NOT_PUBLIC'
}

const hostOf = (url: URL) => url.hostname.replace(/^\[|\]$/g, '')

export type Outcome = { httpStatus: number | null; answer: string; tookMs: number }
type Options = { allowPrivate: boolean; timeoutMs?: number; resolve?: (host: string) => Promise<LookupAddress[]> }
const answerLimit = 2000

/**
 * Posts to an address somebody typed. The name is resolved once, every address it has must be public, and the connection
 * goes to exactly the one that was looked at. Redirects are not followed. Never throws: a failure is its answer.
 */
export const postOutward = (target: string, body: string, headers: Record<string, string>, options: Options): Promise<Outcome> =>
  exchange(target, { method: 'POST', body, headers }, options)

/** Gets what lies at an address an operator set, with the same care. What is longer than `mostBytes` is no answer at all. */
export const getOutward = (
  target: string,
  headers: Record<string, string>,
  options: Options & { mostBytes: number },
): Promise<Outcome> => exchange(target, { method: 'GET', body: '', headers }, options)

async function exchange(
  target: string,
  { method, body, headers }: { method: 'GET' | 'POST'; body: string; headers: Record<string, string> },
  {
    allowPrivate,
    timeoutMs = 10_000,
    mostBytes,
    resolve = (host) => resolveHost(host, allowPrivate),
  }: Options & { mostBytes?: number },
): Promise<Outcome> {
  const begun = performance.now()
  const outcome = (httpStatus: number | null, answer: string): Outcome => ({
    httpStatus,
    answer: (mostBytes ? answer : answer.slice(0, answerLimit)).replaceAll('\u0000', ''),
    tookMs: Math.round(performance.now() - begun),
  })
  const clock = AbortSignal.timeout(timeoutMs)
  try {
    const fault = faultOfUrl(target, allowPrivate)
    if (fault) return outcome(null, fault)
    const url = new URL(target)
    const host = hostOf(url)
    const family = isIP(host)
    const found = family ? [{ address: host, family }] : await resolve(host)
    const address = found[0]
    if (!address) return outcome(null, 'HOST_UNKNOWN')
    if (!allowPrivate && found.some((one) => !isPublicAddress(one.address))) return outcome(null, 'URL_NOT_PUBLIC')
    const send = url.protocol === 'https:' ? secure : plain
    return await new Promise<Outcome>((answered) => {
      let isAnswered = false
      const sent = send(
        {
          method,
          host: address.address,
          family: address.family,
          port: url.port || undefined,
          path: `${url.pathname}${url.search}`,
          // The certificate is proved for the name, though the connection goes to the address.
          ...(family ? {} : { servername: host }),
          headers: { ...headers, host: url.host, ...(method === 'POST' ? { 'content-length': Buffer.byteLength(body) } : {}) },
          agent: false,
          signal: clock,
        },
        (response) => {
          isAnswered = true
          let text = ''
          response.setEncoding('utf8')
          response.on('data', (part: string) => {
            text += part
            if (text.length > (mostBytes ?? answerLimit)) response.destroy()
          })
          const end = () =>
            answered(
              mostBytes && clock.aborted
                ? outcome(null, 'TIMEOUT')
                : mostBytes && text.length > mostBytes
                  ? outcome(null, 'TOO_LONG')
                  : mostBytes && !response.complete
                    ? outcome(null, 'NOT_REACHED')
                    : outcome(response.statusCode ?? null, text),
            )
          response.on('close', end)
          response.on('error', end)
        },
      )
      sent.on('error', (error) => answered(outcome(null, clock.aborted ? 'TIMEOUT' : wordFor(error))))
      // Another protocol is no answer. Without a listener the request would end without any event but its close.
      sent.on('upgrade', (response, socket) => {
        socket.destroy()
        answered(outcome(response.statusCode ?? null, ''))
      })
      // However a request ends, it has an outcome; of several the first counts. An answer that is cut tells its own end.
      sent.on('close', () => isAnswered || answered(outcome(null, clock.aborted ? 'TIMEOUT' : 'NOT_REACHED')))
      sent.end(body)
    })
  } catch (error) {
    return outcome(null, wordFor(error))
  }
}

/**
 * The reason of a failed call for the owner of an address: the fault of its certificate, and nothing about the names and networks
 * of the installation.
 */
function wordFor(error: unknown): string {
  const code = error instanceof Error && 'code' in error ? String(error.code) : ''
  return /^(CERT_|DEPTH_|SELF_SIGNED|UNABLE_TO_|ERR_TLS_)/.test(code) ? code : 'NOT_REACHED'
}
