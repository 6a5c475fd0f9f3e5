import type { Actor } from '../../http/context.ts'

/** Whoever works for the funder may ask for a write-off, not only those who approve: who asks does not decide. */
export const mayAskForWriteOff = ({ companyRole, userRoles }: Pick<Actor, 'companyRole' | 'userRoles'>): boolean =>
  companyRole === 'FUNDER' && userRoles.some((role) => role !== 'Viewer')
