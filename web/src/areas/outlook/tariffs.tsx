import { useQuery } from '@tanstack/react-query'
import { outlookCalls } from '@usance/wire/outlook/calls'
import { send } from '../../http/client.ts'
import { useText } from '../../i18n/i18n.ts'
import { language } from '../../i18n/language.ts'
import { Answered } from '../../ui/answered.tsx'
import { DataTable } from '../../ui/data-table.tsx'
import { formatDate, formatRatePct } from '../../ui/format.ts'
import { Section } from '../../ui/page-frame.tsx'
import { regionText } from './region-text.ts'

/** Tariffs by region and product, as they stand. */
export function Tariffs() {
  const text = useText()
  const tariffs = useQuery({
    queryKey: ['tariffs', language()],
    queryFn: () => send(outlookCalls.queryTariffConfig, {}, { quiet: true }),
  })
  return (
    <Answered question={tariffs} lines={4}>
      {({ v_tariff_conf: rows }) =>
        rows.length > 0 && (
          <Section title={text('outlook.tariffs')}>
            <DataTable
              rows={rows}
              keyOf={(one) => `${one.region}${one.product}`}
              columns={[
                { key: 'region', label: text('outlook.region'), cell: (one) => regionText(one.region) },
                { key: 'product', label: text('outlook.product'), cell: (one) => one.product },
                { key: 'rate', label: text('outlook.rate'), figure: true, cell: (one) => formatRatePct(one.rate) },
                { key: 'since', label: text('outlook.since'), cell: (one) => formatDate(one.effective_date) },
              ]}
            />
          </Section>
        )
      }
    </Answered>
  )
}
