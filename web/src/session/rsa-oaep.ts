/**
 * RSA-OAEP with SHA-256 (RFC 8017 §7.1) for pages on plain HTTP, where `crypto.subtle` does not exist.
 * It only encrypts with a public key, so its timing has nothing to give away but the message itself, which is here anyway.
 */
export function rsaOaep(spki: Uint8Array): (message: Uint8Array) => Promise<Uint8Array> {
  const { modulus, exponent } = readSpki(spki)
  const size = modulus.length
  const n = toBigInt(modulus)
  return async (message) => {
    const room = size - 2 * hashBytes - 2
    if (message.length > room) throw new Error('message too long for the key')
    const seed = crypto.getRandomValues(new Uint8Array(hashBytes))
    const block = new Uint8Array(size - hashBytes - 1)
    block.set(sha256(new Uint8Array()), 0)
    block[block.length - message.length - 1] = 1
    block.set(message, block.length - message.length)
    const maskedBlock = xor(block, mask(seed, block.length))
    const maskedSeed = xor(seed, mask(maskedBlock, hashBytes))
    const encoded = new Uint8Array(size)
    encoded.set(maskedSeed, 1)
    encoded.set(maskedBlock, 1 + hashBytes)
    return toBytes(power(toBigInt(encoded), toBigInt(exponent), n), size)
  }
}

const hashBytes = 32
const xor = (a: Uint8Array, b: Uint8Array) => a.map((byte, index) => byte ^ b[index]!)
const toBigInt = (bytes: Uint8Array) =>
  BigInt(`0x${[...bytes].map((byte) => byte.toString(16).padStart(2, '0')).join('') || '0'}`)
const toBytes = (value: bigint, length: number) => {
  const hex = value.toString(16).padStart(length * 2, '0')
  return Uint8Array.from({ length }, (_, index) => Number.parseInt(hex.slice(index * 2, index * 2 + 2), 16))
}
function power(base: bigint, exponent: bigint, modulus: bigint): bigint {
  let [result, factor] = [1n, base % modulus]
  for (let left = exponent; left > 0n; left >>= 1n) {
    if (left & 1n) result = (result * factor) % modulus
    factor = (factor * factor) % modulus
  }
  return result
}

/** MGF1 with SHA-256. */
function mask(seed: Uint8Array, length: number): Uint8Array {
  const out = new Uint8Array(Math.ceil(length / hashBytes) * hashBytes)
  for (let counter = 0; counter * hashBytes < length; counter++) {
    const input = new Uint8Array(seed.length + 4)
    input.set(seed)
    new DataView(input.buffer).setUint32(seed.length, counter)
    out.set(sha256(input), counter * hashBytes)
  }
  return out.slice(0, length)
}

/** Modulus and exponent from a SubjectPublicKeyInfo (DER). */
function readSpki(der: Uint8Array): { modulus: Uint8Array; exponent: Uint8Array } {
  let at = 0
  const open = (tag: number): number => {
    if (der[at++] !== tag) throw new Error('not an RSA public key')
    let length = der[at++]!
    if (length & 0x80) {
      const count = length & 0x7f
      length = 0
      for (let index = 0; index < count; index++) length = length * 256 + der[at++]!
    }
    return length
  }
  open(0x30)
  const algorithm = open(0x30)
  at += algorithm
  open(0x03)
  at += 1
  open(0x30)
  const integer = () => {
    const length = open(0x02)
    const bytes = der.slice(at, at + length)
    at += length
    return bytes[0] === 0 ? bytes.slice(1) : bytes
  }
  return { modulus: integer(), exponent: integer() }
}

const primes = (() => {
  const found: number[] = []
  for (let candidate = 2; found.length < 64; candidate++) if (found.every((prime) => candidate % prime)) found.push(candidate)
  return found
})()
const fraction32 = (value: number) => ((value - Math.floor(value)) * 2 ** 32) | 0
const roundConstants = primes.map((prime) => fraction32(prime ** (1 / 3)))
const initial = primes.slice(0, 8).map((prime) => fraction32(Math.sqrt(prime)))

/** SHA-256 (FIPS 180-4). */
export function sha256(message: Uint8Array): Uint8Array {
  const blocks = Math.ceil((message.length + 9) / 64)
  const padded = new Uint8Array(blocks * 64)
  padded.set(message)
  padded[message.length] = 0x80
  const view = new DataView(padded.buffer)
  view.setUint32(padded.length - 8, Math.floor((message.length * 8) / 2 ** 32))
  view.setUint32(padded.length - 4, (message.length * 8) >>> 0)
  const state = [...initial]
  const w = new Int32Array(64)
  const rotate = (value: number, by: number) => (value >>> by) | (value << (32 - by))
  for (let block = 0; block < blocks; block++) {
    for (let i = 0; i < 16; i++) w[i] = view.getInt32(block * 64 + i * 4)
    for (let i = 16; i < 64; i++) {
      const [x, y] = [w[i - 15]!, w[i - 2]!]
      w[i] =
        (w[i - 16]! + (rotate(x, 7) ^ rotate(x, 18) ^ (x >>> 3)) + w[i - 7]! + (rotate(y, 17) ^ rotate(y, 19) ^ (y >>> 10))) | 0
    }
    let [a, b, c, d, e, f, g, h] = state as [number, number, number, number, number, number, number, number]
    for (let i = 0; i < 64; i++) {
      const first = (h + (rotate(e, 6) ^ rotate(e, 11) ^ rotate(e, 25)) + ((e & f) ^ (~e & g)) + roundConstants[i]! + w[i]!) | 0
      const second = ((rotate(a, 2) ^ rotate(a, 13) ^ rotate(a, 22)) + ((a & b) ^ (a & c) ^ (b & c))) | 0
      ;[h, g, f, e, d, c, b, a] = [g, f, e, (d + first) | 0, c, b, a, (first + second) | 0]
    }
    for (const [i, value] of [a, b, c, d, e, f, g, h].entries()) state[i] = (state[i]! + value) | 0
  }
  const out = new DataView(new ArrayBuffer(32))
  for (const [i, value] of state.entries()) out.setInt32(i * 4, value)
  return new Uint8Array(out.buffer)
}
