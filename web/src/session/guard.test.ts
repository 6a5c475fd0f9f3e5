import type { CompanyRole } from '@usance/wire/roles'
import { describe, expect, test } from 'vitest'
import { decide, type Entry } from './guard.ts'
import { bareRoute, grantedNames, isAlwaysGranted, isHiddenByPool, type PoolMode } from './permissions.ts'

/** A user in the first of these roles of a company, who holds the others too; another company has the role of a funder. */
const inRoles = (present: CompanyRole, ...others: CompanyRole[]) => ({
  companyId: 'C1',
  companyRole: present,
  roles: [
    ...[present, ...others].map((role) => ({
      roleCode: role,
      companyId: 'C1',
      companyRole: role,
      isPresent: role === present,
    })),
    { roleCode: 'FUNDER', companyId: 'C2', companyRole: 'FUNDER' as const, isPresent: false },
  ],
})
const supplier = inRoles('SUPPLIER', 'BUYER')
const entry = (change: Partial<Entry>): Entry => ({
  path: '/trading/invoice',
  query: {},
  hasToken: true,
  exhibitionToken: '',
  user: supplier,
  pool: 'OTHER',
  enteredRole: false,
  granted: new Set(['home.view', 'trading.invoice.view', 'payment.financing.view']),
  permission: 'trading.invoice.view',
  ...change,
})

describe('the route guard', () => {
  test('sign-in, password reset and error pages are public', () => {
    for (const path of ['/login', '/reset-pwd', '/error/404'])
      expect(decide(entry({ path, hasToken: false, user: undefined }))).toEqual({ do: 'show' })
  })
  test('a stranger is sent to sign in, and the user is loaded before anything else is judged', () => {
    expect(decide(entry({ hasToken: false }))).toEqual({ do: 'sign-in' })
    expect(decide(entry({ user: undefined, query: { __role: 'BUYER' } }))).toEqual({ do: 'load-user' })
  })
  test('a guidance code is exchanged before the session is asked for', () => {
    expect(decide(entry({ hasToken: false, query: { guidance: 'g1' } }))).toEqual({ do: 'exchange-guidance', guidance: 'g1' })
  })
  test('an exhibition visitor sees the exhibition only', () => {
    const path = '/buyer-outlook-exhibition'
    expect(decide(entry({ path, hasToken: false, query: { exhibitionToken: 'x' } }))).toEqual({
      do: 'keep-exhibition-token',
      token: 'x',
    })
    expect(decide(entry({ path, hasToken: false, exhibitionToken: 'x' }))).toEqual({ do: 'show' })
    expect(decide(entry({ hasToken: false, exhibitionToken: 'x' }))).toEqual({ do: 'sign-in' })
    expect(decide(entry({ exhibitionToken: 'x' }))).toEqual({ do: 'show' })
  })
  test('a notice opens notice pages only, special access the onboarding only', () => {
    expect(decide(entry({ path: '/notice/news', hasToken: false, query: { notice: '1' } }))).toEqual({ do: 'show' })
    expect(decide(entry({ path: '/home', hasToken: false, query: { notice: '1' } }))).toEqual({ do: 'sign-in' })
    expect(decide(entry({ path: '/onboarding/auto-kyc', hasToken: false, query: { specialAccess: '1' } }))).toEqual({
      do: 'show',
    })
    expect(decide(entry({ path: '/onboardings', hasToken: false, query: { specialAccess: '1' } }))).toEqual({ do: 'sign-in' })
  })
  test('a role in the address is switched to when held, dropped when not', () => {
    expect(decide(entry({ query: { __role: 'BUYER' } }))).toEqual({ do: 'switch-role', role: 'BUYER' })
    expect(decide(entry({ query: { __role: 'FUNDER' } }))).toEqual({ do: 'drop-role-parameter' })
    expect(decide(entry({ query: { __role: 'SUPPLIER' } }))).toEqual({ do: 'drop-role-parameter' })
    expect(decide(entry({ query: { __role: 'SUPPLIER' }, enteredRole: true }))).toEqual({ do: 'switch-role', role: 'SUPPLIER' })
  })
  test('a user without financing payments becomes supplier only if that role is held', () => {
    const granted = new Set(['home.view', 'trading.invoice.view'])
    expect(decide(entry({ user: inRoles('BUYER', 'SUPPLIER'), granted }))).toEqual({ do: 'switch-role', role: 'SUPPLIER' })
    expect(decide(entry({ user: inRoles('BUYER'), granted }))).toEqual({ do: 'show' })
  })
  test('without the permission one lands on home, else the company, else the refusal', () => {
    const refused = (granted: string[]) => decide(entry({ granted: new Set([...granted, 'payment.financing.view']) }))
    expect(refused(['home.view'])).toEqual({ do: 'go', to: '/home', notice: true })
    expect(refused(['org.company.detail'])).toEqual({ do: 'go', to: '/org/company/detail', notice: true })
    expect(refused([])).toEqual({ do: 'go', to: '/error/403', notice: true })
  })
  test('a page that the pool mode hides leads to home with the notice, and opens again in another mode', () => {
    const page = { path: '/finance/finance-order', permission: 'finance.finance-order.view' }
    const granted = new Set(['home.view', 'finance.finance-order.view', 'payment.financing.view'])
    for (const pool of ['DBS', 'OWN'] as const)
      for (const path of [page.path, `${page.path}/add`])
        expect(decide(entry({ ...page, path, granted, pool }))).toEqual({ do: 'go', to: '/home', notice: true })
    expect(decide(entry({ ...page, granted, pool: 'OTHER' }))).toEqual({ do: 'show' })
  })
  test('the page of an order moves beside the pool of a company that works in one, and back when it no longer does', () => {
    const permission = 'finance.finance-order.detail'
    const granted = new Set(['home.view', permission, 'payment.financing.view'])
    const open = (path: string, pool: PoolMode, user = supplier) => decide(entry({ path, permission, granted, pool, user }))
    for (const [pool, base] of [
      ['OWN', '/finance/poolFactoring'],
      ['DBS', '/finance/dbsFinance'],
    ] as const) {
      expect(open('/finance/finance-order/42/detail', pool)).toEqual({ do: 'move', to: `${base}/42/detail` })
      expect(open('/finance/finance-order/42/edit', pool)).toEqual({ do: 'move', to: `${base}/42/detail?correct=1` })
      expect(open(`${base}/42/detail`, pool)).toEqual({ do: 'show' })
      expect(open(`${base}/42/detail`, 'OTHER')).toEqual({ do: 'move', to: '/finance/finance-order/42/detail' })
      expect(open('/finance/finance-order/42/detail', pool, inRoles('FUNDER'))).toEqual({ do: 'show' })
      expect(open(`${base}/42/detail`, 'OTHER', inRoles('PLATFORM'))).toEqual({ do: 'show' })
      expect(open('/finance/finance-order/42/confirm', pool)).toEqual({ do: 'show' })
    }
    expect(open('/finance/finance-order/update/42', 'OWN')).toEqual({ do: 'go', to: '/home', notice: true })
  })
  test('funders and staff open the pools of companies in every mode', () => {
    const pools = { path: '/finance/poolFactoring', permission: 'finance.poolFactoring.view' }
    const granted = new Set(['home.view', 'finance.poolFactoring.view', 'payment.financing.view'])
    for (const role of ['FUNDER', 'PLATFORM'] as const)
      expect(decide(entry({ ...pools, granted, user: inRoles(role) }))).toEqual({ do: 'show' })
    expect(decide(entry({ ...pools, granted }))).toEqual({ do: 'go', to: '/home', notice: true })
  })
  test('a page that always opens stays open where the mode hides it from the menu', () => {
    const open = (path: string, pool: PoolMode) => decide(entry({ path, permission: 'none.held', pool }))
    expect(open('/finance/interest', 'DBS')).toEqual({ do: 'show' })
    expect(open('/repayment/airwallex-management', 'OWN')).toEqual({ do: 'show' })
    expect(open('/repayment/management', 'OWN')).toEqual({ do: 'go', to: '/home', notice: true })
  })
})

describe('permissions', () => {
  test('ids and dates in an address do not matter for what is always granted', () => {
    expect(bareRoute('/finance/finance-order/0198c3a2-aaaa-7bbb-8ccc-123456789abc/confirm')).toBe(
      '/finance/finance-order/confirm',
    )
    expect(isAlwaysGranted('/channel-partner/P-7/details/2026-01-31')).toBe(true)
    expect(isAlwaysGranted('/realname/verify-Personal')).toBe(true)
    expect(isAlwaysGranted('/finance/costs')).toBe(false)
  })
  test('the tree may name children by full name or by last part', () => {
    const tree = [
      { id: '1', name: 'trading', parentPermissionId: null },
      { id: '2', name: 'trading.invoice', parentPermissionId: '1' },
      { id: '3', name: 'view', parentPermissionId: '2' },
    ]
    expect([...grantedNames(tree)]).toEqual(['trading', 'trading.invoice', 'trading.invoice.view'])
  })
  test('the pool mode hides whole segments only', () => {
    expect(isHiddenByPool('/payment/management', { pool: 'OWN' })).toBe(true)
    expect(isHiddenByPool('/payment-other', { pool: 'OWN' })).toBe(false)
    expect(isHiddenByPool('/finance/interest', { pool: 'OTHER' })).toBe(true)
  })
})
