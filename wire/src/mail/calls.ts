import { z } from 'zod'
import { call } from '../call.ts'
import { Id, SecretText, text } from '../fields.ts'

/** Mails the portal wrote, for installations without a mail server. */
export const mailCalls = {
  recent: call({
    method: 'POST',
    path: '/{p}-auth-center/backend/mail/recent',
    access: { permission: 'system.role.edit' },
    scope: 'company',
    effect: 'read',
    title: 'The latest mails without their links, while no mail server is set or in a demo',
    body: z.object({ recipient: text(200).optional() }),
    answer: z.object({
      readable: z.boolean(),
      list: z.array(
        z.object({
          id: z.string(),
          recipient: z.string(),
          subject: z.string(),
          body: z.string(),
          /** Whether the mail holds a link, and whether that may be passed on or is for its recipient alone. */
          link: z.enum(['none', 'shown', 'kept']),
          status: z.string(),
          lastError: z.string().nullable(),
          createdAt: z.string(),
        }),
      ),
    }),
  }),
  link: call({
    method: 'POST',
    path: '/{p}-auth-center/backend/mail/link',
    access: { permission: 'system.role.edit' },
    scope: 'company',
    effect: 'write',
    names: {
      'body.id': { kind: 'mail', of: 'seen' },
    },
    act: { by: { PLATFORM: 'either' }, second: 'nobody', event: 'INVITATION_LINK_SHOWN' },
    title: 'The link of an invitation to pass on, where no mail server delivers it; the audit log keeps who looked',
    body: z.object({ id: Id }),
    answer: z.object({ link: SecretText }),
  }),
}
