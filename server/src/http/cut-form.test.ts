import { afterAll, beforeAll, expect, test } from 'vitest'
import { openPortal, type Portal } from '../testing/portal.ts'

let portal: Portal
beforeAll(async () => {
  portal = await openPortal()
})
afterAll(() => portal.close())

const boundary = 'x-usance-boundary'
const form = `--${boundary}\r\ncontent-disposition: form-data; name="file"; filename="rates.csv"\r\ncontent-type: text/csv\r\n\r\nDate,Rate\r\n${'2025-03-03,1.25\r\n'.repeat(20)}\r\n--${boundary}--\r\n`

/** Uploads the form without its last bytes. */
async function uploadCut(missing: number) {
  const response = await portal.server.inject({
    method: 'POST',
    url: '/api/usance-company/sysAttachment/upload?purpose=import',
    headers: {
      appid: 'usance-portal',
      token: portal.seats.settlement.token,
      'content-type': `multipart/form-data; boundary=${boundary}`,
    },
    payload: form.slice(0, form.length - missing),
  })
  return response.json()
}

test('a form that ends inside its file, or inside the boundary after it, is told that it cannot be read', async () => {
  expect(await uploadCut(0)).toMatchObject({ code: 200 })
  const unreadable = { code: 400, data: { error: 'BAD_REQUEST', reason: 'multipart' } }
  for (const missing of [3, 4, 5, 10, 18, 22, 23, 24, 26, 60, 300])
    expect(await uploadCut(missing), `${missing} bytes are missing`).toMatchObject(unreadable)
})
