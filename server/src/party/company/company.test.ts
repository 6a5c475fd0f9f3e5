import { companyCalls, systemCompanyList } from '@usance/wire/company/calls'
import { listCalls } from '@usance/wire/list'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { openPortal, type Portal, refusalOf } from '../../testing/portal.ts'

let portal: Portal
beforeAll(async () => {
  portal = await openPortal()
})
afterAll(() => portal.close())
const search = (seat: keyof Portal['seats'], body: object) =>
  portal.ask(portal.seats[seat], companyCalls.simpleSearch, { body } as never)

describe('a company and what it says of itself', () => {
  test('staff add a company and change it; a second writer of the same version is told', async () => {
    const staff = portal.seats.operations
    const profile = { name: 'Grove Foods', bizRegNo: '123-GROVE', country: 'DE', roles: ['SUPPLIER'], riskGrade: 'B' }
    const { id, version } = await portal.ask(staff, companyCalls.add, { body: { code: 'GROVE', ...profile } } as never)
    const edit = { id, version, ...profile, roles: ['BUYER'] }
    await portal.ask(staff, companyCalls.edit, { body: edit } as never)
    const now = await portal.ask(staff, companyCalls.anyDetail, { body: { id } })
    expect(now.roles.filter((one) => one.status === 'ENABLE').map((one) => one.role)).toEqual(['BUYER', 'COMPANY'])
    expect((await refusalOf(portal.ask(staff, companyCalls.edit, { body: edit } as never))).error).toBe('STALE_VERSION')
    const again = { code: 'GROVE2', ...profile, bizRegNo: '123 grove' }
    expect((await refusalOf(portal.ask(staff, companyCalls.add, { body: again } as never))).data.fields[0].field).toBe('bizRegNo')
  })

  test('a company does not see the operator’s rating of it', async () => {
    const { alderDirector, operations } = portal.seats
    await portal.look((tx) =>
      tx.updateTable('company').set({ riskGrade: 'D' }).where('id', '=', portal.world.companies.alder).execute(),
    )
    const own = await portal.ask(alderDirector, companyCalls.detail, {})
    expect(Object.keys(own).filter((name) => /risk|block|bdUser|created|updated|isPlatform/.test(name))).toEqual([])
    const kept = await portal.ask(operations, companyCalls.anyDetail, { body: { id: portal.world.companies.alder } })
    expect(kept).toMatchObject({ riskGrade: 'D', blockFlag: false })
  })

  test('a director changes the own company in the roles it has, and in no other', async () => {
    const director = portal.seats.alderDirector
    const own = await portal.ask(director, companyCalls.detail, {})
    expect(own).toMatchObject({ name: 'Alder Textiles Ltd', bizRegNo: '91310000MA1K00000X' })
    const { version } = await portal.ask(director, companyCalls.editSupplier, {
      body: { id: own.id, version: own.version, supplierCategory: 'Textiles', invoicePrefix: 'AT' },
    })
    await portal.ask(director, companyCalls.editDirector, {
      body: { id: own.id, version, address: '1 Mill Road', directors: [{ name: 'Li Wei' }] },
    })
    const now = await portal.ask(director, companyCalls.detail, {})
    expect(now).toMatchObject({ address: '1 Mill Road', directors: [{ name: 'Li Wei' }] })
    expect(now.roles.find((one) => one.role === 'SUPPLIER')?.detail).toMatchObject({ invoicePrefix: 'AT' })
    const asBuyer = { id: own.id, version: now.version, paymentTermDays: 30, confirmMode: 'NONE' }
    expect((await refusalOf(portal.ask(director, companyCalls.editBuyer, { body: asBuyer } as never))).error).toBe('NOT_FOUND')
    const foreign = { id: portal.world.companies.birch, version: 1, supplierCategory: 'X' }
    expect((await refusalOf(portal.ask(director, companyCalls.editSupplier, { body: foreign }))).error).toBe('NOT_FOUND')
  })

  test('names and registration numbers are told taken or free', async () => {
    const ask = (call: typeof companyCalls.checkCompName, body: object) =>
      portal.ask(portal.seats.alderDirector, call, { body } as never)
    expect(await ask(companyCalls.checkCompName, { name: 'cedar  retail INC' })).toEqual({ taken: true })
    expect(await ask(companyCalls.checkCompName, { name: 'Nobody Ltd' })).toEqual({ taken: false })
    expect(await ask(companyCalls.checkBizRegNo as never, { bizRegNo: '12 3456789' })).toEqual({ taken: true })
    expect(await ask(companyCalls.checkBizRegNo as never, { bizRegNo: '99-0000000' })).toEqual({ taken: false })
  })

  test('the search finds parts of code and name among the companies one may know of', async () => {
    expect((await search('operations', { codeOrName: 'ceda' })).list).toEqual([{ code: 'CEDAR', name: 'Cedar Retail Inc' }])
    expect((await search('operations', { codeOrName: 'stores' })).list[0]?.code).toBe('DOGWOOD')
    expect((await search('operations', { role: 'SUPPLIER' })).list.map((one) => one.code)).toEqual(['ALDER', 'BIRCH'])
    expect((await search('alderMaker', { codeOrName: 'birch' })).list).toEqual([])
    expect((await search('alderMaker', { codeOrName: '%' })).list).toEqual([])
    const others = await portal.ask(portal.seats.alderMaker, companyCalls.listWithOther, { body: { role: 'BUYER' } })
    expect(others.map((one) => one.code)).toEqual(['CEDAR', 'DOGWOOD', 'OTHER'])
  })

  test('staff find companies by a role they hold, among others too', async () => {
    const staff = portal.seats.operations
    const { pageList } = listCalls(systemCompanyList)
    const profile = { name: 'Hazel Goods', bizRegNo: '123-HAZEL', country: 'DE', roles: ['SUPPLIER', 'BUYER'], riskGrade: 'B' }
    await portal.ask(staff, companyCalls.add, { body: { code: 'HAZEL', ...profile } } as never)
    const codesOf = async (roles: string[]) =>
      (await portal.ask(staff, pageList, { body: { filterFields: { roles } } })).list!.map((row) => row.code).sort()
    expect(await codesOf(['FUNDER'])).toEqual(['ELM', 'FIR'])
    expect(await codesOf(['FUNDER', 'SUPPLIER'])).toEqual(expect.arrayContaining(['ALDER', 'ELM', 'HAZEL']))
    expect(await codesOf(['BUYER'])).toEqual(expect.not.arrayContaining(['ALDER', 'ELM']))
  })
})
