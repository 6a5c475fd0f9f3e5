import { addUser } from '../party/company/register.ts'
import type { Portal } from './portal.ts'
import { openSeat, type Seat, testPassword } from './world.ts'

/** Makes a person the partner who introduced a company: the world's person of business development, and Alder, unless named. */
export const introduce = (
  portal: Portal,
  {
    companyId = portal.world.companies.alder,
    userId = portal.seats.bd.userId,
  }: { companyId?: string; userId?: string | null } = {},
) => portal.look((tx) => tx.updateTable('company').set({ bdUserId: userId }).where('id', '=', companyId).execute())

/** A second person of business development, who has introduced nobody yet. */
export const anotherPartner = (portal: Portal): Promise<Seat> =>
  portal.look(async (tx) => {
    const { companyId } = portal.seats.bd
    const seats = [{ companyId, role: 'PLATFORM' as const, userRoles: ['BD'] }]
    const person = { userName: 'next.partner', cname: 'Next Partner', email: 'next.partner@usance.test' }
    const userId = await addUser(tx, { ...person, password: testPassword, seats })
    return openSeat(tx, userId, companyId, 'PLATFORM')
  })
