import { once } from 'node:events'
import { type AddressInfo, connect } from 'node:net'
import { text } from 'node:stream/consumers'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openPortal, type Portal } from '../testing/portal.ts'

let portal: Portal
beforeAll(async () => {
  portal = await openPortal()
  await portal.server.listen({ port: 0, host: '127.0.0.1' })
})
afterAll(() => portal.close())

/** Uploads a file over a connection that is read only once everything has been written, and answers what comes back. */
async function uploadBeforeReading(fileName: string, size: number): Promise<string> {
  const boundary = 'x-usance-boundary'
  const head = `--${boundary}\r\ncontent-disposition: form-data; name="file"; filename="${fileName}"\r\n\r\n`
  const end = `\r\n--${boundary}--\r\n`
  const socket = connect((portal.server.server.address() as AddressInfo).port, '127.0.0.1')
  await once(socket, 'connect')
  socket.pause()
  const write = (piece: string | Buffer) =>
    new Promise<void>((resolve, reject) => socket.write(piece, (error) => (error ? reject(error) : resolve())))
  await write(
    `POST /api/usance-company/sysAttachment/upload HTTP/1.1\r\nhost: x\r\nappid: usance-portal\r\nconnection: close\r\ntoken: ${portal.seats.alderMaker.token}\r\ncontent-type: multipart/form-data; boundary=${boundary}\r\ncontent-length: ${head.length + size + end.length}\r\n\r\n${head}`,
  )
  const piece = Buffer.alloc(1024 * 1024, '<')
  for (let left = size; left > 0; left -= piece.length) await write(piece.subarray(0, Math.min(left, piece.length)))
  await write(end)
  return text(socket)
}

test.each([
  ['of a kind that is not taken', 'scan.xml', 12, 'FILE_TYPE'],
  ['that is too large', 'scan.pdf', 40, 'FILE_TOO_LARGE'],
])('a file %s is refused with its reason, however much of it is still to be sent', async (_, fileName, megabytes, error) => {
  expect(await uploadBeforeReading(fileName, megabytes * 1024 * 1024)).toContain(`"error":"${error}"`)
})
