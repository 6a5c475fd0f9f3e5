import type { Actor } from '../../http/context.ts'

/**
 * Returns whether somebody finds companies by name: staff all of them, when a list of theirs names every company; everybody
 * else those of their own trade.
 */
export const findsCompanies = ({ staff, permissions }: Pick<Actor, 'staff' | 'permissions'>): boolean =>
  staff ? permissions.has('system.company.view') || permissions.has('org.account.view') : permissions.has('org.company.view')
