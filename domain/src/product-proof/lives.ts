/** The lives that a product is tried in before it is offered, in the order of display. */
export const provedLives = ['EARLY', 'ON_TIME', 'LATE', 'PARTLY_PAID', 'DILUTED', 'DEFAULTED'] as const
export type LifeName = (typeof provedLives)[number]
/** Harm to a party by construction: it happens although everybody keeps to the agreement. */
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
/** Unusual terms that may be intended; the approver sees them first. */
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
 * The bounds of unusual and of absurd, in percent. `supplierYear` is the all-in cost of the supplier's money for a year: 36 % is
 * the ceiling of the Military Lending Act (10 USC 987), and above 100 % the costs of a year exceed the money. `buyerFees` are the
 * buyer's fees in percent of the face that it owes.
 */
export const proofBounds = {
  supplierYear: { unusual: 36, refused: 100 },
  buyerFees: { unusual: 1, refused: 5 },
} as const
