#!/usr/bin/env node
// Checks a proof of audit entries that a Usance portal made. Needs Node 20 or newer and nothing else, and no network:
//   node verify-audit-proof.mjs audit-proof_2026-01-01.ndjson [public-key.pem]
// Give the public key that you kept from an earlier proof, so that a portal with another key is noticed.
import { createHash, createPublicKey, verify } from 'node:crypto'
import { createReadStream, readFileSync } from 'node:fs'
import { createInterface } from 'node:readline'

const [file, keyFile] = process.argv.slice(2)
if (!file) stop('Usage: node verify-audit-proof.mjs <proof.ndjson> [public-key.pem]', 2)

const sha256 = (...parts) => parts.reduce((hash, part) => hash.update(part), createHash('sha256')).digest()
// JSON with sorted keys, so that the same entry always has the same text.
const canonical = (value) =>
  JSON.stringify(value, (_, v) =>
    v && typeof v === 'object' && !Array.isArray(v)
      ? Object.fromEntries(Object.entries(v).sort(([a], [b]) => (a < b ? -1 : 1)))
      : v,
  )

let header
let previous
let seq = 0n
let own = 0
let firstSeq
let number = 0
for await (const line of createInterface({ input: createReadStream(file), crlfDelay: Number.POSITIVE_INFINITY })) {
  number++
  if (line === '') continue
  let one
  try {
    one = JSON.parse(line)
  } catch {
    stop(`Line ${number} is no JSON: the file was cut or changed.`)
  }
  if (!header) begin(one)
  else link(one)
}
if (!header) stop('The file is empty.')
end()

function begin(one) {
  header = one
  if (header.format !== 'usance-audit-proof/1') stop('This is no proof of audit entries.')
  previous = Buffer.from(header.previousHash, 'hex')
  if (header.firstSeq !== null) seq = BigInt(header.firstSeq) - 1n
}

function link(one) {
  seq += 1n
  firstSeq ??= seq
  if (BigInt(one.seq) !== seq) stop(`Link ${seq} is missing.`)
  const digest = Buffer.from(one.digest, 'hex')
  if (one.entry) {
    own++
    if (!sha256(Buffer.from(one.nonce, 'hex'), canonical(one.entry)).equals(digest))
      stop(`Entry ${one.entry.id} (link ${seq}) was changed.`)
  }
  const place = Buffer.alloc(8)
  place.writeBigUInt64BE(seq)
  previous = sha256(place, previous, digest)
}

function end() {
  const { head, publicKey } = header
  if (!head || firstSeq === undefined) return say('No entry of this period is sealed yet: nothing to prove.')
  if (BigInt(head.seq) !== seq) stop(`The chain ends at link ${seq}; its signed head is link ${head.seq}. The end is missing.`)
  if (head.hash !== previous.toString('hex')) stop('The links do not lead to the signed head: an entry or a link was changed.')
  const key = createPublicKey(keyFile ? readFileSync(keyFile, 'utf8') : publicKey)
  const text = Buffer.from(`usance-audit-head\n${head.seq}\n${head.hash}\n${head.signedAt}`)
  if (!verify(null, text, key, Buffer.from(head.signature, 'hex'))) stop('The head was not signed with this key.')
  say(`Whole: ${own} entries of ${header.company} in links ${firstSeq} to ${seq}, signed on ${head.signedAt}.`)
  if (!keyFile) say(`The key is the one in the file. Keep it for the next time:\n${publicKey}`)
}

function say(text) {
  process.stdout.write(`${text}\n`)
}

function stop(text, code = 1) {
  process.stderr.write(`${text}\n`)
  process.exit(code)
}
