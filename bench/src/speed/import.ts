import { readSheet } from '@usance/server/files/spreadsheet'
import { writeWorkbook } from '@usance/server/files/write-workbook'
import { progressChannel } from '@usance/server/platform/sheet-import/progress'
import { invoiceCalls } from '@usance/wire/invoice/calls'
import type { Bench } from './bench.ts'
import { beside, type Line, median } from './measure.ts'
import { readByHand } from './read-by-hand.ts'

const rows = 20_000
const rounds = 3
const titles = [
  'Invoice no',
  'Buyer code',
  'Issue date',
  'Due date',
  'Currency',
  'Amount',
  'Order no',
  'Tax invoice no',
  'Remark',
]

/** A sheet of 20,000 invoices, read, checked and stored; the floor reads it by hand and inserts its rows without a check. */
export async function measureImport(bench: Bench): Promise<Line[]> {
  const { app, world, floor, send, url } = bench
  const seat = world.seats.alderMaker!
  await floor('create table floor_import (like invoice including defaults including indexes)')
  let told = 0
  const unlisten = app.listener.on(progressChannel, () => {
    told += 1
  })
  const times = { ours: [] as number[], floor: [] as number[] }
  for (let round = 0; round < rounds; round++) {
    const content = await sheet(round)
    const form = new FormData()
    form.set('file', new Blob([new Uint8Array(content)]), `import-${round}.xlsx`)
    const stored = await fetch(`${url}/api/usance-company/sysAttachment/upload`, {
      method: 'POST',
      headers: { appid: 'usance-portal', token: seat.token },
      body: form,
    })
    const { data } = (await stored.json()) as { data: { objectKey: string } }
    let began = performance.now()
    const answer = await send(invoiceCalls.importExcel, { query: { fileKey: data.objectKey } }, seat.token)
    times.ours.push(performance.now() - began)
    if (answer.successfulNumber !== rows) throw new Error(`Only ${answer.successfulNumber} rows were taken over.`)
    began = performance.now()
    await insertPlain(bench, readByHand(content).slice(1))
    times.floor.push(performance.now() - began)
  }
  unlisten()
  const content = await sheet(rounds)
  return [
    { what: '20,000 rows read, checked, stored', ours: median(times.ours), floor: median(times.floor), budget: '<= 5,000 ms' },
    { what: '  times its user was told how far it is', ours: told / rounds, floor: 1, budget: '>= 1', unit: 'times' },
    await beside(
      'reading alone',
      '<= 2.7',
      () => readSheet(content),
      async () => readByHand(content),
      { rounds: 5, warmUps: 1 },
    ),
  ]
}

/** Invoices to both buyers of Alder over three years; each round has numbers of its own. */
const sheet = (round: number) =>
  writeWorkbook(
    'Invoices',
    titles.map((title) => ({ title })),
    Array.from({ length: rows }, (_, n) => {
      const day = new Date(Date.UTC(2022, 0, 3 + (n % 1100))).toISOString().slice(0, 10)
      const due = new Date(Date.UTC(2022, 2, 4 + (n % 1100))).toISOString().slice(0, 10)
      return [
        `R${round}-${n * 7}`,
        n % 2 ? 'CEDAR' : 'DOGWOOD',
        day,
        due,
        'USD',
        `${1000 + ((n * 7919) % 90_000)}.50`,
        '',
        '',
        '',
      ]
    }),
  )

const insertPlain = ({ floor, world }: Bench, values: readonly string[][]) =>
  floor(
    `insert into floor_import (id, supplier_id, buyer_id, invoice_no, norm_no, issue_date, due_date, currency, amount, fp1, fp2, fp3)
     select gen_random_uuid(), $1, $2, r->>0, r->>0, (r->>2)::date, (r->>3)::date, r->>4, (r->>5)::numeric, decode(md5('1' || (r->>0)), 'hex'), decode(md5('2' || (r->>0)), 'hex'), decode(md5('3' || (r->>0)), 'hex')
     from jsonb_array_elements($3::jsonb) r`,
    [world.companies.alder, world.companies.cedar, JSON.stringify(values)],
  )
