import { z } from 'zod'
import { call } from '../call.ts'
import { text } from '../fields.ts'

/** Mails the portal wrote, for installations without a mail server. */
export const mailCalls = {
  recent: call({
    method: 'POST',
    path: '/{p}-auth-center/backend/mail/recent',
    // They hold links that set passwords: only who may reset every password reads them.
    access: { permission: 'system.role.edit' },
    scope: 'company',
    effect: 'read',
    title: 'The latest mails, while no mail server is set or in a demo',
    body: z.object({ recipient: text(200).optional() }),
    answer: z.object({
      readable: z.boolean(),
      list: z.array(
        z.object({
          id: z.string(),
          recipient: z.string(),
          subject: z.string(),
          body: z.string(),
          status: z.string(),
          lastError: z.string().nullable(),
          createdAt: z.string(),
        }),
      ),
    }),
  }),
}
