import { useQuery, useQueryClient } from '@tanstack/react-query'
import { financeOrderCalls } from '@usance/wire/finance-order/calls'
import type { Repricing } from '@usance/wire/finance-order/trial'
import { send } from '../../../http/client.ts'
import { hasText, useText } from '../../../i18n/i18n.ts'
import { ActionButton } from '../../../ui/action-button.tsx'
import { NotAnswered } from '../../../ui/answered.tsx'
import { ask } from '../../../ui/dialog.tsx'
import { formatAmount, formatDate, formatDateTime, formatRatePct } from '../../../ui/format.ts'
import { Money } from '../../../ui/money.tsx'
import { notify } from '../../../ui/notice.ts'
import './finance-order.css'

type Props = { orderId: string; currency: string; onDone: () => void }

/** The accepted price beside the one of today, where the funding date has passed or a document has changed; else nothing. */
export function Reprice({ orderId, currency, onDone }: Props) {
  const text = useText()
  const queries = useQueryClient()
  const question = useQuery({
    queryKey: ['order-repricing', orderId],
    queryFn: () => send(financeOrderCalls.repricing, { body: { id: orderId } }, { quiet: true }),
    staleTime: 0,
  })
  const { data } = question
  if (question.isLoadingError)
    return (
      <section className="panel panel-pad reprice">
        <p>
          <NotAnswered question={question} />
        </p>
      </section>
    )
  if (!data?.needed) return null
  const term = (key: string) => data.terms.find((one) => one.key === key)!
  // Of a conversion the supplier receives what the payoff leaves.
  const received = data.terms.find(({ key }) => key === 'cashToSupplier') ?? term('net')
  const isLater = data.terms.length === 0 || term('fundingDate').changed
  const paysOffMore = data.terms.some(({ key, changed }) => key === 'payoffPrincipal' && changed)
  const why = isLater ? 'later' : paysOffMore ? 'payoff' : 'changed'
  const title = text(
    ({ later: 'finance.reprice.title', payoff: 'finance.reprice.titlePayoff', changed: 'finance.reprice.titleChanged' } as const)[
      why
    ],
  )
  const again = () => void queries.invalidateQueries({ queryKey: ['order-repricing', orderId] })
  const accept = async () => {
    await send(financeOrderCalls.acceptPrice, { body: { id: orderId, pricingHash: data.pricingHash! } }).catch((error) => {
      // An input of the price has changed: the newest price is shown before it is accepted.
      again()
      throw error
    })
    notify('success', text('finance.reprice.accepted'))
    again()
    onDone()
    return true
  }
  const askSupplier = async () => {
    await send(financeOrderCalls.askForPrice, { body: { id: orderId } })
    again()
    return true
  }
  return (
    <section className="panel panel-pad reprice" aria-label={title}>
      <h2>{title}</h2>
      {data.problem !== null ? (
        <p>
          {text('finance.reprice.problem', { reason: hasText(`errors.${data.problem}`) ? text.of('errors', data.problem) : '' })}
        </p>
      ) : (
        <>
          <p>
            {isLater
              ? text('finance.reprice.text', {
                  from: formatDate(term('fundingDate').before),
                  to: formatDate(term('fundingDate').after),
                })
              : text(why === 'payoff' ? 'finance.reprice.textPayoff' : 'finance.reprice.textChanged')}
          </p>
          <Terms data={data} currency={currency} />
          {data.goesOn ? (
            <p>{text('finance.reprice.same')}</p>
          ) : (
            <>
              {data.signAgain && <p>{text('finance.reprice.signAgain')}</p>}
              {!data.mayAccept && <p>{text('finance.reprice.waits')}</p>}
              {data.askedAt !== null && (
                <p className="muted">
                  {text('finance.reprice.asked', { when: formatDateTime(data.askedAt, { seconds: false }) })}
                </p>
              )}
              {data.mayAccept && (
                <ActionButton
                  act={financeOrderCalls.acceptPrice}
                  look="solid"
                  before={() =>
                    ask({
                      title: text('finance.reprice.acceptAsk', { date: formatDate(term('fundingDate').after) }),
                      text: text('finance.reprice.acceptText', {
                        net: `${formatAmount(received.after, currency, { exact: true })} ${currency}`,
                      }),
                    })
                  }
                  action={accept}
                >
                  {text('finance.reprice.accept')}
                </ActionButton>
              )}
              {data.mayAsk && data.askedAt === null && (
                <ActionButton act={financeOrderCalls.askForPrice} look="plain" action={askSupplier}>
                  {text('finance.reprice.ask')}
                </ActionButton>
              )}
            </>
          )}
        </>
      )}
    </section>
  )
}

function Terms({ data, currency }: { data: Repricing; currency: string }) {
  const text = useText()
  const shown = (unit: Repricing['terms'][number]['unit'], value: string) =>
    unit === 'date' ? (
      formatDate(value)
    ) : unit === 'percent' ? (
      formatRatePct(value)
    ) : (
      <Money amount={value} currency={currency} exact bare />
    )
  return (
    <table className="reprice-terms">
      <thead>
        <tr>
          <th scope="col">{text('finance.reprice.term')}</th>
          <th scope="col">{text('finance.reprice.before')}</th>
          <th scope="col">{text('finance.reprice.after')}</th>
        </tr>
      </thead>
      <tbody>
        {data.terms.map((term) => (
          <tr key={term.key} className={term.changed ? 'is-changed' : undefined}>
            <th scope="row">{text(`finance.reprice.terms.${term.key}`)}</th>
            <td>{shown(term.unit, term.before)}</td>
            <td>
              {shown(term.unit, term.after)}
              {term.changed && <span className="sr-only"> {text('finance.reprice.changed')}</span>}
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}
