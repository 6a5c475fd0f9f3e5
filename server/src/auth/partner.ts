import { type RawBuilder, sql } from 'kysely'
import type { Actor } from '../http/context.ts'
import { Refused } from '../http/refused.ts'

/** Whether somebody of the staff only introduces companies (BD): they read the companies that they introduced, and no other. */
export const isPartner = ({ staff, userRoles }: Pick<Actor, 'staff' | 'userRoles'>): boolean =>
  staff && userRoles.length > 0 && userRoles.every((role) => role === 'BD')

/** The ids of the companies that a partner introduced, for conditions on rows that the transaction sees beyond row-level security. */
export const introducedBy = ({ userId }: Pick<Actor, 'userId'>) => sql`(select id from company where bd_user_id = ${userId})`

/** The companies `c` that staff read: all of them, and for a partner those that they introduced. */
export const readByStaff = (actor: Pick<Actor, 'staff' | 'userRoles' | 'userId'>): RawBuilder<boolean> =>
  isPartner(actor) ? sql<boolean>`c.bd_user_id = ${actor.userId}` : sql<boolean>`${actor.staff}`

/** The same by the id of the company. */
export const idReadByStaff = (
  actor: Pick<Actor, 'staff' | 'userRoles' | 'userId'>,
  companyId: RawBuilder<unknown>,
): RawBuilder<boolean> => (isPartner(actor) ? sql<boolean>`${companyId} in ${introducedBy(actor)}` : sql<boolean>`${actor.staff}`)

/** The scope of the rows that a person reads in the own seat. */
export const scopeOfSeat = (actor: Pick<Actor, 'staff' | 'userRoles'>): 'company' | 'staff' | 'partner' =>
  !actor.staff ? 'company' : isPartner(actor) ? 'partner' : 'staff'

/** Refuses a partner what is of the operator alone, whatever right it was given. */
export function refusePartner(actor: Pick<Actor, 'staff' | 'userRoles'>): void {
  if (isPartner(actor)) throw new Refused('FORBIDDEN')
}
