import { newId } from '../database/id.ts'
import type { Portal } from './portal.ts'

/** A mail to lost@example.com that failed for good. Answers its id. */
export async function aFailedMail(portal: Portal): Promise<string> {
  const id = newId()
  await portal.look((tx) =>
    tx
      .insertInto('mail')
      .values({
        id,
        recipient: 'lost@example.com',
        subject: 's',
        body: 'b',
        status: 'FAILED',
        attempts: 8,
        lastError: 'no route',
      })
      .execute(),
  )
  return id
}
