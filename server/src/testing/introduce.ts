import type { Portal } from './portal.ts'

/** Makes a person the partner who introduced a company: the world's person of business development, and Alder, unless named. */
export const introduce = (
  portal: Portal,
  {
    companyId = portal.world.companies.alder,
    userId = portal.seats.bd.userId,
  }: { companyId?: string; userId?: string | null } = {},
) => portal.look((tx) => tx.updateTable('company').set({ bdUserId: userId }).where('id', '=', companyId).execute())
