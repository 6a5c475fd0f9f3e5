import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { assistantCalls } from '@usance/wire/assistant/calls'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { newId } from '../../database/id.ts'
import { addLimit } from '../../finance/product/add-product.ts'
import { addCompany } from '../../party/company/register.ts'
import { aPooledInvoice } from '../../testing/drawing.ts'
import { actAs, aFundedOrder } from '../../testing/financing.ts'
import { aPoolProduct } from '../../testing/pool-product.ts'
import { openPortal, type Portal } from '../../testing/portal.ts'
import { allTools, runTool } from './all-tools.ts'
import type { Args, Tool } from './tool.ts'

// A thousand yen is a small amount and a thousand dinars a large one: as numbers, the first would come before the second.
const currencies = ['JPY', 'KWD', 'USD'] as const
const worth = { JPY: 100_000_000, KWD: 10_000, USD: 100_000 }
const many = 26

let portal: Portal
beforeAll(async () => {
  portal = await openPortal()
  const { alder, elm } = portal.world.companies
  const orders: string[] = []
  for (const currency of currencies)
    orders.push((await aFundedOrder(portal, { currency, faces: [String(worth[currency])] })).orderId)
  const { poolId } = await aPooledInvoice(portal, await aPoolProduct(portal, 'OWN'), { amount: '100', buyerCode: 'CEDAR' })
  const others = await portal.look(async (tx) => {
    const made: { buyer: string; supplier: string }[] = []
    for (let at = 0; at < many; at++) {
      const company = (role: 'BUYER' | 'SUPPLIER') =>
        addCompany(tx, {
          ...{ code: `${role}${at}`, name: `${role} number ${at}`, bizRegNo: `${role}-${at}`, country: 'DE', roles: [role] },
        })
      made.push({ buyer: await company('BUYER'), supplier: await company('SUPPLIER') })
    }
    for (const [at, { buyer }] of made.entries())
      for (const currency of currencies) {
        const amount = String(worth[currency] * (at + 1))
        const no = `MANY-${currency}-${at}`
        const id = newId()
        await tx
          .insertInto('invoice')
          .values({
            ...{ id, supplierId: alder, buyerId: buyer, invoiceNo: no, normNo: no, currency, amount, confirmedAmount: amount },
            ...{ issueDate: '2025-01-01', dueDate: at % 2 ? '2025-02-01' : '2025-05-02', docStatus: 'CONFIRMED' },
            ...{ fp1: Buffer.from(`1${no}`), fp2: Buffer.from(`2${no}`), fp3: Buffer.from(`3${no}`) },
          })
          .execute()
        const limit = { type: 'BUYER' as const, buyerId: buyer, funderId: elm, currency, amount }
        await addLimit(tx, { ...limit, effectiveDate: '2024-01-01', expiryDate: '2030-12-31' })
      }
    return made
  })
  // Copies of whole rows, past the rules that make them: what is tried is how they are told.
  await portal.asOwner((db) =>
    db.transaction().execute(async (tx) => {
      await sql`set local session_replication_role = replica`.execute(tx)
      const copied = async (table: string, from: string, changes: object) => {
        const id = newId()
        const { rows } = await sql<{ name: string }>`
          select column_name as name from information_schema.columns where table_schema = current_schema() and table_name = ${table} and is_generated = 'NEVER'`.execute(
          tx,
        )
        const columns = sql.join(rows.map(({ name }) => sql.raw(`"${name}"`)))
        await sql`insert into ${sql.table(table)} (${columns}) select ${columns} from (
          select (jsonb_populate_record(t, ${JSON.stringify({ id, ...changes })}::jsonb)).* from ${sql.table(table)} t where id = ${from}) c`.execute(
          tx,
        )
        return id
      }
      for (const [n, orderId] of orders.entries()) {
        const item = await tx.selectFrom('financeOrderItem').select('id').where('orderId', '=', orderId).executeTakeFirstOrThrow()
        for (const [at, { supplier }] of others.entries())
          for (const supplierId of [alder, supplier]) {
            const own = supplierId === alder
            const id = await copied('finance_order', orderId, {
              ...{ order_no: `FO-2025-0${own ? 5 : 6}${n}${String(at).padStart(3, '0')}`, supplier_id: supplierId },
            })
            await copied('finance_order_item', item.id, { order_id: id, supplier_id: supplierId, active: false })
          }
      }
      const { productId } = await tx.selectFrom('pool').select('productId').where('id', '=', poolId).executeTakeFirstOrThrow()
      for (const currency of currencies)
        for (let at = 0; at < 4; at++) {
          const code = `POOL-${currency}-${at}`
          const product_id = await copied('financing_product', productId, { code, name: code, name_cn: code })
          await copied('pool', poolId, { code, currency, product_id })
        }
      for (const currency of currencies) {
        const { rows } = await sql<{ id: string; supplierId: string; buyerId: string }>`
          select id, supplier_id, buyer_id from invoice where currency = ${currency} and invoice_no like 'MANY-%' order by invoice_no limit 9`.execute(
          tx,
        )
        for (const [at, { id, supplierId, buyerId }] of rows.entries())
          await tx
            .insertInto('invoicePayment')
            .values({
              ...{ id: newId(), invoiceId: id, supplierId, buyerId, currency, amount: '1' },
              repaymentId: newId(),
              payDate: `2025-02-0${at + 1}`,
            })
            .execute()
      }
    }),
  )
}, 240_000)
afterAll(() => portal.close())

const ask = async (question: string) =>
  (await portal.ask(portal.seats.alderMaker, assistantCalls.ask, { body: { question } })).text

test('who owes most is told of each currency, and what is left out by its currency', async () => {
  const text = await ask('Who owes us the most?')
  for (const currency of currencies) expect(text).toMatch(new RegExp(`BUYER number 25: ${currency} [\\d,.]+ on 1 invoice`))
  expect(text).toContain('and 3 more buyers in JPY, 3 in KWD, 3 in USD')
  expect(await ask('谁欠我们最多？')).toContain('另有 JPY 3 家买方、KWD 3 家买方、USD 3 家买方')
})

describe('every tool that tells amounts', () => {
  const tellsAmounts = allTools.filter(({ takes }) => takes.includes('currency'))
  const ways = ['by', 'sort'] as const
  const values = { by: ['TOTAL', 'PARTY', 'SUPPLIER', 'AGE'], sort: ['LARGEST', 'SOONEST', 'NEWEST'] } as const
  /** Every way in which a question may ask for the rows of a tool. */
  const asked = (tool: Tool): Args[] => {
    const kinds = tool.takes.includes('which') ? (tool.description.match(/\b[A-Z][A-Z_]{3,}\b/g) ?? []) : []
    const whole: Args[] = [{}, ...kinds.map((which) => ({ which }))]
    return ways
      .filter((way) => tool.takes.includes(way))
      .reduce<Args[]>((all, way) => all.flatMap((args) => [args, ...values[way].map((one) => ({ ...args, [way]: one }))]), whole)
  }
  /** How many lines tell an amount of a currency, and how many rows of it are said to be left out. */
  const countsOf = (text: string, currency: string) => {
    const lines = text.split('\n')
    const isLeft = (line: string) => /\bmore \w+/.test(line)
    const told = lines.filter((line) => !isLeft(line) && new RegExp(`\\b${currency} -?\\d`).test(line)).length
    const left = lines.filter(isLeft).flatMap((line) => [...line.matchAll(/(\d+)(?: more [a-z]+)? in ([A-Z]{3})/g)])
    return { told, left: left.filter(([, , one]) => one === currency).reduce((all, [, count]) => all + Number(count), 0) }
  }

  test.each(['alderMaker', 'cedarChecker', 'elmMaker', 'operations'] as const)(
    'tells %s as much of each currency beside others as by itself, or how many rows of it are left out',
    async (seat) => {
      await actAs(portal, portal.seats[seat], async (context) => {
        const run = async (tool: Tool, args: Args) => (await runTool({ ...context, language: 'en-US' }, tool.name, args)).text
        const faults: string[] = []
        for (const tool of tellsAmounts)
          for (const args of asked(tool)) {
            const together = await run(tool, args)
            for (const currency of currencies) {
              const [one, other] = [countsOf(await run(tool, { ...args, currency }), currency), countsOf(together, currency)]
              if (one.told + one.left !== other.told + other.left || (one.told > 0 && !together.includes(currency)))
                faults.push(`${tool.name} ${JSON.stringify(args)} ${currency}: ${JSON.stringify({ one, other })}`)
            }
            if (!tool.takes.includes('top')) continue
            const [few, more] = [await run(tool, { ...args, top: 2 }), await run(tool, { ...args, top: 20 })]
            for (const currency of currencies) {
              const [one, other] = [countsOf(few, currency), countsOf(more, currency)]
              if (one.told + one.left !== other.told + other.left)
                faults.push(`${tool.name} ${JSON.stringify(args)} ${currency}, two or twenty: ${JSON.stringify({ one, other })}`)
            }
          }
        expect(faults).toEqual([])
      })
    },
  )
})

test('no tool cuts its rows but where the answer says so', () => {
  const folder = join(import.meta.dirname, 'tools')
  const cuts = readdirSync(folder).flatMap((file) =>
    readFileSync(join(folder, file), 'utf8')
      .split('\n')
      .filter((line) => /\blimit (\$\{|\d)|\.limit\(/.test(line))
      .map((line) => `${file}: ${line.trim()}`),
  )
  // The newest of a record's own rows is what is asked for; of the approvals, the number stands beside those that are named.
  expect(cuts.filter((line) => !/ desc limit 1\b/.test(line))).toEqual(['desk.ts: .limit(mostNamed + 1)'])
})
