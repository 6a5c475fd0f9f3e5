import { intentCalls } from '@usance/wire/intent/calls'
import { routes } from '../../http/context.ts'
import { addIntent, editIntent, oneIntent, ownIntents } from './intents.ts'
import { acceptOffer, ownOffers, rejectOffer } from './offers.ts'

export const intentRoutes = routes(intentCalls, {
  intents: ownIntents,
  intent: oneIntent,
  addIntent,
  editIntent,
  offers: ownOffers,
  accept: acceptOffer,
  reject: rejectOffer,
})
