import { paperKinds, paperStages } from '@usance/domain/papers'
import { z } from 'zod'
import { call } from '../call.ts'
import { FileRef, Id, text } from '../fields.ts'

/** A file that is sent with its group; without one it goes into the common group. */
export const PaperRef = FileRef.extend({ groupKey: text(60).optional() })

/** A stored paper: which group, who added it when, and with which state of its group it came. */
export const Paper = z.object({
  id: z.string(),
  objectKey: z.string(),
  fileName: z.string(),
  fileSource: z.string(),
  groupKey: z.string(),
  /** When it is asked for; null for a note that the portal itself hung on an invoice. */
  stage: z.enum(paperStages).nullable(),
  createTime: z.string(),
  /** The person for their own company and the platform's staff, the company for everybody else. */
  addedBy: z.string().nullable(),
  version: z.number(),
})
export type Paper = z.infer<typeof Paper>

/** Documents that belong together: what they are called, who adds them when, and whether they must be there (0 or 1). */
export const PaperGroupAnswer = z.object({
  groupKey: z.string(),
  attachmentCh: z.string(),
  attachmentEn: z.string(),
  explainCh: z.string(),
  explainEn: z.string(),
  require: z.number(),
  stage: z.enum(paperStages),
})
export type PaperGroupAnswer = z.infer<typeof PaperGroupAnswer>

export const AttachmentGroup = PaperGroupAnswer.extend({ files: z.array(Paper) })

/** What papers a document has. */
export const paperCalls = {
  groups: call({
    method: 'POST',
    path: '/{p}-company/sysAttachment/groups',
    access: 'signed-in',
    scope: 'company',
    effect: 'read',
    title: 'The groups of papers of a kind of document; those of an order may differ by product',
    body: z.object({ kind: z.enum(paperKinds), productId: Id.optional() }),
    answer: z.array(PaperGroupAnswer),
  }),
}
