/** The roles of a person in one of the roles of a company. */
export type Seat = { role: string; userRoles: readonly string[] }
/** The seats of a person in a company, and the right to sign. */
export type Standing = { seats: readonly Seat[]; signatory: boolean }

/** Roles that decide about money or about the people who do, and those of the operator that read the business of every company. */
const deciding: readonly string[] = ['Director', 'Checker', 'Operations', 'Risk', 'Settlement', 'Administrator', 'BD', 'Auditor']
/** Whether a role in a seat takes two people; the maker in the seat of the whole company puts changes of its people forward. */
const takesTwo = (seat: string, userRole: string): boolean =>
  deciding.includes(userRole) || (seat === 'COMPANY' && userRole === 'Maker')

/** Whether a person decides about money or people, reads every company, or signs. */
export const decidesAboutMoney = ({ seats, signatory }: Standing): boolean =>
  signatory || seats.some(({ role, userRoles }) => userRoles.some((one) => takesTwo(role, one)))

/** Whether the seats hold the one that is in charge of a company's people: its directors, at the operator the administrators. */
export const leads = (seats: readonly Seat[]): boolean =>
  seats.some(
    ({ role, userRoles }) =>
      (role === 'COMPANY' && userRoles.includes('Director')) || (role === 'PLATFORM' && userRoles.includes('Administrator')),
  )

/** The added seats, each with the roles that are new in it. */
export const seatsAdded = (before: readonly Seat[], after: readonly Seat[]): Seat[] =>
  after.flatMap(({ role, userRoles }) => {
    const held = before.find((one) => one.role === role)?.userRoles ?? []
    const added = userRoles.filter((one) => !held.includes(one))
    return added.length > 0 ? [{ role, userRoles: added }] : []
  })

/** Whether a change gives a person new rights over money; a second person then passes it first. */
export const givesASay = (before: Standing, after: Standing): boolean =>
  decidesAboutMoney({ seats: seatsAdded(before.seats, after.seats), signatory: after.signatory && !before.signatory })

/**
 * Whether the giver may give seats beyond their own permissions: directors in their own company, administrators of the operator
 * in every company.
 */
export const isInCharge = (giver: Seat & { staff: boolean }): boolean =>
  giver.userRoles.includes(giver.staff ? 'Administrator' : 'Director')

/** Whether the giver holds every permission of the seat. */
export const holdsAll = (held: ReadonlySet<string>, given: ReadonlySet<string>): boolean =>
  [...given].every((permission) => held.has(permission))
