import { listCalls } from '@usance/wire/list'
import { openTaskList } from '@usance/wire/workflow/list'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { addUser } from '../../party/company/register.ts'
import { type Flows, openFlows } from '../../testing/flows.ts'
import { openSeat, testPassword } from '../../testing/world.ts'

let flows: Flows
beforeAll(async () => {
  flows = await openFlows()
})
afterAll(() => flows.close())

test('an approval names the company for which it was submitted, whatever other seats its maker holds or has left', async () => {
  const { portal, submit, look, decide } = flows
  const { alder, birch, elm } = portal.world.companies
  const { alderChecker, operations, elmChecker } = portal.seats
  const maker = await portal.look(async (tx) => {
    const person = { userName: 'of.two.firms', cname: 'of.two.firms', email: 'two@usance.test', password: testPassword }
    const userId = await addUser(tx, {
      ...person,
      seats: [
        { companyId: alder, role: 'SUPPLIER', userRoles: ['Maker'] },
        { companyId: birch, role: 'SUPPLIER', userRoles: ['Maker'] },
        { companyId: elm, role: 'FUNDER', userRoles: ['Maker'] },
      ],
    })
    const seatAtElm = tx.updateTable('userCompanyRole').set({ status: 'DISABLE' }).where('companyId', '=', elm)
    await seatAtElm.where('userId', '=', userId).execute()
    return openSeat(tx, userId, alder, 'SUPPLIER')
  })
  const { businessNo } = await submit(maker)
  const listed = async (seat: typeof elmChecker) => {
    const { list } = await portal.ask(seat, listCalls(openTaskList).pageList, { body: { filterFields: { businessNo } } })
    return (list ?? []).map(({ makerName }) => makerName)
  }
  expect((await look(alderChecker, businessNo)).makerName).toBe('of.two.firms')
  expect(await listed(alderChecker)).toEqual(['of.two.firms'])
  await decide(alderChecker, businessNo)
  expect((await look(operations, businessNo)).makerName).toBe('of.two.firms')
  await decide(operations, businessNo)
  // The maker's former employer decides now, on what was made for another company.
  expect((await look(elmChecker, businessNo)).makerName).toBe('Alder Textiles Ltd')
  expect(await listed(elmChecker)).toEqual(['Alder Textiles Ltd'])
})
