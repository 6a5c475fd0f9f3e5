import { useQuery } from '@tanstack/react-query'
import { outlookCalls } from '@usance/wire/outlook/calls'
import { send } from '../../http/client.ts'
import { useText } from '../../i18n/i18n.ts'
import { language } from '../../i18n/language.ts'
import { Failed } from '../../ui/empty.tsx'
import { formatDate, formatPercent } from '../../ui/format.ts'
import { Section } from '../../ui/page-frame.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { regionText } from './region-text.ts'

/** Tariffs by region and product, as they stand. */
export function Tariffs() {
  const text = useText()
  const tariffs = useQuery({
    queryKey: ['tariffs', language()],
    queryFn: () => send(outlookCalls.queryTariffConfig, {}, { quiet: true }),
  })
  if (tariffs.error) return <Failed error={tariffs.error} />
  if (!tariffs.data) return <Skeleton lines={4} />
  if (tariffs.data.v_tariff_conf.length === 0) return null
  return (
    <Section title={text('outlook.tariffs')}>
      <div className="table-scroll">
        <table className="table">
          <thead>
            <tr>
              <th scope="col">{text('outlook.region')}</th>
              <th scope="col">{text('outlook.product')}</th>
              <th scope="col" className="cell-end">
                {text('outlook.rate')}
              </th>
              <th scope="col">{text('outlook.since')}</th>
            </tr>
          </thead>
          <tbody>
            {tariffs.data.v_tariff_conf.map((one) => (
              <tr key={`${one.region}${one.product}`}>
                <td data-label={text('outlook.region')}>{regionText(one.region)}</td>
                <td data-label={text('outlook.product')}>{one.product}</td>
                <td className="cell-end" data-label={text('outlook.rate')}>
                  {formatPercent(one.rate)}
                </td>
                <td data-label={text('outlook.since')}>{formatDate(one.effective_date)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </Section>
  )
}
