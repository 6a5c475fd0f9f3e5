import { machine } from './machine.ts'

export const pricingOfferStatuses = ['OFFERED', 'ACCEPTED', 'REJECTED', 'EXPIRED'] as const

/** The life of an offered price; accepting and rejecting are both final, only time ends an accepted one. */
export const pricingOfferMachine = machine(pricingOfferStatuses, [
  [['OFFERED'], 'accept', ['S', 'D'], 'ACCEPTED'],
  [['OFFERED'], 'reject', ['S', 'D'], 'REJECTED'],
  [['OFFERED', 'ACCEPTED'], 'expire', ['system'], 'EXPIRED'],
])
