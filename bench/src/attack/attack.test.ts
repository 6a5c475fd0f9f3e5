import { openPortal, type Portal } from '@usance/server/testing/portal'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { buildProduct, openProcess, type ServerProcess } from '../speed/server-process.ts'
import { attack } from './attack.ts'

let portal: Portal
let server: ServerProcess
beforeAll(async () => {
  buildProduct()
  portal = await openPortal()
  server = await openProcess({ ...portal.addresses, USANCE_PROCESS: 'web' })
}, 600_000)
afterAll(async () => {
  await server?.stop()
  await portal?.close()
})

test('hostile files and unread downloads of one company leave the server free for others and its memory small', async () => {
  const { alderMaker, birchMaker } = portal.seats
  const rounds = Number(process.env.ATTACK_ROUNDS ?? 1)
  const figures = await attack(server, alderMaker, birchMaker, { rounds, seconds: 5, atOnce: 12 })
  if (process.env.ATTACK_ROUNDS) console.log(figures)
  // The import reads the small sheet and refuses its heading, which is not that of invoices. On a busy machine a photograph is given
  // up when its time is over.
  const refusedHeading = '20022'
  const photographGivenUp = '20024'
  const faults = (codes: Record<string, number>) => Object.keys(codes).filter((code) => code.startsWith('5') && code.length === 3)
  expect([faults(figures.codes), Object.keys(figures.otherCodes).filter((code) => code !== photographGivenUp)]).toEqual([
    [],
    ['200', refusedHeading],
  ])
  // Before the limits, one of these files kept the server at work for half a minute and another used 1.4 GB. How long others waited
  // depends on the machine and is printed for the bench.
  expect(figures.work).toBeLessThan(500)
  expect(figures.grown).toBeLessThan(400)
}, 600_000)
