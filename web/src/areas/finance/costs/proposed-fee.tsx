import { useQuery } from '@tanstack/react-query'
import { costCalls, type ProposedFee as Proposed } from '@usance/wire/cost/calls'
import { send } from '../../../http/client.ts'
import { useText } from '../../../i18n/i18n.ts'
import { Answered } from '../../../ui/answered.tsx'
import { Money } from '../../../ui/money.tsx'
import { DescriptionList, Section } from '../../../ui/page-frame.tsx'

/** What an adjustment in approval makes of its fee, for whoever decides on it; nothing once it has been decided. */
export function ProposedFee({ no }: { no: string }) {
  const text = useText()
  const question = useQuery({
    queryKey: ['cost', 'proposed', no],
    queryFn: () => send(costCalls.proposed, { body: { no } }, { quiet: true }),
    staleTime: 0,
  })
  if (question.data?.adjustment === null) return null
  return (
    <Section title={text('costs.proposedTitle')}>
      <Answered question={question} lines={4}>
        {({ adjustment }) => adjustment && <Figures adjustment={adjustment} />}
      </Answered>
    </Section>
  )
}

function Figures({ adjustment }: { adjustment: Proposed }) {
  const text = useText()
  const money = (amount: string) => <Money amount={amount} currency={adjustment.currency} exact />
  return (
    <DescriptionList
      facts={[
        { label: text('costs.fee'), value: text.of('costs.code', adjustment.code) },
        { label: text('costs.order'), value: `${adjustment.orderNo} · ${adjustment.supplierName}` },
        { label: text('costs.payer'), value: text.of('word', adjustment.payer) },
        { label: text('costs.beneficiary'), value: text.of('word', adjustment.beneficiary) },
        { label: text('costs.timing'), value: text.of('costs.timings', adjustment.timing) },
        { label: text('costs.charged'), value: text(`word.${adjustment.charged}`) },
        { label: text('costs.before'), value: money(adjustment.before) },
        { label: text('costs.delta'), value: money(adjustment.delta) },
        { label: text('costs.taxDelta'), value: money(adjustment.taxDelta) },
        { label: text('costs.after'), value: money(adjustment.after) },
        { label: text('common.reason'), value: adjustment.reason, wide: true },
      ]}
    />
  )
}
