import { useQuery } from '@tanstack/react-query'
import { repaymentCalls } from '@usance/wire/repayment/calls'
import { send } from '../../../http/client.ts'
import { keepWhile } from '../../../http/keep-while.ts'
import { wordsOf } from '../../../http/report.ts'
import { useDebounced } from '../../../list/appended.ts'
import { AllocationTable } from './allocation-table.tsx'

type Props = {
  orderId: string
  amount: string
  currency: string
  valueDate: string
  payerRole: 'BUYER' | 'SUPPLIER'
  fundSource: 'COLLECTION' | 'INTEREST'
  /** Which of an order's several buyers pays. */
  buyerCode?: string
  /** Invoices that the buyer names. */
  invoiceIds?: string[]
  /** Fee bills that the buyer names. */
  feeBillIds?: string[]
}
const pauseMs = 350

/** The order of payment, worked out by the server as it will be booked: what is owed, and what of it the amount pays. */
export function AllocationPreview(props: Props) {
  const asked = useDebounced(props, pauseMs)
  const isAsked = /[1-9]/.test(asked.amount)
  const { data, error, isPlaceholderData } = useQuery({
    queryKey: ['repayment-preview', props.orderId, asked],
    queryFn: async () => {
      const { currency: _, ...body } = asked
      const plan = await send(
        repaymentCalls.preview,
        { body: { ...body, invoiceIds: body.invoiceIds ?? [], feeBillIds: body.feeBillIds ?? [] } },
        { quiet: true },
      )
      return { plan, amount: asked.amount }
    },
    enabled: isAsked,
    placeholderData: keepWhile(['repayment-preview', props.orderId]),
    retry: false,
  })
  if (!isAsked) return null
  if (error)
    return (
      <p className="form-error" role="alert">
        {wordsOf(error)}
      </p>
    )
  return data ? <AllocationTable {...data} stale={isPlaceholderData || JSON.stringify(asked) !== JSON.stringify(props)} /> : null
}
