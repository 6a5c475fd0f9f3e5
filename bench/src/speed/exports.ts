import { createDeflateRaw } from 'node:zlib'
import type { Bench } from './bench.ts'
import { beside, type Line } from './measure.ts'

const columns =
  'i.invoice_no, s.name as supplier, b.name as buyer, i.issue_date::text, i.due_date::text, i.currency, i.amount, i.outstanding, i.doc_status, i.pay_status, i.finance_status, i.source, i.created_at::text, i.confirmed_amount'

/** Exports of every row, against a cursor whose rows are joined with commas, and the same deflated for a workbook. */
export async function measureExports(bench: Bench): Promise<Line[]> {
  const { ask, plain, world } = bench
  const filterFields = { issueDateBegin: '2015-01-01' }
  const read = async (each: (text: string) => void | Promise<void>) => {
    const client = await plain.connect()
    try {
      await client.query('begin')
      await client.query({
        text: `declare floor_rows no scroll cursor for select ${columns} from invoice i join company b on b.id = i.buyer_id join company s on s.id = i.supplier_id where i.supplier_id = '${world.companies.alder}' order by i.issue_date desc nulls last, i.id desc`,
      })
      for (;;) {
        const { rows } = await client.query({ text: 'fetch 2000 from floor_rows', rowMode: 'array' })
        if (rows.length === 0) break
        await each(rows.map((row: unknown[]) => row.join(',')).join('\n'))
      }
    } finally {
      await client.query('rollback')
      client.release()
    }
  }
  const csv = async () => {
    let bytes = 0
    await read((text) => {
      bytes += Buffer.byteLength(text)
    })
    return bytes
  }
  const deflated = async () => {
    const deflate = createDeflateRaw({ level: 6 })
    deflate.resume()
    await read(
      (text) =>
        new Promise<void>((resolve) => {
          // A workbook writes each cell in about thirty letters of XML.
          const cells = text.replaceAll(',', '</v></c><c r="A1" t="n"><v>')
          deflate.write(cells, () => resolve())
        }),
    )
  }
  // A million rows take a minute each time; what they take in one of them they take in the next.
  const few = bench.invoices < 1_000_000 ? { rounds: 5, warmUps: 1 } : { rounds: 2, warmUps: 0 }
  return [
    await beside('csv of every row', '<= 2', () => ask('invoice/client/csv/export', { filterFields }), csv, few),
    await beside('xlsx of every row', '<= 1.7', () => ask('invoice/client/excel/export', { filterFields }), deflated, few),
  ]
}
