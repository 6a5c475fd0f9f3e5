import type { Answer } from '@usance/wire/call'
import type { homeCalls } from '@usance/wire/home/calls'
import { useText } from '../../i18n/i18n.ts'
import { Money } from '../../ui/money.tsx'

/** A grey line in a box as high as a line of text. */
const Line = ({ width }: { width: string }) => (
  <span className="home-line">
    {'\u00a0'}
    <span className="bone" style={{ width }} />
  </span>
)

type Figure = Answer<typeof homeCalls.summary>['figures'][number]

/** The meaning of a figure: invoices that fall due for a buyer, financing for all others. */
const meaningOf = (kind: Figure['kind'], figures: readonly Figure[]) =>
  kind === 'DUE_30' && figures.some((one) => one.kind === 'PAYABLES') ? 'DUE_30_OWED' : kind

/** Where the company stands: each figure in its main currency, the others below it. */
export function Figures({ figures, expected }: { figures: readonly Figure[] | undefined; expected: number }) {
  const text = useText()
  // As many as will come, each line as high as what it stands for: nothing jumps when they arrive.
  if (!figures)
    return (
      <section className="home-figures" aria-hidden="true">
        {Array.from({ length: expected }, (_, n) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: identical boxes
          <div key={n} className="panel home-figure">
            <h2>
              <Line width="40%" />
            </h2>
            <p className="home-amount">
              <Line width="65%" />
            </p>
            <p>
              <Line width="50%" />
            </p>
            <p className="home-meaning">
              <Line width="80%" />
            </p>
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
            <p className="muted home-meaning">{text(`home.meaning.${meaningOf(kind, figures)}`)}</p>
          </article>
        )
      })}
    </section>
  )
}
