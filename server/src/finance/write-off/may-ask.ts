import type { Actor } from '../../http/context.ts'

/** Whoever works for the funder may ask for a write-off, not only those who approve: who asks does not decide. */
export const mayAskForWriteOff = ({ companyRole, permissions }: Pick<Actor, 'companyRole' | 'permissions'>): boolean =>
  companyRole === 'FUNDER' && permissions.has('finance.finance-order.write-off')
