import type { Actor } from '../../http/context.ts'

/** The rights with which staff read a list that names every company. */
export const companyListRights = ['system.company.view', 'org.account.view'] as const

/**
 * Returns whether somebody finds companies by name: staff all of them, when a list of theirs names every company; everybody
 * else those of their own trade.
 */
export const findsCompanies = ({ staff, permissions }: Pick<Actor, 'staff' | 'permissions'>): boolean =>
  staff ? companyListRights.some((right) => permissions.has(right)) : permissions.has('org.company.view')
