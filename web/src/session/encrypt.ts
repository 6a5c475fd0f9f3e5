import { sessionCalls } from '@usance/wire/session/calls'
import { send } from '../http/client.ts'

/** Encrypts secrets for one sign-in: each is RSA-OAEP of {v: value, n: nonce}, so that a recording cannot be replayed. */
export async function encryptForServer(values: readonly string[]): Promise<{ keyId: string; values: string[] }> {
  const { keyId, publicKey, nonce } = await send(sessionCalls.publicKey, {}, { quiet: true, timeoutMs: 15_000 })
  const spki = Uint8Array.from(atob(publicKey), (letter) => letter.charCodeAt(0))
  const texts = values.map((v) => new TextEncoder().encode(JSON.stringify({ v, n: nonce })))
  // On plain HTTP the browser has no WebCrypto; the fallback does the same arithmetic with BigInt.
  const encrypt = globalThis.crypto?.subtle ? await withWebCrypto(spki) : (await import('./rsa-oaep.ts')).rsaOaep(spki)
  return { keyId, values: await Promise.all(texts.map(async (text) => toBase64(await encrypt(text)))) }
}

async function withWebCrypto(spki: Uint8Array<ArrayBuffer>) {
  const key = await crypto.subtle.importKey('spki', spki, { name: 'RSA-OAEP', hash: 'SHA-256' }, false, ['encrypt'])
  return async (text: Uint8Array<ArrayBuffer>) => new Uint8Array(await crypto.subtle.encrypt({ name: 'RSA-OAEP' }, key, text))
}

const toBase64 = (bytes: Uint8Array) => btoa(String.fromCharCode(...bytes))
