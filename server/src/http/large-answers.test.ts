import { invoiceList } from '@usance/wire/invoice/list'
import { listCalls } from '@usance/wire/list'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { sliceRows } from '../database/in-slices.ts'
import { openPortal, type Portal } from '../testing/portal.ts'
import { roundsOfLoop } from '../testing/rounds.ts'
import type { Seat } from '../testing/world.ts'
import { invoiceSource } from '../trade/invoice/list.ts'

const rows = 1100
let portal: Portal
beforeAll(async () => {
  portal = await openPortal()
  const { alder, cedar } = portal.world.companies
  await portal.asOwner((db) =>
    sql`insert into invoice (id, supplier_id, buyer_id, invoice_no, norm_no, issue_date, due_date, currency, amount, fp1, fp2, fp3)
      select gen_random_uuid(), ${alder}, ${cedar}, 'MANY-' || n, 'MANY' || n, '2025-02-03', '2025-05-04', 'USD', 10,
        decode(md5('1' || n), 'hex'), decode(md5('2' || n), 'hex'), decode(md5('3' || n), 'hex')
      from generate_series(1, ${rows}::int) n`.execute(db),
  )
})
afterAll(() => portal.close())

const { pageList } = listCalls(invoiceList)
const ask = (seat: Seat, pageSize: number) => portal.ask(seat, pageList, { body: { pageSize } })

describe('a page of many rows', () => {
  test('is what its pages of a hundred are together', async () => {
    const { alderMaker } = portal.seats
    const whole = await ask(alderMaker, 20_000)
    expect(whole).toMatchObject({ pageNum: 1, pageSize: 20_000, total: rows })
    const pages = []
    for (let pageNum = 1; pageNum <= rows / 100; pageNum++)
      pages.push(...((await portal.ask(alderMaker, pageList, { body: { pageNum, pageSize: 100 } })).list ?? []))
    expect(whole.list).toEqual(pages)
  })

  test('is made while others have their turn', async () => {
    const rounds = roundsOfLoop()
    const shown: number[] = []
    const written: number[] = []
    const { operations } = invoiceSource
    vi.spyOn(invoiceSource, 'operations').mockImplementation((row, context) => {
      shown.push(rounds.count())
      return operations?.(row, context) ?? []
    })
    const { stringify } = JSON
    vi.spyOn(JSON, 'stringify').mockImplementation((value, ...how) => {
      if (Object.hasOwn(Object(value), 'invoiceNo')) written.push(rounds.count())
      return stringify(value, ...how)
    })
    const { list } = await ask(portal.seats.alderMaker, 20_000)
    vi.restoreAllMocks()
    rounds.stop()
    expect(list).toHaveLength(rows)
    for (const each of [shown, written]) {
      expect(each).toHaveLength(rows)
      expect(new Set(each).size).toBe(Math.ceil(rows / sliceRows))
    }
  })

  test('is made one at a time for one caller; their pages of usual size and others go on', async () => {
    const { alderMaker, birchMaker } = portal.seats
    const { large } = portal.app.turns
    let letGo = () => {}
    const first = large.run(
      { company: portal.world.companies.alder, user: alderMaker.userId },
      () =>
        new Promise<void>((resolve) => {
          letGo = resolve
        }),
    )
    let isAnswered = false
    const second = ask(alderMaker, 20_000).finally(() => {
      isAnswered = true
    })
    await vi.waitFor(() => expect(large.size).toEqual({ working: 1, waiting: 1 }))
    expect((await ask(alderMaker, 20)).list).toHaveLength(20)
    expect((await ask(birchMaker, 20_000)).total).toBe(0)
    expect(isAnswered).toBe(false)
    letGo()
    await first
    expect((await second).list).toHaveLength(rows)
    expect(large.size).toEqual({ working: 0, waiting: 0 })
  })
})
