import { missingPapers, type PaperGroup, type PaperKind, type PaperStage, shippedPapers } from '@usance/domain/papers'
import type { PaperGroupAnswer } from '@usance/wire/paper/calls'
import type { Tx } from '../../database/database.ts'
import type { Context } from '../../http/context.ts'
import { Refused } from '../../http/refused.ts'

/** The groups in force for a kind of document: those of its product, else those of all products, else those that ship. */
export async function paperGroupsOf(tx: Tx, kind: PaperKind, productId?: string): Promise<readonly PaperGroup[]> {
  const sets = await tx.selectFrom('paperSet').select(['productId', 'groups']).where('kind', '=', kind).execute()
  const set = (productId && sets.find((one) => one.productId === productId)) || sets.find((one) => one.productId === null)
  return set ? (set.groups as unknown as PaperGroup[]) : shippedPapers[kind]
}

/** A group as it is told: with its texts in both languages, required as 1, optional as 0. */
export const told = ({ code, titleEn, titleCn, explainEn, explainCn, need, stage }: PaperGroup): PaperGroupAnswer => ({
  groupKey: code,
  attachmentEn: titleEn,
  attachmentCh: titleCn,
  explainEn,
  explainCh: explainCn,
  require: need === 'REQUIRED' ? 1 : 0,
  stage,
})

type Asked = {
  groups: readonly PaperGroup[]
  stage: PaperStage
  /** The document's number, where it has one already. */
  docNo?: string | undefined
  language: Context['language']
}

/** Refuses with the titles of the papers that are required at a stage and not there, in the reader's language. */
export function requirePapers({ groups, stage, docNo, language }: Asked, held: readonly { groupKey: string }[]): void {
  const missing = missingPapers(groups, stage, held)
  if (missing.length === 0) return
  const isChinese = language === 'zh-CN'
  const titles = missing.map((group) => (isChinese ? group.titleCn : group.titleEn)).join(isChinese ? '、' : ', ')
  const params = { papers: docNo ? `${docNo}: ${titles}` : titles }
  throw new Refused('PAPERS_MISSING', { ...params, fields: [{ field: 'attachments', message: 'PAPERS_MISSING', params }] })
}
