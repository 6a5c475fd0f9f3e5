import { constants, createHash, createPrivateKey, createPublicKey, generateKeyPairSync, privateDecrypt } from 'node:crypto'

/** The RSA key that browsers encrypt passwords with. It lives as long as the process that shares it. */
export type SignInKey = {
  keyId: string
  publicKey: string
  decrypt: (base64: string) => { value: string; nonce: string } | undefined
}

/** Makes the key from a PKCS#8 private key in PEM, or a fresh one. */
export function signInKey(pem: string): SignInKey & { pem: string } {
  const key = createPrivateKey(pem)
  const publicDer = Buffer.from(publicOf(pem), 'base64')
  return {
    pem,
    keyId: createHash('sha256').update(publicDer).digest('hex').slice(0, 16),
    publicKey: publicDer.toString('base64'),
    decrypt(base64) {
      try {
        const plain = privateDecrypt(
          { key, padding: constants.RSA_PKCS1_OAEP_PADDING, oaepHash: 'sha256' },
          Buffer.from(base64, 'base64'),
        )
        const { v, n } = JSON.parse(plain.toString('utf8')) as { v: unknown; n: unknown }
        return typeof v === 'string' && typeof n === 'string' ? { value: v, nonce: n } : undefined
      } catch {
        return undefined
      }
    },
  }
}

const publicOf = (pem: string) => createPublicKey(pem).export({ type: 'spki', format: 'der' }).toString('base64')

/** A fresh private key in PEM: 2048 bits hold every encrypted user name and password we allow. */
export const newSignInPem = () =>
  generateKeyPairSync('rsa', { modulusLength: 2048 }).privateKey.export({ type: 'pkcs8', format: 'pem' }).toString()
