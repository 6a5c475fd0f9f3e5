import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { newId } from '../../database/id.ts'
import { openPortal, type Portal } from '../../testing/portal.ts'
import { uploadAs } from '../../testing/upload.ts'
import { mostUploadedADay } from './routes.ts'

// A bucket may take a minute for a large file. Meanwhile no connection of the application may be inside a transaction.
let portal: Portal
/** What happens while the bytes are on their way to the store. */
let underWay: () => Promise<unknown>
const removed: string[] = []
beforeAll(async () => {
  portal = await openPortal()
  const { files } = portal.app
  portal.app.files = {
    ...files,
    put: async (key, content) => {
      await underWay()
      await files.put(key, content)
    },
    remove: async (key) => {
      removed.push(key)
      await files.remove(key)
    },
  }
})
afterAll(() => portal.close())

const pdf = () => Buffer.from('%PDF-1.4\n1 0 obj\n<< >>\nendobj\ntrailer\n<< >>\n%%EOF\n')
const quotaTaken = () =>
  portal.look((tx) => {
    const id = newId()
    const { userId, companyId } = portal.seats.alderViewer
    const file = { id, objectKey: `upload/${id}`, fileName: 'large.pdf', contentType: 'application/pdf', sha256: id }
    return tx
      .insertInto('storedFile')
      .values({ ...file, size: String(mostUploadedADay - 1), companyId, uploadedBy: userId, purpose: 'upload' })
      .execute()
  })

test('an upload goes to the store outside any transaction', async () => {
  let writers = -1
  underWay = async () => {
    // A call that holds its turn would hold this row’s lock, or a connection that waits inside a transaction.
    const { rows } = await portal.asOwner((db) =>
      sql<{ n: number }>`select count(*)::int as n from pg_stat_activity
        where datname = current_database() and state like 'idle in transaction%' and query like '%stored_file%'`.execute(db),
    )
    writers = rows[0]!.n
  }
  expect((await uploadAs(portal, portal.seats.alderMaker, 'a.pdf', pdf())).code).toBe(200)
  expect([writers, removed]).toEqual([0, []])
})

test('an upload that is refused after it was kept leaves no file behind', async () => {
  underWay = quotaTaken
  const { data } = await uploadAs(portal, portal.seats.alderViewer, 'b.pdf', pdf())
  expect(data.error).toBe('UPLOADS_TODAY')
  expect(removed).toEqual([expect.stringMatching(/^upload\//)])
  await expect(portal.app.files.stream(removed[0]!)).rejects.toThrow('ENOENT')
})
