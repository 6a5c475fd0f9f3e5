/** The roles of a person in one of the roles of a company. */
export type Seat = { role: string; userRoles: readonly string[] }
/** What a person may do for a company: seats, and the right to sign. */
export type Standing = { seats: readonly Seat[]; signatory: boolean }

/** Who holds one of these decides about money, or about who does. */
const deciding: readonly string[] = ['Director', 'Checker', 'Operations', 'Risk', 'Settlement', 'Administrator']

/** Whether somebody decides about money, or signs. */
export const decidesAboutMoney = ({ seats, signatory }: Standing): boolean =>
  signatory || seats.some(({ userRoles }) => userRoles.some((role) => deciding.includes(role)))

/** The seats that come new, each with the roles that were not held in it before. */
export const seatsAdded = (before: readonly Seat[], after: readonly Seat[]): Seat[] =>
  after.flatMap(({ role, userRoles }) => {
    const held = before.find((one) => one.role === role)?.userRoles ?? []
    const added = userRoles.filter((one) => !held.includes(one))
    return added.length > 0 ? [{ role, userRoles: added }] : []
  })

/** Whether a change gives somebody a say about money that they do not have yet: a second person passes it first. */
export const givesASay = (before: Standing, after: Standing): boolean =>
  decidesAboutMoney({ seats: seatsAdded(before.seats, after.seats), signatory: after.signatory && !before.signatory })

/** Who is in charge of the people of a company gives seats there that are not their own: its directors; of the operator and of every company, administrators. */
export const isInCharge = (giver: Seat & { staff: boolean }): boolean =>
  giver.userRoles.includes(giver.staff ? 'Administrator' : 'Director')

/** Whether everything a seat permits is held by its giver too. */
export const holdsAll = (held: ReadonlySet<string>, given: ReadonlySet<string>): boolean =>
  [...given].every((permission) => held.has(permission))
