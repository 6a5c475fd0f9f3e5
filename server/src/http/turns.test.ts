import { invoiceList } from '@usance/wire/invoice/list'
import { listCalls } from '@usance/wire/list'
import { workflowCalls } from '@usance/wire/workflow/calls'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { openPortal, type Portal, Refusal } from '../testing/portal.ts'
import { aConfirmedInvoice, aSubmittedOrder, requestFor } from '../testing/trade.ts'
import { Refused } from './refused.ts'
import { placeOf, Turns } from './turns.ts'

/** Work that runs until it is released, and signals its start. */
function held() {
  let end = () => {}
  let hasBegun = false
  const ended = new Promise<void>((resolve) => {
    end = resolve
  })
  const work = () => {
    hasBegun = true
    return ended
  }
  return { work, end: () => end(), hasBegun: () => hasBegun }
}
const settled = () => new Promise((resolve) => setImmediate(resolve))

describe('turns at a pool of connections', () => {
  test('users and companies have limits, and waiting calls begin in their order', async () => {
    const turns = new Turns({ all: 6, company: 3, user: 2, waiting: 5 })
    const asks = ['ann', 'ann', 'ann', 'bob', 'bob', 'ann'].map((user) => ({ user, ...held() }))
    const done = asks.map(({ user, work }) => turns.run({ company: 'Alder', user }, work))
    await settled()
    expect(asks.map(({ hasBegun }) => hasBegun())).toEqual([true, true, false, true, false, false])
    expect(turns.size).toEqual({ working: 3, waiting: 3 })
    asks[0]!.end()
    await settled()
    expect(asks.map(({ hasBegun }) => hasBegun())).toEqual([true, true, true, true, false, false])
    for (const { end } of asks) end()
    await Promise.all(done)
    expect(turns.size).toEqual({ working: 0, waiting: 0 })
  })

  test('waiting companies take turns', async () => {
    const turns = new Turns({ all: 1, company: 1, user: 1, waiting: 9 })
    const order: string[] = []
    const first = held()
    const asked = [turns.run({ company: 'Alder', user: 'ann' }, first.work)]
    for (const company of ['Alder', 'Alder', 'Alder', 'Birch', 'Cedar', 'Birch'])
      asked.push(turns.run({ company, user: `of ${company}` }, async () => void order.push(company)))
    first.end()
    await Promise.all(asked)
    expect(order).toEqual(['Alder', 'Birch', 'Cedar', 'Alder', 'Birch', 'Alder'])
  })

  test('a crowd of addresses without a session leaves half of the connections to signed-in users', async () => {
    const turns = new Turns({ all: 4, company: 2, user: 2, waiting: 9 })
    const crowd = Array.from({ length: 20 }, (_, at) => ({ caller: placeOf(null, `198.51.100.${at}`), ...held() }))
    const asked = crowd.map(({ caller, work }) => turns.run(caller, work))
    expect(await turns.run(placeOf({ companyId: 'Alder', userId: 'ann' }, '198.51.100.1'), async () => 'answered')).toBe(
      'answered',
    )
    expect(turns.size).toEqual({ working: 2, waiting: 18 })
    for (const { end } of crowd) end()
    await Promise.all(asked)
  })

  test('a call beyond the queue is refused, and a failed one frees its place', async () => {
    const turns = new Turns({ all: 4, company: 2, user: 1, waiting: 1 })
    const first = held()
    const ann = { company: 'Alder', user: 'ann' }
    const asked = [turns.run(ann, first.work), turns.run(ann, async () => Promise.reject(new Error('a fault')))]
    await expect(turns.run(ann, first.work)).rejects.toMatchObject(new Refused('TOO_MANY_REQUESTS', { limit: 1 }))
    expect(await turns.run({ company: 'Alder', user: 'bob' }, async () => 'answered')).toBe('answered')
    first.end()
    await asked[0]
    await expect(asked[1]).rejects.toThrow('a fault')
    expect(turns.size).toEqual({ working: 0, waiting: 0 })
  })
})

describe('one seat that asks a hundred times at once', () => {
  let portal: Portal
  beforeAll(async () => {
    portal = await openPortal({ RATE_PER_MINUTE: '0' })
  })
  afterAll(() => portal.close())

  test('waits for itself alone: every list of another company is answered', async () => {
    const { alderChecker, birchMaker } = portal.seats
    const { orderNo } = await aSubmittedOrder(portal, requestFor(portal, [await aConfirmedInvoice(portal)]))
    const asked = { businessNo: orderNo, businessType: 'FINANCE_ORDER', ifQueryTask: 'YES' } as const
    const { currentNode, taskId } = await portal.ask(alderChecker, workflowCalls.history, { body: asked })
    expect(taskId).toBeTruthy()
    let letGo = () => {}
    const over = new Promise<void>((resolve) => {
      letGo = resolve
    })
    let hold = () => {}
    const isHeld = new Promise<void>((resolve) => {
      hold = resolve
    })
    // Another transaction holds the task: a deciding call waits with a connection of its own.
    const holding = portal.asOwner((db) =>
      db.transaction().execute(async (tx) => {
        await sql`select from workflow_task for update`.execute(tx)
        await sql`select from workflow_instance for update`.execute(tx)
        hold()
        await over
      }),
    )
    await isHeld
    const decide = () =>
      portal
        .ask(alderChecker, workflowCalls.approve, {
          body: {
            businessNo: orderNo,
            nodeName: currentNode ?? '',
            taskId: taskId ?? '',
            reviewType: 'PASSED',
            approvalComments: 'Checked',
          },
        })
        .then(
          () => 'answered',
          (error: unknown) => (error instanceof Refusal ? error.error : String(error)),
        )
    const decided = Array.from({ length: 100 }, decide)
    const lists = await Promise.all(
      Array.from({ length: 50 }, () =>
        portal.sendRaw(birchMaker, 'POST', `/api${listCalls(invoiceList).pageList.path.replace('{p}', 'usance')}`, {}),
      ),
    )
    expect(lists.map((one) => one.json().code)).toEqual(Array.from({ length: 50 }, () => 200))
    letGo()
    await holding
    const answers = await Promise.all(decided)
    expect(answers.filter((one) => one === 'answered')).toHaveLength(1)
    expect(answers).not.toContain('UNAVAILABLE')
  }, 300_000)
})
