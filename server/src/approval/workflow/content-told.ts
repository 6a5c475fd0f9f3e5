import type { App } from '../../app.ts'
import { keyedHash } from '../../auth/keyed-hash.ts'
import type { Instance } from './instance.ts'

/**
 * What leaves of the content that is decided on: the same as long as the content is, and nothing that guesses could be tried against. The
 * hash of an account holds its whole number, of which most readers have four characters. It counts within one object, so that nobody
 * compares it with that of an object of their own making.
 */
export const contentTold = (
  app: Pick<App, 'installKey'>,
  { businessId, contentHash }: Pick<Instance, 'businessId' | 'contentHash'>,
) => keyedHash(app, 'approval', `${businessId}\n${contentHash}`).toString('hex')
