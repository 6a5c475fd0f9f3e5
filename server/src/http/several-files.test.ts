import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openPortal, type Portal } from '../testing/portal.ts'

let portal: Portal
beforeAll(async () => {
  portal = await openPortal()
})
afterAll(() => portal.close())

const boundary = 'x-usance-boundary'
const pdf = (size = 0) => `%PDF-1.4\n1 0 obj\n<< >>\nendobj\n${' '.repeat(size)}trailer\n<< >>\n%%EOF\n`
const part = (fileName: string, content: string) =>
  `--${boundary}\r\ncontent-disposition: form-data; name="file"; filename="${fileName}"\r\n\r\n${content}\r\n`
const field = `--${boundary}\r\ncontent-disposition: form-data; name="note"\r\n\r\nof today\r\n`
async function upload(...parts: string[]) {
  const response = await portal.server.inject({
    method: 'POST',
    url: '/api/usance-company/sysAttachment/upload',
    headers: {
      appid: 'usance-portal',
      token: portal.seats.alderMaker.token,
      'content-type': `multipart/form-data; boundary=${boundary}`,
    },
    payload: Buffer.from(`${parts.join('')}--${boundary}--\r\n`),
  })
  return response.json()
}
const keptNames = () =>
  portal.look(async (tx) => (await tx.selectFrom('storedFile').select('fileName').execute()).map(({ fileName }) => fileName))

test.each([
  ['small', 0, 0],
  ['large', 3_000_000, 3_000_000],
  ['of which the first is large', 3_000_000, 0],
])('an upload of several files, %s, is refused with its reason, and none of them is kept', async (_, first, second) => {
  const before = await keptNames()
  const answer = await upload(part('one.pdf', pdf(first)), part('two.pdf', pdf(second)), field)
  expect(answer).toMatchObject({ code: 400, data: { error: 'BAD_REQUEST', reason: 'files' } })
  expect(await keptNames()).toEqual(before)
  expect(await readdir(join(portal.app.config.dataDir, 'incoming'))).toEqual([])
})

test('one file is kept, with fields before and after it', async () => {
  expect(await upload(field, part('one.pdf', pdf(3_000_000)), field)).toMatchObject({ code: 200, data: { fileName: 'one.pdf' } })
  expect(await upload(part('two.pdf', pdf()))).toMatchObject({ code: 200 })
})
