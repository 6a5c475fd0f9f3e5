import { onboardingCalls } from '@usance/wire/onboarding/calls'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openPortal, type Portal, refusalOf } from '../../testing/portal.ts'
import { passAll } from '../../testing/trade.ts'

let portal: Portal
beforeAll(async () => {
  portal = await openPortal()
})
afterAll(() => portal.close())

test('an invited visitor states people, watch lists and registry rules are checked, and staff admit the company', async () => {
  const { seats, world } = portal
  const csv = 'X-1,"Trading, Volga"\nX-2,Cedar Retale\nbroken'
  const imported = await portal.ask(seats.operations, onboardingCalls.importSanctions, { body: { list: 'TEST', csv } as never })
  expect(imported).toEqual({ added: 2, known: 0, faulty: [3] })
  const { link } = await portal.ask(seats.operations, onboardingCalls.invite, { body: { companyId: world.companies.cedar } })
  const specialAccess = link.split('=')[1]!
  const people = [{ name: 'Volga Trading', function: 'OWNER' }]
  const visited = await portal.ask(null, onboardingCalls.save, { body: { specialAccess, people } as never })
  expect(visited).toMatchObject({ visitor: true, people, company: { name: 'Cedar Retail Inc' } })
  expect((await refusalOf(portal.ask(null, onboardingCalls.state, { body: { specialAccess: 'guess' } }))).error).toBe(
    'LINK_USED_OR_EXPIRED',
  )
  expect((await refusalOf(portal.ask(seats.cedarMaker, onboardingCalls.submit, { body: {} as never }))).error).toBe(
    'ILLEGAL_TRANSITION',
  )
  const checked = await portal.ask(seats.cedarMaker, onboardingCalls.autoKyc, { body: {} as never })
  const outcomes = Object.fromEntries(checked.checks.map((check) => [check.provider, check.outcome]))
  expect(outcomes).toEqual({ REGISTRY_NUMBER: 'PASSED', SANCTIONS: 'MANUAL', DOCUMENTS: 'FAILED', BANK_ACCOUNT: 'MANUAL' })
  expect(checked.checks.find((check) => check.provider === 'SANCTIONS')!.evidence).toEqual([])
  const { no } = await portal.ask(seats.cedarMaker, onboardingCalls.submit, { body: {} as never })
  expect(await passAll(portal, no, 'KYC')).toHaveLength(2)
  expect((await portal.ask(seats.cedarMaker, onboardingCalls.state, { body: {} })).status).toBe('PASSED')
})
