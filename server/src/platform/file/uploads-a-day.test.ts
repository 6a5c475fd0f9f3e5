import { afterAll, beforeAll, expect, test } from 'vitest'
import { newId } from '../../database/id.ts'
import { openPortal, type Portal } from '../../testing/portal.ts'
import { uploadAs } from '../../testing/upload.ts'
import { mostUploadedADay } from './routes.ts'

let portal: Portal
beforeAll(async () => {
  portal = await openPortal()
})
afterAll(() => portal.close())

const pdf = () => Buffer.from('%PDF-1.4\n1 0 obj\n<< >>\nendobj\ntrailer\n<< >>\n%%EOF\n')
const kept = (size: number, createdAt: string) =>
  portal.look((tx) => {
    const id = newId()
    const { userId, companyId } = portal.seats.alderViewer
    const file = { id, objectKey: `upload/${id}`, fileName: 'large.pdf', contentType: 'application/pdf', sha256: id }
    return tx
      .insertInto('storedFile')
      .values({ ...file, size: String(size), companyId, uploadedBy: userId, purpose: 'upload', createdAt })
      .execute()
  })

test('a person uploads at most 500 MB within a day, and others go on', async () => {
  await kept(mostUploadedADay, new Date(Date.now() - 25 * 3_600_000).toISOString())
  expect((await uploadAs(portal, portal.seats.alderViewer, 'a.pdf', pdf())).code).toBe(200)
  await kept(mostUploadedADay - 60, new Date().toISOString())
  const refused = await uploadAs(portal, portal.seats.alderViewer, 'b.pdf', pdf())
  expect(refused.data).toMatchObject({ error: 'UPLOADS_TODAY', megabytes: 500 })
  expect((await uploadAs(portal, portal.seats.alderMaker, 'b.pdf', pdf())).code).toBe(200)
})
