import { constants, createPublicKey, publicEncrypt } from 'node:crypto'
import { sessionCalls } from '@usance/wire/session/calls'
import type { Portal } from './portal.ts'

type Asked = Pick<Portal, 'ask'>

/** Secrets as the browser sends them: encrypted together with one fresh nonce of the portal. */
export async function sealedFields<const T extends readonly string[]>(portal: Asked, values: T) {
  const { publicKey, nonce } = await portal.ask(null, sessionCalls.publicKey, {})
  const key = createPublicKey({ key: Buffer.from(publicKey, 'base64'), format: 'der', type: 'spki' })
  return values.map((v) =>
    publicEncrypt(
      { key, padding: constants.RSA_PKCS1_OAEP_PADDING, oaepHash: 'sha256' },
      Buffer.from(JSON.stringify({ v, n: nonce })),
    ).toString('base64'),
  ) as { [K in keyof T]: string }
}

/** Signs in as the sign-in page does; answers the token. */
export async function signInAs(portal: Asked, name: string, secret: string): Promise<string> {
  const [userName, password] = await sealedFields(portal, [name, secret])
  const { token } = await portal.ask(null, sessionCalls.login, { body: { userName, password, loginName: name, type: 1 } })
  return token
}
