import type { Portal } from './portal.ts'
import type { Seat } from './world.ts'

/** Uploads a file as somebody, as a browser would, and answers the envelope. */
export async function uploadAs(
  portal: Portal,
  seat: Seat,
  fileName: string,
  content: Buffer,
): Promise<{ code: number; data: any }> {
  const boundary = 'x-usance-boundary'
  const payload = Buffer.concat([
    Buffer.from(
      `--${boundary}\r\ncontent-disposition: form-data; name="file"; filename="${fileName}"\r\ncontent-type: application/octet-stream\r\n\r\n`,
    ),
    content,
    Buffer.from(`\r\n--${boundary}--\r\n`),
  ])
  const response = await portal.server.inject({
    method: 'POST',
    url: '/api/usance-company/sysAttachment/upload',
    headers: { appid: 'usance-portal', token: seat.token, 'content-type': `multipart/form-data; boundary=${boundary}` },
    payload,
  })
  return response.json()
}
