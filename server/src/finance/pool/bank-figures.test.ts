import { poolCalls } from '@usance/wire/pool/calls'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { runEndOfDay } from '../../settlement/end-of-day/run-end-of-day.ts'
import { aPoolProduct } from '../../testing/pool-product.ts'
import { openPortal, type Portal } from '../../testing/portal.ts'
import { aConfirmedInvoice } from '../../testing/trade.ts'
import { uploadAs } from '../../testing/upload.ts'
import { openingDay } from '../../testing/world.ts'

let portal: Portal
beforeAll(async () => {
  portal = await openPortal()
})
afterAll(() => portal.close())

test('a figure of a bank in a currency of three decimals is read in one way, or comes back', async () => {
  const { alderMaker, operations } = portal.seats
  const productId = await aPoolProduct(portal, 'DBS')
  const invoiceId = await aConfirmedInvoice(portal, { invoiceNo: 'K-1', amount: '5000.000', currency: 'KWD' })
  await portal.ask(alderMaker, poolCalls.assign, { body: { productId, currency: 'KWD', invoiceIds: [invoiceId] } })
  const pool = async () => (await portal.ask(alderMaker, poolCalls.pools, { body: { kind: 'DBS' } })).pools[0]!
  const { code } = await pool()
  const readFile = async (...bases: string[]) => {
    const rows = ['poolCode,base,asOf', ...bases.map((base) => `${code},"${base}",${openingDay}`)]
    const { data } = await uploadAs(portal, operations, 'bank.csv', Buffer.from(rows.join('\n')))
    return portal.ask(operations, poolCalls.importBankFigures, { query: { fileKey: data.objectKey } })
  }
  // A thousand times too much, were the comma taken for one between thousands.
  expect(await readFile('310,500')).toMatchObject({ successfulNumber: 0, errorNumber: 1 })
  expect(await readFile('many', '1.2345')).toMatchObject({ successfulNumber: 0, errorNumber: 2 })
  expect((await pool()).bank?.base).toBeNull()
  expect(await readFile('310.500')).toMatchObject({ successfulNumber: 1, errorNumber: 0 })
  expect((await pool()).bank?.base).toBe('310.500')
  expect(await readFile('1,310.500')).toMatchObject({ successfulNumber: 1, errorNumber: 0 })
  expect((await pool()).bank?.base).toBe('1310.500')
})

test('what a bank allows on a pool is told to the supplier and the funder of the pool', async () => {
  const { operations } = portal.seats
  const { alder, elm } = portal.world.companies
  const pool = await portal.look((tx) => tx.selectFrom('pool').select(['id', 'code']).executeTakeFirstOrThrow())
  const body = { poolId: pool.id, base: '900.000', asOf: openingDay }
  await portal.ask(operations, poolCalls.bankFigures, { body })
  const told = await portal.look((tx) =>
    tx
      .selectFrom('notification')
      .select(['companyId', 'params'])
      .where('event', '=', 'POOL_BANK_FIGURES')
      .orderBy('id', 'desc')
      .limit(2)
      .execute(),
  )
  expect(told.map(({ companyId }) => companyId).sort()).toEqual([alder, elm].sort())
  expect(told[0]!.params).toEqual({ pool: pool.code, amount: '900.000', currency: 'KWD', date: openingDay })
})

test('the history of a pool on which a bank decides is that of the bank’s figure', async () => {
  const { pools } = await portal.ask(portal.seats.alderMaker, poolCalls.pools, { body: { kind: 'DBS' } })
  expect(pools[0]!.bank?.base).toBe('900.000')
  await runEndOfDay(portal.app)
  const [after] = (await portal.ask(portal.seats.alderMaker, poolCalls.pools, { body: { kind: 'DBS' } })).pools
  expect(after!.history.at(-1)!.base).toBe('900.000')
})
