import { companyCalls } from '@usance/wire/company/calls'
import { financeOrderCalls } from '@usance/wire/finance-order/calls'
import { onboardingCalls } from '@usance/wire/onboarding/calls'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openPortal, type Portal } from '../../testing/portal.ts'
import { aConfirmedInvoice, passAll, requestFor } from '../../testing/trade.ts'
import { aDirector, type Seat } from '../../testing/world.ts'

// What a company says of itself shows what it shares with its buyer. No change of its own removes such a sign.

let portal: Portal
let ofCedar: Seat
beforeAll(async () => {
  portal = await openPortal()
  ofCedar = await portal.look((tx) => aDirector(tx, portal.world.companies.cedar))
})
afterAll(() => portal.close())

/** States directors and the address of the own company. */
async function state(seat: Seat, directors: string[], address: string) {
  const { id, version } = await portal.ask(seat, companyCalls.detail, {})
  const body = { id, version, address, directors: directors.map((name) => ({ name })) }
  await portal.ask(seat, companyCalls.editDirector, { body })
}
const signs = async () => {
  const body = requestFor(portal, [await aConfirmedInvoice(portal)])
  const { warnings } = await portal.ask(portal.seats.alderMaker, financeOrderCalls.trialCalculation, { body })
  return warnings.flatMap(({ code }) => (code.startsWith('SHARED') ? [code] : []))
}
const takenBack = async () => {
  const { alder } = portal.world.companies
  return (await portal.ask(portal.seats.operations, companyCalls.anyDetail, { body: { id: alder } })).namedBefore
}
/** Submits the review of Alder. Answers its number. */
async function submitReview() {
  const { alderMaker } = portal.seats
  const { version } = await portal.ask(alderMaker, onboardingCalls.state, { body: {} })
  const people = [{ name: 'Ana Roth', function: 'DIRECTOR' as const }]
  await portal.ask(alderMaker, onboardingCalls.save, { body: { version, people } })
  await portal.ask(alderMaker, onboardingCalls.autoKyc, { body: {} })
  return (await portal.ask(alderMaker, onboardingCalls.submit, { body: {} })).no
}

test('a director or address that a company shares with its buyer stays a sign after it took it back, until the staff have reviewed it', async () => {
  const { alderDirector } = portal.seats
  await state(ofCedar, ['q. rowan'], '1, MILL ROAD')
  await state(alderDirector, ['Other Name'], '2 Quay')
  expect(await signs()).toEqual([])
  await state(alderDirector, ['Q. Rowan', 'Other Name'], '1 Mill Road')
  const shared = ['SHARED_DIRECTOR', 'SHARED_ADDRESS']
  expect(await signs()).toEqual(shared)
  expect(await takenBack()).toMatchObject({ directors: [] })
  await state(alderDirector, ['Other Name'], '2 Quay')
  expect(await signs()).toEqual(shared)
  expect(await takenBack()).toEqual({ directors: ['Q. Rowan'], addresses: ['1 Mill Road'] })
  await passAll(portal, await submitReview(), 'KYC')
  expect(await signs()).toEqual([])
  expect(await takenBack()).toEqual({ directors: [], addresses: [] })
})

test('what a company took back while its review was looked at stays a sign', async () => {
  const { alderDirector } = portal.seats
  await state(alderDirector, ['Q. Rowan'], '2 Quay')
  await portal.setBusinessDate('2026-01-15')
  const review = await submitReview()
  await state(alderDirector, [], '2 Quay')
  await passAll(portal, review, 'KYC')
  await portal.setBusinessDate('2025-03-03')
  expect(await signs()).toEqual(['SHARED_DIRECTOR'])
})
