import { constants, createHash, generateKeyPairSync, privateDecrypt } from 'node:crypto'
import { expect, test } from 'vitest'
import { rsaOaep, sha256 } from './rsa-oaep.ts'

test('the hash agrees with the platform for every padding length', () => {
  for (let length = 0; length < 130; length++) {
    const bytes = new Uint8Array(length).fill(length)
    expect(Buffer.from(sha256(bytes)).toString('hex')).toBe(createHash('sha256').update(bytes).digest('hex'))
  }
})

test('what the fallback encrypts, the server decrypts', async () => {
  const { publicKey, privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 })
  const encrypt = rsaOaep(new Uint8Array(publicKey.export({ type: 'spki', format: 'der' })))
  const sent = await encrypt(new TextEncoder().encode('{"v":"密码 pass","n":"n-1"}'))
  const read = privateDecrypt(
    { key: privateKey, padding: constants.RSA_PKCS1_OAEP_PADDING, oaepHash: 'sha256' },
    Buffer.from(sent),
  )
  expect(read.toString('utf8')).toBe('{"v":"密码 pass","n":"n-1"}')
})
