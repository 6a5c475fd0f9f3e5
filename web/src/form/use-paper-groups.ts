import { keepPreviousData, useQuery } from '@tanstack/react-query'
import type { PaperKind } from '@usance/domain/papers'
import { financeOrderCalls } from '@usance/wire/finance-order/calls'
import { type PaperGroupAnswer, paperCalls } from '@usance/wire/paper/calls'
import { send } from '../http/client.ts'
import { language } from '../i18n/language.ts'

/**
 * The groups of papers of a kind of document. Those of an order depend on its product; a stored order, given by its id, returns
 * them with its papers while its product is unchanged.
 */
export const usePaperGroups = (kind: PaperKind, { productId = '', orderId = '' } = {}) =>
  useQuery<PaperGroupAnswer[]>({
    queryKey: ['paper-groups', kind, productId, orderId],
    queryFn: () =>
      orderId
        ? send(financeOrderCalls.detailAttachmentForEdit, { params: { id: orderId } }, { quiet: true })
        : send(paperCalls.groups, { body: { kind, ...(productId ? { productId } : {}) } }, { quiet: true }),
    staleTime: 0,
    // The groups of another product replace the shown ones, which hold files, only once they are loaded.
    placeholderData: keepPreviousData,
  })

/** The title of a group in the reader's language. */
export const titleOf = ({ attachmentCh, attachmentEn }: Pick<PaperGroupAnswer, 'attachmentCh' | 'attachmentEn'>): string =>
  language() === 'zh-CN' ? attachmentCh : attachmentEn

/** The explanation of a group in the reader's language. */
export const explanationOf = ({ explainCh, explainEn }: Pick<PaperGroupAnswer, 'explainCh' | 'explainEn'>): string =>
  language() === 'zh-CN' ? explainCh : explainEn
