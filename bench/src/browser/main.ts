import { rmSync } from 'node:fs'
import { closeBrowser } from '@usance/e2e/browser'
import { aFundedOrder } from '@usance/server/testing/financing'
import { invoiceList } from '@usance/wire/invoice/list'
import type { AnyList } from '@usance/wire/list'
import { amortizationList } from '@usance/wire/report/list'
import { sessionCalls } from '@usance/wire/session/calls'
import { type Bench, openBench } from '../speed/bench.ts'
import { copyOrder } from '../speed/many-orders.ts'
import { type Line, median, printLines } from '../speed/measure.ts'
import { portalOf } from '../speed/order-life.ts'
import { built, openFloor } from './floor-server.ts'
import { clicking, interactiveAfter, scrolling, typing, untilShown } from './moments.ts'
import { openVisit } from './visit.ts'

// `npm run bench -- browser`: the portal and a plain React table in turns, in a real browser with a slow processor on a mobile
// network. A budget that says "0.95 of AG Grid" became a ratio to the floor by both their figures of one run.

const rounds = Number(process.env.BENCH_ROUNDS ?? 5)
const columnsShown = 20
const floorWas = { interactive: 1600, detail: 330, type: 32, click: 48, scroll: 23 }
const budgets = {
  interactive: Math.min(0.95 * 2500, 0.35 * 7200) / floorWas.interactive,
  detail: (0.75 * 590) / floorWas.detail,
  type: 64 / floorWas.type,
  click: 144 / floorWas.click,
  scroll: 45 / floorWas.scroll,
}
type What = 'interactive' | 'detail' | 'again' | 'type' | 'click' | 'scroll' | 'invoices'
const times: Record<'ours' | 'floor', Record<What, number[]>> = { ours: empty(), floor: empty() }
function empty(): Record<What, number[]> {
  return { interactive: [], detail: [], again: [], type: [], click: [], scroll: [], invoices: [] }
}

const web = built(['--config', 'web/vite.config.ts'])
const floor = await openFloor()
const bench = await openBench(2000, { USANCE_WEB: web })
try {
  const seat = bench.world.seats.alderMaker!
  await manyPeriods(bench)
  await showColumns(amortizationList, columnsShown)
  await showColumns(invoiceList, columnsShown)
  await weigh(seat.token)
  for (let round = 0; round < rounds; round++) {
    await visitFloor()
    await visitReport(seat.token)
    await visitInvoices(seat.token)
    console.log(`round ${round + 1} of ${rounds}`)
  }
  print()
} finally {
  await closeBrowser()
  floor.close()
  await bench.close()
  rmSync(web, { recursive: true, force: true })
}

/** What travels for the sign-in page and for the first list somebody opens. */
async function weigh(token: string) {
  for (const [what, path, who, ready, budget] of [
    ['sign-in page', '/login', undefined, 'button[type=submit]', 90],
    ['first list page', '/trading/invoice', token, '.table tbody td a', 200],
  ] as const) {
    const visit = await openVisit(who)
    await interactiveAfter(visit.page, `${bench.url}${path}`, ready)
    const shownAt = await visit.page.evaluate(() => performance.timeOrigin + (window as unknown as { readyAt: number }).readyAt)
    const { scriptBytes, requests, hosts, files } = visit.loaded(shownAt)
    console.log(
      `${what}: ${(scriptBytes / 1000).toFixed(1)} KB of JavaScript as it travelled (budget ${budget}), ${requests} requests until its content is there (budget 12), hosts: ${hosts.join(', ')}`,
    )
    if (process.env.BENCH_FILES) console.log(files.join('\n'))
    await visit.close()
  }
}

async function visitFloor() {
  const { page, close } = await openVisit()
  const { floor: kept } = times
  const whole = await interactiveAfter(page, floor.url, 'tbody tr:nth-child(100)')
  kept.interactive.push(whole)
  kept.invoices.push(whole)
  kept.type.push(await typing(page, '#filter'))
  kept.click.push(await clicking(page, 'tbody input'))
  kept.scroll.push(await scrolling(page, '.scroll'))
  await page.evaluate(() => document.querySelector('.scroll')!.scrollTo(0, 0))
  const detail = await untilShown(page, '.open', '#detail')
  kept.detail.push(detail)
  kept.again.push(detail)
  await close()
}

async function visitReport(token: string) {
  const { page, close } = await openVisit(token)
  const { ours: kept } = times
  kept.interactive.push(await interactiveAfter(page, `${bench.url}/report/amortization?size=100`, '.table tbody td a'))
  kept.type.push(await typing(page, '#search-orderNo'))
  kept.scroll.push(await scrolling(page, '.table-scroll'))
  await close()
}

async function visitInvoices(token: string) {
  const { page, close } = await openVisit(token)
  const { ours: kept } = times
  const list = `${bench.url}/trading/invoice?size=100&docStatus=DRAFT`
  kept.invoices.push(await interactiveAfter(page, list, '.table tbody td a'))
  kept.click.push(await clicking(page, '.table tbody .cell-select input'))
  kept.detail.push(await untilShown(page, '.table tbody td a', '.facts'))
  await page.goBack()
  await page.locator('.table tbody td a').nth(2).waitFor()
  await page.waitForTimeout(1000)
  kept.again.push(await untilShown(page, '.table tbody tr:nth-child(2) td a', '.facts'))
  await close()
}

function print() {
  const line = (what: string, name: What, budget: number | undefined): Line => ({
    what,
    ours: median(times.ours[name]),
    floor: median(times.floor[name]),
    budget: budget ? `<= ${budget.toFixed(2)}` : '',
  })
  printLines('100 rows of 20 columns in a browser: processor 4 times slower, Fast 4G', [
    line('report of 20 columns: interactive', 'interactive', budgets.interactive),
    line('invoices with boxes and actions: interactive', 'invoices', budgets.interactive),
    line('list to detail, its code not there yet', 'detail', budgets.detail),
    line('list to detail, again', 'again', budgets.detail),
    line('type into a filter, slowest letter', 'type', budgets.type),
    line('click on a box, slowest of three', 'click', budgets.click),
    line('scroll, 95th of 100 frames', 'scroll', budgets.scroll),
  ])
}

/** A hundred and fifty funded orders with their periods of interest, so that the report fills its page. */
async function manyPeriods({ app, floor: run }: Bench) {
  const { orderId } = await aFundedOrder(
    portalOf(bench, () => {}),
    { product: 'purchaseInArrears', tenors: [90] },
  )
  await copyOrder(app.reportDb, orderId, 150, { tell: () => {}, analyze: async () => undefined })
  await run(
    `update invoice set doc_status = 'DRAFT', confirmed_amount = null, paid_amount = 0, created_by = $1 where invoice_no like 'B-%'`,
    [bench.world.seats.alderMaker!.userId],
  )
  await run('vacuum analyze')
}

/** Saves which columns a list shows, as its reader would choose them: the first so many. */
async function showColumns({ id, columns }: AnyList, count: number) {
  const seat = bench.world.seats.alderMaker!
  const names = Object.entries(columns).filter(([, column]) => !(column as { internal?: boolean }).internal)
  await bench.send(
    sessionCalls.saveColumns,
    { params: { tableId: id }, body: names.map(([key], seq) => ({ key, title: key, checked: seq < count, seq })) },
    seat.token,
  )
}
