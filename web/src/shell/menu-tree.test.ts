import type { CompanyRole } from '@usance/wire/roles'
import { expect, test } from 'vitest'
import { reachableTodos } from '../areas/home/todos.tsx'
import { pages } from '../routes.tsx'
import type { PoolMode } from '../session/permissions.ts'
import { menuOf } from './menu-tree.ts'

const granted = new Set(pages.flatMap(({ permission }) => (permission ? [permission] : [])))
const seat = (companyRole: CompanyRole, pool: PoolMode) => ({
  granted,
  pool,
  user: { companyRole, companyId: 'C', roles: [{ roleCode: 'A', companyId: 'C', companyRole, isPresent: true }] },
})
const menu = (companyRole: CompanyRole, pool: PoolMode) =>
  menuOf(pages, seat(companyRole, pool)).flatMap((part) => part.pages.map(({ path }) => path))

test('the menu of funders and staff has the pages of pools in every mode, that of a supplier those of its own', () => {
  for (const role of ['FUNDER', 'PLATFORM'] as const)
    expect(menu(role, 'OTHER')).toEqual(
      expect.arrayContaining(['/finance/finance-order', '/finance/poolFactoring', '/finance/dbsFinance', '/finance/account']),
    )
  const pools = (pool: PoolMode) => menu('SUPPLIER', pool).filter((path) => /^\/finance\/(finance-order|pool|dbs)/.test(path))
  expect(pools('OTHER')).toEqual(['/finance/finance-order'])
  expect(pools('OWN')).toEqual(['/finance/poolFactoring'])
  expect(pools('DBS')).toEqual(['/finance/dbsFinance'])
})

test('the statement of interest, which opens for everybody, is in no menu of an ordinary company', () => {
  for (const role of ['SUPPLIER', 'FUNDER', 'PLATFORM'] as const) expect(menu(role, 'OTHER')).not.toContain('/finance/interest')
})

test('what waits for funders and staff waits in every mode', () => {
  const waiting = [{ kind: 'OVERDUE_ORDERS' }, { kind: 'RECEIPTS_TO_MATCH' }] as const
  expect(reachableTodos(waiting, seat('PLATFORM', 'OWN'))).toEqual(waiting)
  expect(reachableTodos(waiting, seat('SUPPLIER', 'OWN'))).toEqual([{ kind: 'OVERDUE_ORDERS' }])
})
