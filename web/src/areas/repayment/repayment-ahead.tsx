import { useQuery } from '@tanstack/react-query'
import { repaymentCalls } from '@usance/wire/repayment/calls'
import { send } from '../../http/client.ts'
import { useText } from '../../i18n/i18n.ts'
import { useCan } from '../../session/session.ts'
import { Answered } from '../../ui/answered.tsx'
import { formatDate } from '../../ui/format.ts'
import { Section } from '../../ui/page-frame.tsx'
import { AllocationTable } from './management/allocation-table.tsx'
import '../payment/money.css'

/** What a repayment in approval will pay, for whoever decides on it; nothing once it has been decided. */
export function RepaymentAhead({ no }: { no: string }) {
  const text = useText()
  const can = useCan()
  const may = can('repayment.management.approve') || can('repayment.management.match')
  const question = useQuery({
    queryKey: ['repayment-ahead', no],
    queryFn: () => send(repaymentCalls.previewMatched, { body: { no } }, { quiet: true }),
    enabled: may,
    staleTime: 0,
  })
  if (!may || question.data?.plan === null) return null
  return (
    <Section title={text('repayment.ahead')}>
      <Answered question={question}>
        {({ plan, amount, valueDate }) =>
          plan && (
            <>
              <p className="muted">{text('repayment.aheadText', { date: formatDate(valueDate) })}</p>
              <AllocationTable plan={plan} amount={amount} />
            </>
          )
        }
      </Answered>
    </Section>
  )
}
