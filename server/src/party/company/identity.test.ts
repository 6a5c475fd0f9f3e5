import { addDays } from '@usance/domain/local-date'
import { companyCalls } from '@usance/wire/company/calls'
import { configChangeCalls } from '@usance/wire/config-change/calls'
import { invoiceCalls } from '@usance/wire/invoice/calls'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { openPortal, type Portal, refusalOf } from '../../testing/portal.ts'
import { aConfirmedInvoice, passAll } from '../../testing/trade.ts'
import { onboardingHash } from '../onboarding/state.ts'
import { addRelationship } from './register.ts'

// What an admission was decided on is what a second person changes.
let portal: Portal
let alder: string
beforeAll(async () => {
  portal = await openPortal()
  alder = portal.world.companies.alder
})
afterAll(() => portal.close())
beforeEach(() => admission('PASSED'))

const admission = (kycStatus: 'NONE' | 'IN_APPROVE' | 'PASSED') =>
  portal.look((tx) =>
    tx
      .updateTable('company')
      .set({ kycStatus, kycExpiresOn: kycStatus === 'PASSED' ? '2026-03-03' : null })
      .where('id', '=', alder)
      .execute(),
  )
const read = () => portal.ask(portal.seats.operations, companyCalls.anyDetail, { body: { id: alder } })
async function edit(changed: Partial<Parameters<typeof bodyOf>[1]>) {
  return portal.ask(portal.seats.operations, companyCalls.edit, { body: bodyOf(await read(), changed) })
}
type Company = Awaited<ReturnType<typeof read>>
type Optional = { nameLocal?: string | undefined; taxNo?: string; legalForm?: string; address?: string }
type Grade = 'A' | 'B' | 'C' | 'D' | 'E'
const bodyOf = (
  company: Company,
  changed: { name?: string; bizRegNo?: string; riskGrade?: Grade; blockFlag?: boolean } & Optional,
) => ({
  id: alder,
  version: company.version,
  name: company.name,
  nameLocal: company.nameLocal ?? undefined,
  bizRegNo: company.bizRegNo,
  country: company.country,
  roles: ['SUPPLIER' as const],
  riskGrade: (company.riskGrade ?? 'B') as Grade,
  businessType: 'NORMAL' as const,
  blockFlag: company.blockFlag ?? false,
  ...changed,
})
const changes = async () =>
  (await portal.ask(portal.seats.operations, configChangeCalls.changes, { body: { kind: 'COMPANY' } })).filter(
    (one) => one.status === 'IN_APPROVE',
  )

test('the name and number of an admitted company are those that a second person passes; the rest is saved at once', async () => {
  const before = await read()
  await edit({ name: 'Alder Textiles Holding Ltd', address: '1 New Quay' })
  expect(await read()).toMatchObject({ name: before.name, address: '1 New Quay' })
  const [change] = await changes()
  expect(change).toMatchObject({ after: { values: { name: 'Alder Textiles Holding Ltd' } }, before: { name: before.name } })
  expect((await refusalOf(edit({ bizRegNo: 'NEW-1' }))).data.fields).toMatchObject([
    { field: 'name', message: 'COMPANY_CHANGE_WAITS' },
  ])
  await passAll(portal, change!.no, 'LIMIT')
  expect((await read()).name).toBe('Alder Textiles Holding Ltd')
})

test('a stop and a lower grade count at once; the end of a stop and a better grade are passed by a second person', async () => {
  await edit({ riskGrade: 'E', blockFlag: true })
  expect(await read()).toMatchObject({ riskGrade: 'E', blockFlag: true })
  await edit({ riskGrade: 'A', blockFlag: false })
  expect(await read()).toMatchObject({ riskGrade: 'E', blockFlag: true })
  await passAll(portal, (await changes())[0]!.no, 'LIMIT')
  expect(await read()).toMatchObject({ riskGrade: 'A', blockFlag: false })
})

test('a new name near to one of a watch list is shown to those who pass it', async () => {
  await portal.look((tx) =>
    tx
      .insertInto('sanctionEntry')
      .values({ id: crypto.randomUUID(), list: 'UN', reference: '12', name: 'Murky Arms Trading' })
      .execute(),
  )
  await edit({ name: 'Murky Arms Trading Ltd' })
  const [change] = await changes()
  expect(change!.title).toContain('NEAR Murky Arms Trading Ltd ~ Murky Arms Trading (UN 12) 100')
  await passAll(portal, change!.no, 'LIMIT')
})

test('a new local name near to one of a watch list is shown to those who pass it', async () => {
  await portal.look((tx) =>
    tx
      .insertInto('sanctionEntry')
      .values({ id: crypto.randomUUID(), list: 'UN', reference: '13', name: '暗流军火贸易有限公司' })
      .execute(),
  )
  await edit({ nameLocal: '暗流军火贸易有限公司' })
  const [change] = await changes()
  expect(change!.title).toContain('NEAR 暗流军火贸易有限公司 ~ 暗流军火贸易有限公司 (UN 13) 100')
  await passAll(portal, change!.no, 'LIMIT')
})

test('of several names near to a new one the nearest is shown to those who pass it, and how many more there are', async () => {
  const names = ['Quarry Powder House', 'Quarry Powder Trading', 'Quarry Powder Trading House']
  await portal.look((tx) =>
    tx
      .insertInto('sanctionEntry')
      .values(names.map((name, at) => ({ id: crypto.randomUUID(), list: 'UN', reference: `Q-${at}`, name })))
      .execute(),
  )
  await edit({ name: 'Quarry Powder Trading House' })
  const [change] = await changes()
  expect(change!.title).toContain('~ Quarry Powder Trading House (UN Q-2) 100 · MORE 2')
  await passAll(portal, change!.no, 'LIMIT')
})

test('while an admission is decided nothing of the company that it judges changes', async () => {
  await admission('IN_APPROVE')
  for (const changed of [{ name: 'Another Ltd' }, { bizRegNo: 'XX-000' }, { riskGrade: 'E' as const }, { blockFlag: true }])
    expect((await refusalOf(edit(changed))).data.fields).toMatchObject([
      { field: Object.keys(changed)[0], message: 'KYC_UNDER_WAY' },
    ])
  await edit({ address: '2 New Quay' })
})

test('an approver of an admission judges the name, the number and the grade too', async () => {
  await admission('NONE')
  const hash = () => portal.look((tx) => onboardingHash(tx, alder))
  await portal.look((tx) =>
    tx
      .insertInto('companyOnboarding')
      .values({ companyId: alder, no: 'KYC-2025-999999', status: 'DRAFT', people: '[]', checks: '[]' })
      .onConflict((conflict) => conflict.doNothing())
      .execute(),
  )
  const first = await hash()
  await edit({ riskGrade: 'D' })
  expect(await hash()).not.toBe(first)
})

/** Enters an invoice of Alder once more, with some of its facts changed. */
async function enterAgain(invoiceId: string, changed: { buyerCode?: string; invoiceNo?: string; issueDate?: string }) {
  const { invoiceNo, issueDate, dueDate, amount, currency } = await portal.look((tx) =>
    tx.selectFrom('invoice').selectAll().where('id', '=', invoiceId).executeTakeFirstOrThrow(),
  )
  const facts = { buyerCode: 'CEDAR', invoiceNo, issueDate, dueDate, currency, amount: Number(amount).toFixed(2) }
  return portal.ask(portal.seats.alderMaker, invoiceCalls.add, {
    body: { ...facts, idempotencyKey: crypto.randomUUID(), ...changed },
  })
}

test('an invoice is known under the new number of its supplier or buyer, whoever enters it again', async () => {
  const invoice = await aConfirmedInvoice(portal)
  const { issueDate } = await portal.look((tx) =>
    tx.selectFrom('invoice').select('issueDate').where('id', '=', invoice).executeTakeFirstOrThrow(),
  )
  await edit({ bizRegNo: 'ALDER-NEW-1' })
  await passAll(portal, (await changes())[0]!.no, 'LIMIT')
  // A buyer that is not admitted: what the staff save of it counts at once.
  const { cedar } = portal.world.companies
  await portal.look((tx) => tx.updateTable('company').set({ kycStatus: 'NONE' }).where('id', '=', cedar).execute())
  const buyer = await portal.ask(portal.seats.operations, companyCalls.anyDetail, { body: { id: cedar } })
  const number = { id: cedar, roles: ['BUYER' as const], bizRegNo: 'CEDAR-NEW-1' }
  await portal.ask(portal.seats.operations, companyCalls.edit, { body: { ...bodyOf(buyer, {}), ...number } })
  expect((await refusalOf(enterAgain(invoice, { issueDate: addDays(issueDate, 1) }))).error).toBe('INVOICE_DUPLICATE')
  const { id } = await enterAgain(invoice, { invoiceNo: 'ANOTHER-77' })
  const { riskFlags } = await portal.look((tx) =>
    tx.selectFrom('invoice').select('riskFlags').where('id', '=', id).executeTakeFirstOrThrow(),
  )
  expect(riskFlags).toContain('FP3')
})

test('an emptied field of a company holds nothing afterwards, and one that was left out is no change', async () => {
  await portal.look((tx) =>
    tx.updateTable('company').set({ nameLocal: '赤杨纺织', taxNo: 'T-1', legalForm: 'Ltd' }).where('id', '=', alder).execute(),
  )
  const before = await read()
  const waiting = (await changes()).length
  // Left out, as a client of its own may do it: nothing is put forward, and nothing changes.
  await edit({ nameLocal: undefined })
  expect(await changes()).toHaveLength(waiting)
  await edit({ taxNo: '', legalForm: '', address: '' })
  expect(await read()).toMatchObject({ taxNo: null, legalForm: null, address: null, nameLocal: '赤杨纺织' })
  await edit({ nameLocal: '' })
  const [change] = await changes()
  expect(change).toMatchObject({ after: { values: { nameLocal: '' } } })
  await passAll(portal, change!.no, 'LIMIT')
  expect(await read()).toMatchObject({ name: before.name, nameLocal: null })
  // Empty as it is: no change either.
  await edit({ nameLocal: '' })
  expect(await changes()).toHaveLength(waiting)
})

test('an invoice of a company that gave its number up is a sign on the same one of the company that has it now', async () => {
  const { alderMaker, operations } = portal.seats
  const invoice = await aConfirmedInvoice(portal, { buyerCode: 'DOGWOOD' })
  const { dogwood } = portal.world.companies
  await portal.look((tx) => tx.updateTable('company').set({ kycStatus: 'NONE' }).where('id', '=', dogwood).execute())
  const before = await portal.ask(operations, companyCalls.anyDetail, { body: { id: dogwood } })
  const given = { id: dogwood, roles: ['BUYER' as const], bizRegNo: 'DOGWOOD-NEW' }
  await portal.ask(operations, companyCalls.edit, { body: { ...bodyOf(before, {}), ...given } })
  const heir = { code: 'HEIR', name: 'Heir Ltd', bizRegNo: before.bizRegNo, country: before.country, roles: ['BUYER' as const] }
  const { id: buyerId } = await portal.ask(operations, companyCalls.add, {
    body: { ...heir, riskGrade: 'B', businessType: 'NORMAL' },
  })
  await portal.look((tx) => addRelationship(tx, { supplierId: alder, buyerId }))
  const { id } = await enterAgain(invoice, { buyerCode: 'HEIR' })
  await portal.ask(alderMaker, invoiceCalls.submit, { body: { ids: [id] } })
  const raised = await portal.look((tx) =>
    tx.selectFrom('riskFlag').select(['rule', 'severity']).where('objectId', '=', id).execute(),
  )
  expect(raised).toContainEqual({ rule: 'FORMER_PARTY', severity: 'TASK' })
  // What another company entered is not the supplier's to read.
  expect((await portal.ask(alderMaker, invoiceCalls.detail, { query: { id } })).riskFlags).not.toContain('FORMER_PARTY')
})

test('a number that another company got while the change waited is not passed to a second one', async () => {
  await edit({ bizRegNo: 'WAIT-77' })
  const [change] = await changes()
  await portal.ask(portal.seats.operations, companyCalls.add, {
    body: {
      code: 'EARLIER',
      name: 'Earlier Ltd',
      bizRegNo: 'wait 77',
      country: 'CN',
      roles: ['SUPPLIER'],
      riskGrade: 'B',
      businessType: 'NORMAL',
    },
  })
  const refused = await refusalOf(passAll(portal, change!.no, 'LIMIT'))
  expect(refused.data.fields).toEqual([{ field: 'bizRegNo', message: 'ALREADY_EXISTS' }])
  expect((await read()).bizRegNo).not.toBe('WAIT-77')
})

test('a better grade that waits is stale once a caution counted meanwhile', async () => {
  await portal.look((tx) =>
    tx.updateTable('configChange').set({ status: 'REFUSED' }).where('status', '=', 'IN_APPROVE').execute(),
  )
  await portal.look((tx) => tx.updateTable('company').set({ riskGrade: 'C' }).where('id', '=', alder).execute())
  await edit({ riskGrade: 'A' })
  const [change] = await changes()
  await edit({ riskGrade: 'E' })
  expect((await refusalOf(passAll(portal, change!.no, 'LIMIT'))).error).toBe('STALE_VERSION')
  expect(await read()).toMatchObject({ riskGrade: 'E' })
})
