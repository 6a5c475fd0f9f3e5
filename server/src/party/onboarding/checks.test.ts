import { onboardingCalls } from '@usance/wire/onboarding/calls'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openPortal, type Portal } from '../../testing/portal.ts'

// What the automatic checks say to the staff who decide on an admission.
let portal: Portal
beforeAll(async () => {
  portal = await openPortal()
  await company({ kycExpiresOn: null })
})
afterAll(() => portal.close())

const company = (set: { kycExpiresOn?: null; country?: string; bizRegNo?: string }) =>
  portal.look((tx) => tx.updateTable('company').set(set).where('id', '=', portal.world.companies.alder).execute())
const importNames = (list: string, csv: string) =>
  portal.ask(portal.seats.operations, onboardingCalls.importSanctions, { body: { list, csv } })
/** One check of Alder, owned by this person, as the staff read it. */
async function checkOf(provider: string, owner: string) {
  const { alderDirector, operations } = portal.seats
  const { version } = await portal.ask(alderDirector, onboardingCalls.state, { body: {} })
  await portal.ask(alderDirector, onboardingCalls.save, { body: { version, people: [{ name: owner, function: 'OWNER' }] } })
  await portal.ask(alderDirector, onboardingCalls.autoKyc, { body: {} })
  const { checks } = await portal.ask(operations, onboardingCalls.state, { body: { companyId: portal.world.companies.alder } })
  return checks.find((check) => check.provider === provider)
}

test('the nearest names of the watch lists are told, and how many more there are', async () => {
  const alike = Array.from({ length: 25 }, (_, at) => `C-${at},Alder Textiles No${at}`)
  await importNames('LONG', [...alike, 'P-1,Omar Badman'].join('\n'))
  const check = await checkOf('SANCTIONS', 'Omar Badman')
  expect(check).toMatchObject({ outcome: 'MANUAL' })
  expect(check?.evidence).toHaveLength(21)
  expect(check?.evidence[0]).toBe('NEAR Omar Badman ~ Omar Badman (LONG P-1) 100')
  expect(check?.evidence[20]).toBe('MORE 6')
})

test('a line of a watch list with further columns is told as faulty, and its name is taken from two columns', async () => {
  const columns = ['P-2,Olga Murk,individual,Syria,1970-01-01,SDGT', 'P-3,Somebody Else,individual']
  expect(await importNames('COLUMNS', columns.join('\n'))).toEqual({ added: 0, known: 0, faultyCount: 2, faulty: [1, 2] })
  expect(await importNames('COLUMNS', 'P-2,"Murk, Olga"')).toEqual({ added: 1, known: 0, faultyCount: 0, faulty: [] })
  const check = await checkOf('SANCTIONS', 'Olga Murk')
  expect(check).toMatchObject({ outcome: 'MANUAL' })
  expect(check?.evidence[0]).toBe('NEAR Olga Murk ~ Murk, Olga (COLUMNS P-2) 100')
})

test.each([
  ['GB', 'LP012345', 'MANUAL'],
  ['GB', 'SE000123', 'MANUAL'],
  ['GB', 'IP12345R', 'MANUAL'],
  ['GB', 'OC312345', 'PASSED'],
  ['GB', 'LP-12', 'FAILED'],
  ['US', '60-1234567', 'PASSED'],
  ['US', '07-1234567', 'FAILED'],
])('of %s the number %s is judged as %s', async (country, bizRegNo, outcome) => {
  await company({ country, bizRegNo })
  expect(await checkOf('REGISTRY_NUMBER', 'Ana Roth')).toMatchObject({ outcome })
})
