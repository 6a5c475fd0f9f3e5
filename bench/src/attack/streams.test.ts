import { fork } from 'node:child_process'
import { once } from 'node:events'
import { loadavg } from 'node:os'
import { setTimeout as pause } from 'node:timers/promises'
import { notify } from '@usance/server/notify/notify'
import { addUser } from '@usance/server/party/company/register'
import { openPortal, type Portal } from '@usance/server/testing/portal'
import { openSeat } from '@usance/server/testing/world'
import { noticeStreamPath } from '@usance/wire/notification/calls'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { buildProduct, memoryOf, openProcess, processorMs, type ServerProcess } from '../speed/server-process.ts'
import { watch } from './attack.ts'

let portal: Portal
let server: ServerProcess
const holder = fork(new URL('./hold-streams.mjs', import.meta.url), [], { execArgv: [] })
beforeAll(async () => {
  buildProduct()
  portal = await openPortal()
  server = await openProcess({ ...portal.addresses, USANCE_PROCESS: 'web' })
}, 600_000)
afterAll(async () => {
  holder.disconnect()
  await server?.stop()
  await portal?.close()
})

type Count = { told: number; open: number; refused: number }
async function ask(wanted: object | 'count'): Promise<Count> {
  const answered = once(holder, 'message')
  holder.send(wanted)
  const [count] = await answered
  return count
}

const [users, eachMay, messages] = [150, 20, 10]

test('three thousand streams are told each message, and hold nobody else up', async () => {
  const { alder } = portal.world.companies
  const tokens = await portal.look(async (tx) => {
    const made: string[] = []
    for (let n = 0; n < users; n++) {
      const seats = [{ companyId: alder, role: 'SUPPLIER' as const, userRoles: ['Viewer'] }]
      const userId = await addUser(tx, { userName: `reader.${n}`, cname: `Reader ${n}`, email: `reader.${n}@usance.test`, seats })
      await tx.updateTable('appUser').set({ status: 'active' }).where('id', '=', userId).execute()
      made.push((await openSeat(tx, userId, alder, 'SUPPLIER')).token)
    }
    return made
  })
  const readers = tokens.map((token, n) => ({ token, appid: 'usance-portal', 'x-forwarded-for': `192.0.2.${n % 5}` }))
  const path = `/api${noticeStreamPath.replace('{p}', 'usance')}`

  const quietly = watch(`http://127.0.0.1:${server.port}`, portal.seats.birchMaker)
  await pause(3000)
  const quiet = await quietly()
  const before = memoryOf(server.pid).now
  const opening = watch(`http://127.0.0.1:${server.port}`, portal.seats.birchMaker)
  // Each asks for five more than one user may hold.
  const held = await ask({ port: server.port, path, readers, each: eachMay + 5 })
  const opened = await opening()
  expect(held).toMatchObject({ open: users * eachMay, refused: users * 5 })
  await pause(2000)
  const usedBefore = processorMs(server.pid)
  const telling = watch(`http://127.0.0.1:${server.port}`, portal.seats.birchMaker)
  const began = performance.now()
  for (let n = 0; n < messages; n++)
    await portal.look((tx) =>
      notify(tx, {
        event: 'FINANCE_ORDER_FUNDED',
        companyIds: [alder],
        params: { orderNo: `FO-${n}`, amount: '90000.00', currency: 'USD' },
      }),
    )
  const wanted = users * eachMay * messages
  let { told } = await ask('count')
  for (let n = 0; n < 600 && told < wanted; n++) {
    await pause(100)
    told = (await ask('count')).told
  }
  const tookMs = performance.now() - began
  const meanwhile = await telling()
  const grown = memoryOf(server.pid).most - before
  const work = (processorMs(server.pid) - usedBefore) / (told + meanwhile.calls)
  const figures = { quiet, opened, meanwhile, tookMs, grown, work, told, load: loadavg()[0] }
  if (process.env.ATTACK_ROUNDS) console.log(figures)
  expect(told).toBe(wanted)
  expect(grown).toBeLessThan(200)
  // How long others waited depends on the machine and is printed for the bench.
  expect(work).toBeLessThan(20)
}, 600_000)
