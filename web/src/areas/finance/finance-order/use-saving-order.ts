import { useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import type { financeOrderCalls } from '@usance/wire/finance-order/calls'
import { useEffect, useState } from 'react'
import { inGroups, missingTitles, paperRefs } from '../../../form/papers.tsx'
import { usePaperGroups } from '../../../form/use-paper-groups.ts'
import type { useSubmit } from '../../../form/use-submit.ts'
import { randomId } from '../../../http/random-id.ts'
import { useText } from '../../../i18n/i18n.ts'
import { tell } from '../../../shell/use-tracking.ts'
import { useAfterFiles } from '../../../ui/files-under-way.ts'
import { notify } from '../../../ui/notice.ts'
import type { Begun } from './order-start.ts'
import type { OrderState } from './use-order-state.ts'
import type { Price } from './use-price.ts'

/** Tells how far a new order comes: that its form was opened, that it had a price, and what became of it. */
function useFollowed(isNew: boolean, priceStands: boolean) {
  const [form] = useState(randomId)
  useEffect(() => {
    if (isNew) tell('ORDER_FORM', { step: 'OPENED', form })
  }, [isNew, form])
  useEffect(() => {
    if (isNew && priceStands) tell('ORDER_FORM', { step: 'PRICED', form })
  }, [isNew, priceStands, form])
  return (step: 'SUBMITTED' | 'SAVED') => {
    if (isNew) tell('ORDER_FORM', { step, form })
  }
}

type Sending = {
  creating: ReturnType<typeof useSubmit<typeof financeOrderCalls.createOrder>>
  editing: ReturnType<typeof useSubmit<typeof financeOrderCalls.editOrder>>
  /** The account that the order is paid to; nothing while none is chosen. */
  account: string | undefined
}

/** Submits the order or keeps it as a draft, with its papers, and then opens it. */
export function useSavingOrder(held: OrderState, price: Price, order: Begun | undefined, sending: Sending) {
  const text = useText()
  const navigate = useNavigate()
  const queries = useQueryClient()
  const { creating, editing, account } = sending
  const { productId, remark } = held.state
  const follow = useFollowed(!order, price.trial.isSuccess)
  const papers = usePaperGroups('FINANCE_ORDER', {
    productId,
    ...(order && productId === order.financingProductId ? { orderId: order.id } : {}),
  })
  const [lackingPapers, setLackingPapers] = useState<readonly string[]>([])
  const save = async (saveType: 'DRAFT' | 'SUBMIT') => {
    const groups = papers.data ?? []
    const kept = inGroups(held.files, groups, 'FINANCE_ORDER')
    const missing = saveType === 'SUBMIT' ? missingTitles(kept, groups) : []
    setLackingPapers(missing)
    if (missing.length > 0) return
    const { orderId: _, ...rest } = price.request
    const body = {
      ...rest,
      saveType,
      pricingHash: price.trial.data?.pricingHash,
      ...(account ? { payeeBankAccountId: account } : {}),
      remark,
      attachments: paperRefs(kept),
    }
    const saved = order
      ? await editing.run({ body: { ...body, id: order.id, version: order.version } })
      : await creating.run({ body })
    if (!saved) return void price.trial.refetch()
    held.sent()
    follow(saveType === 'SUBMIT' ? 'SUBMITTED' : 'SAVED')
    notify('success', text(saveType === 'SUBMIT' ? 'finance.submitted' : 'finance.saved', { no: saved.orderNo }))
    await queries.invalidateQueries({ queryKey: ['list'] })
    void navigate({ to: `/finance/finance-order/${saved.id}/detail` })
  }
  const afterFiles = useAfterFiles(save)
  const asked = lackingPapers.map((title) => text('common.upload.please', { title })).join(' ')
  return {
    papers,
    forgetLacking: () => setLackingPapers([]),
    send: afterFiles.send,
    busy: creating.busy || editing.busy || afterFiles.isWaiting,
    /** Why it was not sent. */
    refusal: afterFiles.note || asked || creating.error || editing.error,
  }
}

export type Saving = ReturnType<typeof useSavingOrder>
