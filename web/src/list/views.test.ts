import { choice, dateTime, list, money, text } from '@usance/wire/list'
import type { ListView } from '@usance/wire/list-view/calls'
import { expect, test } from 'vitest'
import { readConditions, strangeConditions, writeConditions } from './conditions.ts'
import { applySaved } from './use-columns.ts'
import { asksForNothing, closedView, differsFrom, isLinkToView, linkToView, openedView, shownContent } from './views.ts'

const orders = list({
  id: 'test.order',
  path: '/orders',
  permission: 'finance.finance-order',
  columns: {
    orderNo: text({ search: true, sort: true }),
    status: choice(['DRAFT', 'FUNDED'], { search: true, multiple: true }),
    amount: money({ search: true, sort: true, total: true }),
    createdAt: dateTime({ search: true, sort: true }),
  },
  order: { by: 'createdAt', descending: true },
})
const view: ListView = {
  ...{ id: 'v1', name: 'Funded', owner: null, isShared: false, isDefault: false, mayRemove: true, version: 1 },
  conditions: { status: ['FUNDED'], size: '50' },
  strange: {},
  columns: [{ key: 'amount', checked: true, seq: 0 }],
}
const shown = (columns: ListView['columns'] = view.columns) => ({ all: applySaved(orders, columns), isNumbered: false })

test('an address asks for nothing, or is a link to a view, or says itself what is shown', () => {
  expect([{}, { tab: 'x' }].map((search) => asksForNothing(orders, search))).toEqual([true, true])
  for (const search of [{ status: 'DRAFT' }, { size: '50' }, { view: 'none' }, { view: 'v1' }, { colour: 'red' }])
    expect(asksForNothing(orders, search)).toBe(false)
  expect([{ view: 'v1' }, { view: 'v1', tab: 'x' }].map((search) => isLinkToView(orders, search))).toEqual([true, true])
  for (const search of [{ view: 'none' }, { view: 'v1', sort: 'amount' }, { view: 'v1', status: 'DRAFT' }, {}])
    expect(isLinkToView(orders, search)).toBe(false)
})

test('the address of a view holds what the view holds, and is no link any more, even when every condition is taken out', () => {
  const opened = openedView(orders, { tab: 'x', orderNo: 'FO-1', page: '3' }, view)
  expect(opened).toMatchObject({ tab: 'x', view: 'v1', status: ['FUNDED'], size: '50', sort: '-createdAt' })
  expect(opened.orderNo ?? opened.page).toBeUndefined()
  const emptied = writeConditions(orders, opened, { ...readConditions(orders, opened), size: 20, filters: [] })
  expect(emptied).toMatchObject({ view: 'v1', sort: '-createdAt' })
  expect(isLinkToView(orders, emptied)).toBe(false)
  expect(closedView(orders, opened, false)).toEqual({ tab: 'x' })
  expect(closedView(orders, opened, true)).toEqual({ tab: 'x', view: 'none' })
  expect(linkToView(orders, { ...opened, colour: 'red' }, { id: 'v1', seat: undefined })).toBe('?tab=x&view=v1')
})

test('a link to a view names the seat that has it, for readers who work in several', () => {
  const opened = openedView(orders, {}, view)
  expect(linkToView(orders, opened, { id: 'v1', seat: 'SUPPLIER' })).toBe('?view=v1&__role=SUPPLIER')
})

test('what the list no longer has is told when the view is opened, an order too', () => {
  const opened = openedView(orders, {}, { ...view, strange: { colour: 'red, blue', sort: '-shade' } })
  expect(strangeConditions(orders, opened)).toEqual({ colour: 'red, blue', sort: '-shade' })
  expect(readConditions(orders, opened).sorter).toEqual({ prop: 'createdAt', order: 'desc' })
})

test('a view is saved as the address says it, and differs when conditions, order, size or columns are others', () => {
  const conditions = readConditions(orders, openedView(orders, {}, view))
  expect(shownContent(orders, { ...conditions, page: 4 }, shown()).conditions).toEqual(view.conditions)
  expect(differsFrom(view, orders, conditions, shown())).toBe(false)
  expect(differsFrom(view, orders, { ...conditions, page: 4 }, shown())).toBe(false)
  expect(differsFrom(view, orders, readConditions(orders, { status: 'FUNDED', size: '50' }), shown())).toBe(false)
  for (const other of [{ filters: [] }, { size: 20 }, { sorter: null }])
    expect(differsFrom(view, orders, { ...conditions, ...other }, shown())).toBe(true)
  expect(differsFrom(view, orders, conditions, shown([{ key: 'amount', checked: false, seq: 0 }]))).toBe(true)
  expect(differsFrom(view, orders, conditions, { ...shown(), isNumbered: true })).toBe(true)
  expect(differsFrom({ ...view, strange: { colour: 'red' } }, orders, conditions, shown())).toBe(true)
})
