import { missingPapers, type PaperGroup, type PaperKind, type PaperStage, shippedPapers } from '@usance/domain/papers'
import type { PaperGroupAnswer } from '@usance/wire/paper/calls'
import type { Tx } from '../../database/database.ts'
import type { Context } from '../../http/context.ts'
import { Refused } from '../../http/refused.ts'

/** The groups in force for a kind of document: those of its product, else those of all products, else the shipped ones. */
export async function paperGroupsOf(tx: Tx, kind: PaperKind, productId?: string): Promise<readonly PaperGroup[]> {
  const sets = await tx
    .selectFrom('paperSet')
    .select(['productId', 'groups'])
    .$narrowType<{ groups: PaperGroup[] }>()
    .where('kind', '=', kind)
    .execute()
  const set = (productId && sets.find((one) => one.productId === productId)) || sets.find((one) => one.productId === null)
  return set ? set.groups : shippedPapers[kind]
}

/** A group in the form of its answer: texts in both languages, 1 for required, 0 for optional. */
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

/** Refuses a stage with missing required papers, and names their titles in the reader's language. */
export function requirePapers({ groups, stage, docNo, language }: Asked, held: readonly { groupKey: string }[]): void {
  const missing = missingPapers(groups, stage, held)
  if (missing.length === 0) return
  const isChinese = language === 'zh-CN'
  const titles = missing.map((group) => (isChinese ? group.titleCn : group.titleEn)).join(isChinese ? '、' : ', ')
  const params = { papers: docNo ? `${docNo}: ${titles}` : titles }
  throw new Refused('PAPERS_MISSING', { ...params, fields: [{ field: 'attachments', message: 'PAPERS_MISSING', params }] })
}
