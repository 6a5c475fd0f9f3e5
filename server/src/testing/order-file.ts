import { buffer } from 'node:stream/consumers'
import { reportCalls } from '@usance/wire/report/calls'
import { fromBuffer } from 'yauzl'
import { pagesOf } from './pdf-text.ts'
import type { Portal } from './portal.ts'
import type { Seat } from './world.ts'

const entryOf = (zip: Buffer, name: string) =>
  new Promise<Buffer>((done, fail) =>
    fromBuffer(zip, (fault, file) => {
      if (fault) return fail(fault)
      file.on('entry', (entry) => {
        if (entry.fileName === name)
          file.openReadStream(entry, (broken, stream) => (broken ? fail(broken) : done(buffer(stream))))
      })
      file.on('end', () => fail(new Error(`There is no ${name}.`)))
    }),
  )

/** One part of the file of an order, as a seat downloads it. */
async function partInFile(portal: Portal, orderId: string, name: string, seat: Seat): Promise<Buffer> {
  const zip = await portal.ask(seat, reportCalls.orderFile, { query: { id: orderId } })
  if (!Buffer.isBuffer(zip)) throw new Error('The file did not come.')
  return entryOf(zip, name)
}

/** A table in the file of an order, as text. */
export const tableInFile = async (portal: Portal, orderId: string, name: string, seat: Seat): Promise<string> =>
  (await partInFile(portal, orderId, name, seat)).toString('utf8')

/** The text on the first page of a paper in the file of an order, as a seat downloads it: the supplier's maker, unless another is named. */
export async function paperInFile(
  portal: Portal,
  orderId: string,
  name: string,
  seat: Seat = portal.seats.alderMaker,
): Promise<string> {
  const pdf = await partInFile(portal, orderId, name, seat)
  const [first = ''] = await pagesOf(pdf)
  return first.replace(/\s+/g, ' ')
}
