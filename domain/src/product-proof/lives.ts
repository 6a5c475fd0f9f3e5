/** The lives that a product is tried in before it is offered, in the order in which they are shown. */
export const provedLives = ['EARLY', 'ON_TIME', 'LATE', 'PARTLY_PAID', 'DILUTED', 'DEFAULTED'] as const
export type LifeName = (typeof provedLives)[number]
/** What harms a party by construction: it happens although everybody does what was agreed. */
export const productHarms = [
  'NEVER_FINANCED',
  'COSTS_EXCEED_ADVANCE',
  'SUPPLIER_OVERCHARGED',
  'BUYER_OVERCHARGED',
  'FUND_LEG_ABOVE_CLIENT',
  'FUNDER_LOSES',
  'PLATFORM_LOSES',
] as const
export type HarmName = (typeof productHarms)[number]
/** What is unusual about a product and may be meant: whoever decides on it sees it first. */
export const productWarnings = [
  'SUPPLIER_PAYS_MUCH',
  'SHORTEST_COSTS_MUCH',
  'RESERVE_TOO_SMALL',
  'BUYER_PAYS_MUCH',
  'FUNDER_EARNS_NOTHING',
  'FUNDER_BELOW_LEG',
] as const
export type WarningName = (typeof productWarnings)[number]

/**
 * Where unusual begins and absurd, in percent. `supplierYear` is what the supplier's money costs it a year, all in: 36 % is the
 * ceiling of the Military Lending Act (10 USC 987), beyond 100 % the costs of a year are more than the money. `buyerFees` is
 * what the buyer is billed of the face it owes.
 */
export const proofBounds = {
  supplierYear: { unusual: 36, refused: 100 },
  buyerFees: { unusual: 1, refused: 5 },
} as const
