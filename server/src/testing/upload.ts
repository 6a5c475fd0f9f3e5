import type { UploadPurpose } from '@usance/wire/file/calls'
import type { Portal } from './portal.ts'
import type { Seat } from './world.ts'

/** Mails are sent where they are read, data files where they are imported. */
const purposeOf = (fileName: string): UploadPurpose | '' =>
  /\.msg$/i.test(fileName) ? 'ocr' : /\.(xml|csv|sta|mt940)$/i.test(fileName) ? 'import' : ''

/** Uploads a file as somebody, as the browser's uploader for such a file would, and answers the envelope. */
export async function uploadAs(
  portal: Pick<Portal, 'server'>,
  seat: Seat,
  fileName: string,
  content: Buffer,
  purpose = purposeOf(fileName),
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
    url: `/api/usance-company/sysAttachment/upload${purpose ? `?purpose=${purpose}` : ''}`,
    headers: { appid: 'usance-portal', token: seat.token, 'content-type': `multipart/form-data; boundary=${boundary}` },
    payload,
  })
  return response.json()
}
