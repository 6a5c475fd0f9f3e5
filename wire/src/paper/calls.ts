import { paperKinds, paperStages } from '@usance/domain/papers'
import { z } from 'zod'
import { call } from '../call.ts'
import { FileRef, Id, text } from '../fields.ts'

/** A file with its group; without one it joins the common group. */
export const PaperRef = FileRef.extend({ groupKey: text(60).optional() })

/** A stored paper: its group, its sender, its time, and the version of the group at that time. */
export const Paper = z.object({
  id: z.string(),
  objectKey: z.string(),
  fileName: z.string(),
  fileSource: z.string(),
  groupKey: z.string(),
  /** The stage of the paper; null for a note that the portal attached to an invoice. */
  stage: z.enum(paperStages).nullable(),
  createTime: z.string(),
  /** The person, for their own company and the platform's staff; the company for all others. */
  addedBy: z.string().nullable(),
  version: z.number(),
})
export type Paper = z.infer<typeof Paper>

/** A group of papers: its titles, its stage, and whether a paper is required (1) or not (0). */
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

/** The papers of a document. */
export const paperCalls = {
  groups: call({
    method: 'POST',
    path: '/{p}-company/sysAttachment/groups',
    access: 'signed-in',
    tells: 'common',
    scope: 'company',
    effect: 'read',
    names: { 'body.productId': { kind: 'product', of: 'seen' } },
    title: 'The groups of papers of a kind of document; those of an order may differ by product',
    body: z.object({ kind: z.enum(paperKinds), productId: Id.optional() }),
    answer: z.array(PaperGroupAnswer),
  }),
}
