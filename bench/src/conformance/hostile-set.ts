import { startTestCluster } from '@usance/server/database/test-cluster'
import { openPortal, type Portal } from '@usance/server/testing/portal'
import { uploadAs } from '@usance/server/testing/upload'
import type { CaseFolder } from './case-files.ts'
import { Tally } from './tally.ts'

const mostSeconds = 30
const mostMegabytes = 500
const endings = ['pdf', 'jpg', 'png', 'msg', 'xlsx', 'xls', 'xml', 'docx', 'zip']
const readable = ['pdf', 'jpg', 'jpeg', 'png', 'bmp', 'msg']
const imports = ['importExcel', 'importEInvoice']

/** Files made to do harm, through every door as they are and under other endings: never a fault of the server, never long, never large. */
export async function hostileSet(cases: CaseFolder): Promise<Tally[]> {
  const stop = await startTestCluster({ durable: false })
  const portal = await openPortal()
  const tallies = new Map<string, Tally>()
  const before = process.memoryUsage().rss
  try {
    for (const path of Object.keys(cases.json<Record<string, unknown>>('expected.json'))) {
      const folder = path.split('/')[0] ?? ''
      if (folder === 'strings') continue
      const tally = tallies.get(folder) ?? new Tally(folder)
      tallies.set(folder, tally)
      tally.files += 1
      await tryDoors(portal, tally, path, Buffer.from(cases.bytes(path)))
    }
    const end = new Tally('afterwards')
    end.compare(
      'the next request is served',
      (await portal.sendRaw(portal.seats.alderMaker, 'GET', '/api/config')).statusCode < 500,
      true,
    )
    const grown = (process.memoryUsage().rss - before) / 1e6
    end.compare(`memory grew by less than ${mostMegabytes} MB`, grown < mostMegabytes, true)
    tallies.set('afterwards', end)
  } finally {
    await portal.close()
    await stop()
  }
  const strings = new Tally('strings')
  strings.skip('texts for form fields', 3, 'scored by the tests of the forms and exports')
  return [...tallies.values(), strings]
}

async function tryDoors(portal: Portal, tally: Tally, path: string, content: Buffer): Promise<void> {
  const name = path.split('/').at(-1) ?? 'file'
  const own = name.split('.').at(-1) ?? ''
  for (const ending of new Set([own, ...endings])) {
    const fileName = ending === own ? name : `${name}.${ending}`
    const began = performance.now()
    const upload = await uploadAs(portal, portal.seats.alderMaker, fileName, content)
    const codes = [upload.code]
    if (upload.code === 200 && readable.includes(ending.toLowerCase())) {
      const fileKey = upload.data.objectKey as string
      codes.push(await codeOf(portal, 'usance-ocr-gw/ocr/standard', { fileKey, schemaCode: 'INVOICE' }))
      codes.push(await codeOf(portal, 'usance-ocr-gw/ocr/page', { fileKey, page: 1 }))
    }
    if (upload.code === 200)
      for (const door of imports)
        codes.push(
          await codeOf(
            portal,
            `usance-financial-transaction/finance/invoice/client/${door}?fileKey=${encodeURIComponent(upload.data.objectKey)}`,
            {},
          ),
        )
    const seconds = (performance.now() - began) / 1000
    tally.compare(`${path} as .${ending}`, codes.some((code) => code >= 500 && code < 600) ? codes.join() : 'safe', 'safe')
    if (seconds > mostSeconds) tally.compare(`${path} as .${ending}: seconds`, seconds.toFixed(0), `at most ${mostSeconds}`)
  }
}

/** The business code of an answer; a page of bytes is a success. */
async function codeOf(portal: Portal, path: string, body: object): Promise<number> {
  const response = await portal.sendRaw(portal.seats.alderMaker, 'POST', `/api/${path}`, body)
  if (response.statusCode >= 500) return response.statusCode
  return String(response.headers['content-type']).includes('json') ? (response.json().code as number) : 200
}
