import { sql } from 'kysely'
import type { Actor } from '../http/context.ts'

/** Whether somebody of the staff only introduces companies (BD): they read the companies that they introduced, and no other. */
export const isPartner = ({ staff, userRoles }: Pick<Actor, 'staff' | 'userRoles'>): boolean =>
  staff && userRoles.length > 0 && userRoles.every((role) => role === 'BD')

/** The ids of the companies that a partner introduced, for conditions on rows that the transaction sees beyond row-level security. */
export const introducedBy = ({ userId }: Pick<Actor, 'userId'>) => sql`(select id from company where bd_user_id = ${userId})`

/** The row scope of somebody of the staff. */
export const staffScope = (actor: Pick<Actor, 'staff' | 'userRoles'>): 'staff' | 'partner' =>
  isPartner(actor) ? 'partner' : 'staff'
