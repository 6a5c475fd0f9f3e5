import { useQueryClient } from '@tanstack/react-query'
import type { ReviewType } from '@usance/domain/approval'
import { errors } from '@usance/wire/errors'
import { workflowCalls } from '@usance/wire/workflow/calls'
import { useEffect, useRef, useState } from 'react'
import { send } from '../../http/client.ts'
import { Refused } from '../../http/refused.ts'
import { useText } from '../../i18n/i18n.ts'
import { notify } from '../../ui/notice.ts'
import { type Following, following } from './trail.ts'
import type { Approval } from './use-approval.ts'

/** Sends the decision on an approval once; `next` is then what follows it, where the reader came from the list. */
export function useDecision(approval: Approval, follows: boolean | undefined) {
  const text = useText()
  const queries = useQueryClient()
  const [sent, setSent] = useState(false)
  const next = useRef<Following>(undefined)
  const decide = async (reviewType: ReviewType, comment: string) => {
    const { businessNo, currentNode, taskId, contentHash } = approval
    try {
      await send(
        workflowCalls.approve,
        {
          body: {
            approvalComments: comment,
            businessNo,
            nodeName: currentNode ?? '',
            taskId: taskId ?? '',
            reviewType,
            contentHash,
          },
        },
        { excludeCodes: [errors.STALE_VERSION.code] },
      )
    } catch (error) {
      // Somebody was faster: what the page shows is read again.
      if (error instanceof Refused && error.code === errors.STALE_VERSION.code) notify('warning', text('approval.tooLate'))
      await queries.invalidateQueries({ queryKey: ['approval'] })
      throw error
    }
    setSent(true)
    // A list that does not answer is no reason to stay: the reader then goes back to it.
    next.current = follows ? await following(approval).catch(() => undefined) : undefined
    notify(
      'success',
      text.of('approval.did', reviewType, { no: businessNo }),
      next.current && text('approval.nextIs', { no: next.current.stop.businessNo, count: next.current.left }),
    )
    void queries.invalidateQueries({ queryKey: ['list'] })
    return true as const
  }
  return { sent, next, decide }
}

/**
 * Whether what the page shows has the content that would be decided on. The record beside the decision has queries of its own: a
 * decision on another content waits until that content is read.
 */
export function useContentRead(contentHash: Approval['contentHash']): boolean {
  const queries = useQueryClient()
  const [readFor, setReadFor] = useState(contentHash)
  useEffect(() => {
    if (readFor === contentHash) return
    let stands = true
    const others = {
      type: 'active' as const,
      predicate: ({ queryKey }: { queryKey: readonly unknown[] }) => queryKey[0] !== 'approval',
    }
    queries.refetchQueries(others, { throwOnError: true }).then(
      () => stands && setReadFor(contentHash),
      // The buttons stay barred: what would be decided on is not on the page.
      () => undefined,
    )
    return () => {
      stands = false
    }
  }, [readFor, contentHash, queries])
  return readFor === contentHash
}
