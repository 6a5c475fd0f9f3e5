import { companyCalls } from '@usance/wire/company/calls'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openPortal, type Portal, refusalOf } from '../../testing/portal.ts'

let portal: Portal
beforeAll(async () => {
  portal = await openPortal()
})
afterAll(() => portal.close())

const added = (code: string, bizRegNo: string) =>
  portal.ask(portal.seats.operations, companyCalls.add, {
    body: { code, name: `${code} Ltd`, bizRegNo, country: 'CN', roles: ['SUPPLIER'], riskGrade: 'B', businessType: 'NORMAL' },
  })

test.each([
  ['in full width', '９１３１００００ＭＡ１Ｋ０００００Ｘ'],
  ['with a Cyrillic letter', '91310000\u041cA1K00000X'],
  ['with a Greek letter and blanks', '9131 0000 MA1\u039a00000X'],
])('a registration number that is written %s is still that of the company that has it', async (_, bizRegNo) => {
  expect((await refusalOf(added('TWIN', bizRegNo))).data.fields).toEqual([{ field: 'bizRegNo', message: 'ALREADY_EXISTS' }])
  const { taken } = await portal.ask(portal.seats.operations, companyCalls.checkBizRegNo, { body: { bizRegNo, country: 'CN' } })
  expect(taken).toBe(true)
})

test('registration numbers of Chinese characters are told apart', async () => {
  await added('HANGZHOU', '浙企合字')
  await added('SHANGHAI', '沪工商')
  expect((await refusalOf(added('HANGZHOU2', '浙企 合字'))).data.fields).toMatchObject([{ field: 'bizRegNo' }])
})

test('of several who add a company of one registration number at a moment, one does', async () => {
  const spellings = ['5500-AB', '5500ab', '5500 \u0410B', '５５００ＡＢ', '5500.A.B']
  const tried = await Promise.allSettled(spellings.map((number, at) => added(`MOMENT${at}`, number)))
  expect(tried.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
})
