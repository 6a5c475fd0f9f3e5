import { useQuery } from '@tanstack/react-query'
import type { Answer } from '@usance/wire/call'
import { workflowCalls } from '@usance/wire/workflow/calls'
import { send } from '../../http/client.ts'

export type Approval = Answer<typeof workflowCalls.history>

/** One object's approval. A failure is only logged: the page around it lives on. */
export function useApproval(
  {
    businessNo,
    businessType,
    businessId,
  }: { businessNo: string; businessType: string | undefined; businessId: string | undefined },
  withTask: boolean,
) {
  return useQuery({
    queryKey: ['approval', businessType, businessNo, businessId, withTask],
    staleTime: 0,
    queryFn: () =>
      send(
        workflowCalls.history,
        {
          body: {
            businessNo,
            ...(businessType ? { businessType } : {}),
            ...(businessId ? { businessId } : {}),
            ...(withTask ? { ifQueryTask: 'YES' as const } : {}),
          },
        },
        { quiet: true },
      ).catch((error) => {
        console.error('approval history', error)
        throw error
      }),
  })
}
