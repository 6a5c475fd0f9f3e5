import type { Answer } from '@usance/wire/call'
import type { homeCalls } from '@usance/wire/home/calls'
import { useText } from '../../i18n/i18n.ts'
import { Money } from '../../ui/money.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'

type Figure = Answer<typeof homeCalls.summary>['figures'][number]

/** Where the company stands: each figure in its main currency, the others below it. */
export function Figures({ figures }: { figures: readonly Figure[] | undefined }) {
  const text = useText()
  if (!figures)
    return (
      <section className="home-figures">
        {[1, 2, 3].map((n) => (
          <div key={n} className="panel home-figure">
            <Skeleton lines={2} title={false} />
          </div>
        ))}
      </section>
    )
  return (
    <section className="home-figures">
      {figures.map(({ kind, amounts }) => {
        const [main, ...others] = amounts
        return (
          <article key={kind} className="panel home-figure">
            <h2>{text(`home.figure.${kind}`)}</h2>
            {main ? (
              <>
                <p className="home-amount">
                  <Money amount={main.amount} currency={main.currency} />
                </p>
                <p className="muted">
                  {text('home.items', { count: amounts.reduce((all, one) => all + one.count, 0) })}
                  {others.slice(0, 2).map((one) => (
                    <span key={one.currency} className="home-other">
                      <Money amount={one.amount} currency={one.currency} />
                    </span>
                  ))}
                  {others.length > 2 && (
                    <span className="home-other">{text('home.moreCurrencies', { count: others.length - 2 })}</span>
                  )}
                </p>
              </>
            ) : (
              <p className="home-amount muted">{text('home.nothing')}</p>
            )}
          </article>
        )
      })}
    </section>
  )
}
