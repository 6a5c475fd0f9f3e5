import { chmodSync, readdirSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { fileCalls } from '@usance/wire/file/calls'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { closeFolder } from '../../files/private.ts'
import { writeWorkbook } from '../../files/write-workbook.ts'
import { safeFileName } from '../../http/receive-upload.ts'
import { openPortal, type Portal, refusalOf } from '../../testing/portal.ts'
import { uploadAs } from '../../testing/upload.ts'
import type { Seat } from '../../testing/world.ts'

let portal: Portal
beforeAll(async () => {
  portal = await openPortal()
})
afterAll(() => portal.close())

const png = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
)

const upload = (seat: Seat, fileName: string, content: Buffer) => uploadAs(portal, seat, fileName, content)

describe('uploading', () => {
  test('a picture comes back byte for byte to its company, and to nobody else', async () => {
    const { alderMaker, birchMaker } = portal.seats
    const { code, data } = await upload(alderMaker, 'stamp.png', png)
    expect(code).toBe(200)
    const query = { objectKey: data.objectKey as string }
    expect(Buffer.compare((await portal.ask(alderMaker, fileCalls.content, { query })) as never, png)).toBe(0)
    const foreign = await portal.sendRaw(
      birchMaker,
      'GET',
      `/api/usance-company/sysAttachment/content?objectKey=${encodeURIComponent(query.objectKey)}`,
    )
    const missing = await portal.sendRaw(birchMaker, 'GET', '/api/usance-company/sysAttachment/content?objectKey=upload%2Fnone')
    expect(foreign.json().code).toBe(404)
    expect(foreign.body).toBe(missing.body)
  })

  test('other accounts of the host read nothing of what is kept, nor what an earlier version left open', async () => {
    const folder = portal.app.config.dataDir
    const { data } = await upload(portal.seats.alderMaker, 'stamp.png', png)
    await portal.ask(portal.seats.alderMaker, fileCalls.content, { query: { objectKey: data.objectKey as string } })
    const kept = readdirSync(folder, { recursive: true, encoding: 'utf8' })
    expect(kept).toEqual(expect.arrayContaining(['incoming', 'outgoing', join('files', data.objectKey)]))
    const modeOf = (path: string) => statSync(join(folder, path)).mode & 0o077
    expect(kept.filter((path) => modeOf(path) !== 0)).toEqual([])
    chmodSync(join(folder, 'files'), 0o755)
    closeFolder(join(folder, 'files'))
    expect(modeOf('files')).toBe(0)
  })

  test('more keys than a zip holds are refused, not left out', async () => {
    const objectKey = Array.from({ length: 201 }, (_, n) => `upload/${n}`).join(',')
    const refused = await refusalOf(portal.ask(portal.seats.alderMaker, fileCalls.downloadByKey, { query: { objectKey } }))
    expect(refused).toMatchObject({ error: 'BAD_REQUEST', data: { fields: [{ field: 'objectKey', message: 'too_big' }] } })
  })

  test('a web page that calls itself a picture is refused', async () => {
    expect(await upload(portal.seats.alderMaker, 'trap.png', Buffer.from('<script>alert(1)</script>'))).toMatchObject({
      code: 20021,
    })
    expect(await upload(portal.seats.alderMaker, 'trap.html', Buffer.from('<p>hello</p>'))).toMatchObject({ code: 20021 })
  })

  test('a file that merely begins like a zip or a workbook is refused, and so is a web page under the name of one', async () => {
    const { alderMaker } = portal.seats
    const code = async (fileName: string, content: Buffer) => (await upload(alderMaker, fileName, content)).code
    const filler = Buffer.concat([Buffer.from('PK\u0003\u0004\u0014\u0000\u0000\u0000\u0008\u0000'), Buffer.alloc(90_000_000)])
    expect(await code('filler.zip', filler)).toBe(20022)
    expect(await code('filler.xlsx', filler.subarray(0, 1_000_000))).toBe(20022)
    const book = await writeWorkbook('Rows', [{ title: 'Number' }], [['1']])
    expect(await code('book.xlsx', book)).toBe(200)
    expect(await code('book.zip', book)).toBe(200)
    expect(await code('book.docx', book)).toBe(20021)
    for (const page of ['<html><body>x</body></html>', '\ufeff \n<!DOCTYPE html><p>', 'Amount\n<script>alert(1)</script>'])
      expect(await code('page.xls', Buffer.from(page))).toBe(20021)
    expect(await code('page.xls', Buffer.from('<html>', 'utf16le'))).toBe(20021)
    expect(await code('rows.xls', Buffer.from('Number\tAmount\n1\t10 < 20\n'))).toBe(200)
  })

  test('a mail is taken where its text is read and a data file where it is imported, nowhere else', async () => {
    const { alderMaker } = portal.seats
    const [mail, data] = [Buffer.from('D0CF11E0A1B11AE1', 'hex'), Buffer.from('a,b\n1,2\n')]
    const codes = async (fileName: string, content: Buffer) => [
      (await uploadAs(portal, alderMaker, fileName, content, '')).code,
      (await uploadAs(portal, alderMaker, fileName, content, 'ocr')).code,
      (await uploadAs(portal, alderMaker, fileName, content, 'import')).code,
    ]
    expect(await codes('offer.msg', mail)).toEqual([20021, 200, 20021])
    expect(await codes('rows.CSV', data)).toEqual([20021, 20021, 200])
    expect(await codes('STAMP.PNG', png)).toEqual([200, 200, 200])
  })

  test('a file over its limit is refused and leaves nothing behind', async () => {
    const before = await portal.look((tx) => tx.selectFrom('storedFile').select('id').execute())
    expect(await upload(portal.seats.alderMaker, 'big.png', Buffer.concat([png, Buffer.alloc(20_971_521)]))).toMatchObject({
      code: 20023,
    })
    expect(await portal.look((tx) => tx.selectFrom('storedFile').select('id').execute())).toHaveLength(before.length)
  })

  test('a name cannot climb out of the download folder', async () => {
    const { data } = await upload(portal.seats.alderMaker, '../../etc/passwd.png', png)
    expect(data.fileName).toBe('passwd.png')
  })

  test('a name that is cut keeps whole characters, for an upload and for a zip', async () => {
    const face = '\u{1f600}'
    const { code, data } = await upload(portal.seats.alderMaker, `${'x'.repeat(195)}${face}.png`, png)
    expect([code, data.fileName]).toEqual([200, `${'x'.repeat(195)}.png`])
    expect(encodeURIComponent(safeFileName(`a.${'x'.repeat(18)}${face}`))).toBe(`a.${'x'.repeat(18)}`)
    expect(safeFileName('a\ud83d.png')).toBe('a.png')
    const body = { keys: [data.objectKey], fileName: `a.${'x'.repeat(18)}${face}` }
    const zip = await portal.ask(portal.seats.alderMaker, fileCalls.downloadBatch, { body })
    expect((zip as Buffer).subarray(0, 2).toString()).toBe('PK')
  })

  test('a batch with one foreign file fails as a whole', async () => {
    const own = (await upload(portal.seats.alderMaker, 'own.png', png)).data.objectKey
    const foreign = (await upload(portal.seats.birchMaker, 'foreign.png', png)).data.objectKey
    const zip = await portal.ask(portal.seats.alderMaker, fileCalls.downloadBatch, { body: { keys: [own] } })
    expect((zip as Buffer).subarray(0, 2).toString()).toBe('PK')
    await expect(
      portal.ask(portal.seats.alderMaker, fileCalls.downloadBatch, { body: { keys: [own, foreign] } }),
    ).rejects.toMatchObject({ code: 404 })
  })
})
