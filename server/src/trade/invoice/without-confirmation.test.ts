import { apiKeyCalls } from '@usance/wire/api-key/calls'
import { companyCalls } from '@usance/wire/company/calls'
import { rowsOfKind } from '@usance/wire/config-change/answers'
import { configChangeCalls } from '@usance/wire/config-change/calls'
import { invoiceCalls } from '@usance/wire/invoice/calls'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { newId } from '../../database/id.ts'
import { addUser } from '../../party/company/register.ts'
import { openPortal, type Portal, refusalOf, shown } from '../../testing/portal.ts'
import { passAll } from '../../testing/trade.ts'
import { openSeat, type Seat } from '../../testing/world.ts'

let portal: Portal
let director: Seat
let maker: Seat
beforeAll(async () => {
  portal = await openPortal()
  director = await atCedar('Director')
  maker = await atCedar('Maker')
})
afterAll(() => portal.close())

/** A person who manages Cedar, with one of the roles there. */
const atCedar = (userRole: 'Director' | 'Maker') =>
  portal.look(async (tx) => {
    const { cedar } = portal.world.companies
    const userName = `cedar.${userRole.toLowerCase()}.company`
    const userId = await addUser(tx, {
      userName,
      cname: userName,
      email: `${userName}@usance.test`,
      signsFor: userRole === 'Director' ? [cedar] : [],
      seats: [{ companyId: cedar, role: 'COMPANY', userRoles: [userRole] }],
    })
    await tx.updateTable('appUser').set({ status: 'active' }).where('id', '=', userId).execute()
    return openSeat(tx, userId, cedar, 'COMPANY')
  })

/** Staff put forward that Cedar confirms none of Alder's invoices. */
async function askNobody() {
  const { alder, cedar } = portal.world.companies
  const { operations } = portal.seats
  const all = rowsOfKind(
    'RELATIONSHIP',
    await portal.ask(operations, configChangeCalls.current, { body: { kind: 'RELATIONSHIP' } }),
  )
  const { id: targetId, version } = all.find(({ supplierId, buyerId }) => supplierId === alder && buyerId === cedar)!
  const terms = { termDays: 60, disclosed: true, confirmMode: 'NONE', status: 'ENABLE' } as const
  const values = { supplierId: alder, buyerId: cedar, ...terms }
  const { no } = await portal.ask(operations, configChangeCalls.propose, {
    body: { kind: 'RELATIONSHIP', targetId, version, values },
  })
  await passAll(portal, no, 'LIMIT')
}

/** The buyer says in its own profile how it confirms. */
async function cedarConfirms(confirmMode: 'MANUAL' | 'NONE', seat = director, paymentTermDays = 60) {
  const { id, version } = await portal.ask(director, companyCalls.detail, {})
  await portal.ask(seat, companyCalls.editBuyer, { body: { id, version, paymentTermDays, confirmMode } })
}

async function submitted() {
  const { alderMaker } = portal.seats
  const { id } = await portal.ask(alderMaker, invoiceCalls.add, {
    body: {
      buyerCode: 'CEDAR',
      invoiceNo: newId(),
      issueDate: '2025-02-20',
      dueDate: '2025-05-02',
      currency: 'USD',
      amount: '100000.00',
    },
  })
  const { changed } = await portal.ask(alderMaker, invoiceCalls.submit, { body: { ids: [id] } })
  return changed[0]!.docStatus
}

test('no invoice counts as confirmed unasked before its buyer wants that itself, nor after it wants it no more', async () => {
  expect((await refusalOf(askNobody())).data.fields).toMatchObject([{ field: 'confirmMode', message: 'BUYER_CONFIRMS_ITSELF' }])
  await cedarConfirms('NONE')
  expect(await submitted()).toBe('SUBMITTED')
  await askNobody()
  expect(await submitted()).toBe('CONFIRMED')
  await cedarConfirms('MANUAL')
  expect(await submitted()).toBe('SUBMITTED')
})

test('a buyer waives its confirmation by a person who decides for it, and by no key', async () => {
  await cedarConfirms('MANUAL')
  const { token } = await portal.ask(director, apiKeyCalls.make, {
    body: { name: 'ERP', permissions: ['org.company.edit'], days: 30 },
  })
  const key: Seat = { ...director, token: shown(token) }
  for (const seat of [maker, key]) expect((await refusalOf(cedarConfirms('NONE', seat))).error).toBe('WAIVER_BY_DIRECTOR')
  await cedarConfirms('NONE')
  // The other facts of the profile, and the end of the waiver, take nobody who decides.
  for (const seat of [maker, key]) await cedarConfirms('NONE', seat, 45)
  await cedarConfirms('MANUAL', key)
  for (const seat of [maker, key]) expect((await refusalOf(cedarConfirms('NONE', seat))).error).toBe('WAIVER_BY_DIRECTOR')
  await cedarConfirms('NONE')
  await cedarConfirms('MANUAL', maker)
  expect(await submitted()).toBe('SUBMITTED')
})
