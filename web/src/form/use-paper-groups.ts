import { keepPreviousData, useQuery } from '@tanstack/react-query'
import type { PaperKind } from '@usance/domain/papers'
import { financeOrderCalls } from '@usance/wire/finance-order/calls'
import { type PaperGroupAnswer, paperCalls } from '@usance/wire/paper/calls'
import { send } from '../http/client.ts'
import { language } from '../i18n/language.ts'

/**
 * The groups of papers of a kind of document. Those of an order follow its product; an order that is there already, by its id
 * and still of its product, answers them together with its papers.
 */
export const usePaperGroups = (kind: PaperKind, { productId = '', orderId = '' } = {}) =>
  useQuery<PaperGroupAnswer[]>({
    queryKey: ['paper-groups', kind, productId, orderId],
    queryFn: () =>
      orderId
        ? send(financeOrderCalls.detailAttachmentForEdit, { params: { id: orderId } }, { quiet: true })
        : send(paperCalls.groups, { body: { kind, ...(productId ? { productId } : {}) } }, { quiet: true }),
    staleTime: 0,
    // Another product: its groups take the place of those shown, which hold files, only when they are there.
    placeholderData: keepPreviousData,
  })

/** The title of a group in the reader's language. */
export const titleOf = ({ attachmentCh, attachmentEn }: Pick<PaperGroupAnswer, 'attachmentCh' | 'attachmentEn'>): string =>
  language() === 'zh-CN' ? attachmentCh : attachmentEn

/** What a group takes, in the reader's language. */
export const explanationOf = ({ explainCh, explainEn }: Pick<PaperGroupAnswer, 'explainCh' | 'explainEn'>): string =>
  language() === 'zh-CN' ? explainCh : explainEn
