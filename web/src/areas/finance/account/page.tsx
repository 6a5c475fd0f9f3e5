import { useQuery } from '@tanstack/react-query'
import { type Pool, poolCalls } from '@usance/wire/pool/calls'
import { facilityAccountList } from '@usance/wire/pool/list'
import { send } from '../../../http/client.ts'
import { useText } from '../../../i18n/i18n.ts'
import { ListPage } from '../../../list/list-page.tsx'
import { RowLink } from '../../../list/row-link.tsx'
import { useCan } from '../../../session/session.ts'
import { Money } from '../../../ui/money.tsx'
import { Section } from '../../../ui/page-frame.tsx'
import '../pool/pool.css'

/** The account of pool financing: where it stands, and every movement that brought it there. */
export default function FacilityAccountPage() {
  const text = useText()
  const can = useCan()
  const kinds = (['OWN', 'DBS'] as const).filter((kind) =>
    can(kind === 'OWN' ? 'finance.poolFactoring.view' : 'finance.dbsFinance.view'),
  )
  const answer = useQuery({
    queryKey: ['pools', 'account', kinds.join()],
    queryFn: async () =>
      (await Promise.all(kinds.map((kind) => send(poolCalls.pools, { body: { kind } }, { quiet: true })))).flatMap(
        (one) => one.pools,
      ),
    enabled: kinds.length > 0,
  })
  return (
    <ListPage
      list={facilityAccountList}
      above={
        <div className="pool-panels">
          {answer.data?.map((pool) => (
            <Standing key={pool.id} pool={pool} />
          ))}
        </div>
      }
      cells={{ orderNo: (row) => <RowLink to={`/finance/finance-order/${row.orderId}/detail`}>{row.orderNo}</RowLink> }}
      empty={{ title: text('pool.accountEmptyTitle'), text: text('pool.accountEmptyText') }}
    />
  )
}

function Standing({ pool }: { pool: Pool }) {
  const text = useText()
  const shown = ['drawn', 'accrued', pool.kind === 'DBS' ? 'bankBase' : 'borrowingBase', 'facilityHeadroom', 'maxDrawing']
  return (
    <Section title={`${pool.code} · ${pool.currency}`}>
      <dl className="pool-figures">
        {shown.map((key) => (
          <div key={key} className={key === 'drawn' || key === 'maxDrawing' ? 'is-main' : undefined}>
            <dt>{text.of('pool.figure', key)}</dt>
            <dd>
              <Money amount={pool.figures.find((figure) => figure.key === key)?.result} currency={pool.currency} exact bare />
            </dd>
          </div>
        ))}
      </dl>
    </Section>
  )
}
