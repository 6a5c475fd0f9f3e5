import type { Principal } from '@usance/wire/session/calls'

type Node = { id: string; name: string; parentPermissionId: string | null | undefined }

/** The dotted names of every permission in the server's tree; a child may carry its full name or only its last part. */
export function grantedNames(tree: readonly Node[]): Set<string> {
  const byId = new Map(tree.map((node) => [node.id, node]))
  const nameOf = (node: Node, depth = 0): string => {
    const parent = node.parentPermissionId && node.parentPermissionId !== '0' ? byId.get(node.parentPermissionId) : undefined
    if (!parent || depth > 9) return node.name
    const above = nameOf(parent, depth + 1)
    return node.name.startsWith(`${above}.`) ? node.name : `${above}.${node.name}`
  }
  return new Set(tree.map((node) => nameOf(node)))
}

/** Pages that open for everybody who is signed in; ids and dates in an address are ignored. They open the page, never its data. */
const alwaysGranted = [
  '/realname',
  '/finance/finance-order/confirm',
  '/information',
  '/finance/interest',
  '/dashboard/ar',
  '/dashboard/cashflow',
  '/buyer-outlook',
  '/chatbot',
  '/channel-partner',
  '/channel-partner/details',
  '/repayment/airwallex-management',
]

const isIdOrDate = (segment: string) => /^\$|\d/.test(segment) || segment.length > 24
/** The address without ids and dates: /a/42/confirm is /a/confirm. */
export const bareRoute = (path: string): string =>
  `/${path
    .split('/')
    .filter((segment) => segment && !isIdOrDate(segment))
    .join('/')}`

export function isAlwaysGranted(path: string): boolean {
  const bare = bareRoute(path)
  return alwaysGranted.includes(bare) || bare.startsWith('/realname/')
}

export type PoolMode = 'DBS' | 'OWN' | 'OTHER'
/** The pool mode behind a company's business type; anything unknown is the ordinary mode. */
export function poolModeOf(businessType: string | null | undefined, prefix: string): PoolMode {
  const type = (businessType ?? '').toUpperCase()
  if (type === 'DBS_POOL_FACTORING') return 'DBS'
  return type === `${prefix.toUpperCase()}_POOL_FACTORING` ? 'OWN' : 'OTHER'
}

const hidden: Record<PoolMode, readonly string[]> = {
  DBS: ['/finance/finance-order', '/finance/poolFactoring', '/finance/account', '/finance/interest'],
  OWN: ['/finance/finance-order', '/finance/dbsFinance', '/payment', '/repayment'],
  OTHER: ['/finance/dbsFinance', '/finance/poolFactoring', '/finance/account', '/finance/interest'],
}
/** Whose pages are asked for: what a seat grants, the pool mode of its company, and its role. */
export type Seat = { granted: ReadonlySet<string>; pool: PoolMode; user?: { companyRole: string } | undefined }

/**
 * Whether the pool mode hides a page from a seat. Whole segments count: /payment never hides /payment-other. The mode is a trading
 * company's own: funders and staff serve companies in every mode. What always opens leaves the menu of everybody.
 */
export const isHiddenByPool = (path: string, { pool, user }: Pick<Seat, 'pool' | 'user'>): boolean =>
  hidden[pool].some((prefix) => path === prefix || path.startsWith(`${prefix}/`)) &&
  ((user?.companyRole !== 'FUNDER' && user?.companyRole !== 'PLATFORM') || isAlwaysGranted(path))

/** Where a company in each mode finds its orders: in their list, or beside its pool. */
const orderPages: Record<PoolMode, string> = {
  OTHER: '/finance/finance-order',
  OWN: '/finance/poolFactoring',
  DBS: '/finance/dbsFinance',
}
export const ordersOf = (seat: Pick<Seat, 'pool' | 'user'>): string =>
  isHiddenByPool(orderPages.OTHER, seat) ? orderPages[seat.pool] : orderPages.OTHER

const orderAddress = /^(?:\/finance\/(?:finance-order|poolFactoring|dbsFinance))\/([^/?]+)\/(detail|edit)$/
/**
 * The address at which this seat reads a page. Messages and links name the page of an order the same way for everybody; where the
 * pool mode hides it, the same page stands beside the pool. Its only form there is the dialog of a drawing, which the page opens.
 */
export function addressFor(seat: Seat, to: string): string {
  const [path = '', query] = to.split('?')
  const [, id, page] = orderAddress.exec(path) ?? []
  if (!id || !isHiddenByPool(path, seat)) return to
  const detail = `${orderPages[seat.pool]}/${id}/detail`
  if (page === 'edit') return `${detail}?correct=1`
  return query ? `${detail}?${query}` : detail
}

/**
 * Whether these permissions open a page in this pool mode; the guard and every link use this rule. A page that always opens stays
 * open where the mode hides it: it leaves the menu alone.
 */
export const mayOpen = (seat: Seat, page: { path: string; permission?: string | undefined }): boolean =>
  isAlwaysGranted(page.path) ||
  ((page.permission === undefined || seat.granted.has(page.permission)) && !isHiddenByPool(page.path, seat))

/** Who is at the keyboard and what they may do. */
export type Session = { user: Principal; granted: ReadonlySet<string>; pool: PoolMode }
