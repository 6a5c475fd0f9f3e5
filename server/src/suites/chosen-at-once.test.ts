import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { permissionRows } from '@usance/domain/permissions'
import { allCalls } from '@usance/wire/all-calls'
import { mostCurrenciesOfAccount } from '@usance/wire/bank-account/change-calls'
import { mostCalendars, mostCurrencies, mostProducts, mostRights } from '@usance/wire/config-change/values'
import { mostDocuments } from '@usance/wire/finance-order/trial'
import { mostInvoicesAtOnce } from '@usance/wire/invoice/calls'
import { mostPaymentsOfFiles } from '@usance/wire/payment-file/calls'
import { mostAssigned } from '@usance/wire/pool/calls'
import { mostOrdersAtOnce } from '@usance/wire/purchase-order/calls'
import { mostNamed, mostParts } from '@usance/wire/repayment/calls'
import { expect, test } from 'vitest'
import { z } from 'zod'

// A person chooses no more than the call takes, or is told before anything is sent. Each list of a write that people choose has its
// bound under a name, and the screen that sends the list bounds the choice by that name.

const web = join(import.meta.dirname, '../../../web/src')
const textOf = (screen: string) => readFileSync(join(web, screen), 'utf8')

/** The bound of a list, and the screens where it is chosen. */
type Chosen = { bound: Record<string, number>; screens: readonly string[] }
const chosen: Record<string, Chosen> = {
  'pool.assign.invoiceIds': { bound: { mostAssigned }, screens: ['areas/finance/pool/assign-dialog.tsx'] },
  'financeOrder.createOrder.items': {
    bound: { mostDocuments },
    screens: ['areas/finance/finance-order/documents-section.tsx', 'areas/finance/finance-order/use-price.ts'],
  },
  'financeOrder.editOrder.items': {
    bound: { mostDocuments },
    screens: ['areas/finance/finance-order/documents-section.tsx', 'areas/finance/finance-order/use-price.ts'],
  },
  'repayment.match.parts': {
    bound: { mostParts },
    screens: ['areas/repayment/management/match-panel.tsx', 'areas/repayment/management/use-match.ts'],
  },
  'repayment.match.parts[].invoiceIds': {
    bound: { mostNamed },
    screens: ['areas/repayment/management/match-part.tsx', 'areas/repayment/management/use-match.ts'],
  },
  'repayment.match.parts[].feeBillIds': {
    bound: { mostNamed },
    screens: ['areas/repayment/management/match-part.tsx', 'areas/repayment/management/use-match.ts'],
  },
  'bankAccountChange.add.currencies': {
    bound: { mostCurrenciesOfAccount },
    screens: ['areas/org/bank-account/add-account-dialog.tsx'],
  },
  'configChange.propose.values.terms.currencies': {
    bound: { mostCurrencies },
    screens: ['areas/system/config/product-terms.tsx'],
  },
  'configChange.propose.values.terms.calendars': { bound: { mostCalendars }, screens: ['areas/system/config/product-terms.tsx'] },
  'configChange.propose.values.changes': { bound: { mostRights }, screens: ['areas/system/config/role-page.tsx'] },
  'configChange.propose.values.steps[].when[].codes': {
    bound: { mostProducts },
    screens: ['areas/system/workflow/step-fields.tsx'],
  },
}
/** Chosen among the rows of one page of a list, which begins anew on the next page. */
const onOnePage: Record<string, number> = {
  'invoice.submit.ids': mostInvoicesAtOnce,
  'invoice.confirm.items': mostInvoicesAtOnce,
  'invoice.dispute.ids': mostInvoicesAtOnce,
  'purchaseOrder.submit.ids': mostOrdersAtOnce,
  'purchaseOrder.confirm.ids': mostOrdersAtOnce,
  'purchaseOrder.confirm.shown': mostOrdersAtOnce,
}
/** Chosen among what the server lists, which is never more than the call takes. */
const ofListed: Record<string, { most: number; lists: RegExp; file: string }> = {
  'paymentFile.make.paymentIds': {
    most: mostPaymentsOfFiles,
    lists: /slice\(0, mostPaymentsOfFiles\)/,
    file: 'settlement/payment-file/ready.ts',
  },
}
/** Chosen among so few that the bound is never reached: every entry of a vocabulary fits. */
const ofAll: Record<string, number> = { 'apiKey.make.permissions': permissionRows.length }
/** What nobody chooses in a list of records: files, lines that are typed, and what a screen sends by itself. */
const notChosen = new RegExp(
  [
    String.raw`\.(attachments|files|documents)$`,
    String.raw`^(listView|session|dynamicForm|tracking|international|notification|monitor|onboarding|contract)\.`,
    String.raw`^(company|account|webhook)\.`,
    // Told apart by the numbers that the server names, never more than it takes.
    String.raw`\.(notReturnOf|notBookedAs|declared)$`,
    String.raw`^configChange\.propose\.values\.(days|fixings|steps|rates|groups|fees)$`,
    String.raw`^configChange\.propose\.values\.steps\[\]\.(roles|when)$|\.grades$`,
    String.raw`^financeOrder\.(createOrder|editOrder)\.contractIds$`,
    String.raw`^purchaseOrder\.(add|edit|update|confirm)\.(items|draftItems|shown\[\]\.items)$`,
  ].join('|'),
)

type Schema = { maxItems?: number; items?: Schema; properties?: Record<string, Schema> } & {
  [K in 'anyOf' | 'allOf' | 'oneOf']?: Schema[]
}
const Shape: z.ZodType<Schema> = z.lazy(() =>
  z.looseObject({
    maxItems: z.number().optional(),
    items: Shape.optional(),
    properties: z.record(z.string(), Shape).optional(),
    anyOf: z.array(Shape).optional(),
    allOf: z.array(Shape).optional(),
    oneOf: z.array(Shape).optional(),
  }),
)
const listsOf = (schema: Schema, path: string): [string, number | undefined][] => [
  ...(schema.items ? [[path, schema.maxItems] as [string, number | undefined], ...listsOf(schema.items, `${path}[]`)] : []),
  ...Object.entries(schema.properties ?? {}).flatMap(([name, one]) => listsOf(one, `${path}.${name}`)),
  ...[schema.anyOf, schema.allOf, schema.oneOf].flatMap((some) => (some ?? []).flatMap((one) => listsOf(one, path))),
]
const listsTaken = (effect: 'read' | 'write') =>
  new Map(
    allCalls()
      .filter(({ call }) => call.effect === effect && call.body)
      .flatMap(({ name, call }) =>
        listsOf(Shape.parse(z.toJSONSchema(call.body ?? z.object({}), { io: 'input', unrepresentable: 'any' })), name),
      ),
  )
const lists = listsTaken('write')

test('each list that a write takes is known: chosen within its bound, or no choice of records', () => {
  const known = [chosen, onOnePage, ofListed, ofAll].flatMap(Object.keys)
  expect([...lists.keys()].filter((path) => !known.includes(path) && !notChosen.test(path))).toEqual([])
  expect(known.filter((path) => !lists.has(path))).toEqual([])
})

test.each(Object.entries(chosen))('the screens that choose %s bound the choice as the call does', (path, { bound, screens }) => {
  const [name, most] = Object.entries(bound)[0] ?? []
  expect(lists.get(path)).toBe(most)
  // Imported, and used where something is chosen.
  for (const screen of screens) expect(textOf(screen).match(new RegExp(`\\b${name}\\b`, 'g'))?.length).toBeGreaterThan(1)
})

/** What a list is of, and what it holds: `repayment` and `invoiceIds`. */
const heldBy = (path: string) => [path.split('.')[0], path.split('.').at(-1)].join('.')
const listsAsked = [...listsTaken('read')]
test.each(Object.keys(chosen))('what is asked before %s is sent takes as many', (path) => {
  const asked = listsAsked.filter(([one]) => heldBy(one) === heldBy(path))
  expect(asked.filter(([, most]) => most !== lists.get(path))).toEqual([])
})

test.each(Object.entries(onOnePage))('a page of a list has no more rows than %s takes', (path, most) => {
  expect(lists.get(path)).toBe(most)
  const sizes = /pageSizes = \[([\d, ]+)\]/.exec(textOf('list/conditions.ts'))?.[1]?.split(', ').map(Number) ?? []
  expect(sizes).not.toEqual([])
  expect(Math.max(...sizes)).toBeLessThanOrEqual(most)
})

test.each(Object.entries(ofListed))('no more is listed to choose from than %s takes', (path, { most, lists: limit, file }) => {
  expect(lists.get(path)).toBe(most)
  expect(readFileSync(join(import.meta.dirname, '..', file), 'utf8')).toMatch(limit)
})

test.each(Object.entries(ofAll))('all that there is fits into %s', (path, count) => {
  expect(lists.get(path)).toBeGreaterThanOrEqual(count)
})

test('every screen that ticks rows to send them is one of those', () => {
  const screens = readdirSync(web, { recursive: true, encoding: 'utf8' }).filter((path) => /^areas\/.*\.tsx$/.test(path))
  const tables = screens.filter((path) => !/\.test\./.test(path) && /<AddTable\b/.test(textOf(path)))
  const known = Object.values(chosen).flatMap((one) => one.screens)
  expect(tables.filter((path) => !known.includes(path) && path !== 'areas/widgets/page.tsx')).toEqual([])
})
