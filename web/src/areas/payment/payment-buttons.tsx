import { useQuery } from '@tanstack/react-query'
import { financeOrderCalls } from '@usance/wire/finance-order/calls'
import { type PaymentDetail, paymentCalls } from '@usance/wire/payment/calls'
import { send } from '../../http/client.ts'
import { useText } from '../../i18n/i18n.ts'
import { ActionButton } from '../../ui/action-button.tsx'
import { Button } from '../../ui/button.tsx'
import { ask } from '../../ui/dialog.tsx'
import { formatDate } from '../../ui/format.ts'

/** What is asked before the outcome of a payment is entered. */
export type Asked = 'PAID' | 'FAIL' | 'TAKE_BACK'
type Props = { payment: PaymentDetail; onAsk: (what: Asked) => void; onChanged: () => void }

/** Why the order of a payment cannot be paid at its price now. */
function usePriceBar({ type, operations, orderId }: PaymentDetail): string | false {
  const text = useText()
  const id = type === 'FUNDING' && operations.includes('INSTRUCT') ? orderId : null
  // The same question as the comparison of prices in the panel asks, so that it is asked once.
  const price = useQuery({
    queryKey: ['order-repricing', id],
    queryFn: () => send(financeOrderCalls.repricing, { body: { id: id! } }, { quiet: true }),
    enabled: !!id,
    staleTime: 0,
  })
  if (price.isLoadingError) return text('payment.priceUnread')
  const isWaiting = !!id && price.data?.needed === true && !price.data.goesOn
  return isWaiting && text('payment.priceWaits')
}

type ToBeRead = Omit<Props, 'payment'> & { payment: PaymentDetail | undefined }

/** What may be done to a payment now; nothing until it is read. */
export const PaymentButtons = ({ payment, ...props }: ToBeRead) => payment && <Buttons payment={payment} {...props} />

function Buttons({ payment, onAsk, onChanged }: Props) {
  const text = useText()
  const priceBar = usePriceBar(payment)
  const { timing, dueDate } = payment
  const may = (operation: string) => payment.operations.includes(operation)
  const instruct = async () => {
    const executionDate = timing?.executionDate
    try {
      await send(paymentCalls.instruct, { body: { id: payment.id, ...(executionDate ? { executionDate } : {}) } })
    } finally {
      // A refusal too may say that the payment is not what is shown here any more.
      onChanged()
    }
    return true
  }
  const late = timing?.isRolled
    ? `${text('payment.instructLate', { wanted: formatDate(dueDate), date: formatDate(timing.executionDate) })} `
    : ''
  const asked = { title: text('payment.instructTitle', { no: payment.no }), text: `${late}${text('payment.instructText')}` }
  return (
    <>
      {may('FAIL') && (
        <Button act={paymentCalls.fail} onClick={() => onAsk('FAIL')}>
          {text('payment.fail')}
        </Button>
      )}
      {may('TAKE_BACK') && (
        <Button act={paymentCalls.takeBack} onClick={() => onAsk('TAKE_BACK')}>
          {text('payment.takeBack')}
        </Button>
      )}
      {may('PAID') && (
        <Button act={paymentCalls.markPaid} look="solid" onClick={() => onAsk('PAID')}>
          {text('payment.markPaid')}
        </Button>
      )}
      {may('INSTRUCT') && (
        <ActionButton act={paymentCalls.instruct} disabled={priceBar} before={() => ask(asked)} action={instruct}>
          {text('payment.instruct')}
        </ActionButton>
      )}
    </>
  )
}
