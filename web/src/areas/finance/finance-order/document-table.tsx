import { type ComponentProps, Fragment, lazy, Suspense, useState } from 'react'
import { NumberBox } from '../../../form/fields.tsx'
import type { NumberLimits } from '../../../form/number-input.ts'
import { hasText, useText } from '../../../i18n/i18n.ts'
import { loadAreaTexts } from '../../../i18n/load-area.ts'
import { Pager } from '../../../list/pager.tsx'
import { formatDate } from '../../../ui/format.ts'
import { Money } from '../../../ui/money.tsx'
import { Skeleton } from '../../../ui/skeleton.tsx'
import type { Chosen } from './chosen.ts'
import { type OrderDocument, offeredSizes } from './use-offered.ts'

// The lines are those of the page of purchase orders, with its words.
const PurchaseLines = lazy(async () => (await Promise.all([import('./purchase-lines.tsx'), loadAreaTexts('purchase')]))[0])

/** The amount requested on a document; an empty field requests the maximum. */
export const requestedIn = (currency: string) => ({ kind: { money: currency }, positive: true }) satisfies NumberLimits

/**
 * The documents an order may be raised on, why some may not, and how much of each is asked for. Whatever is chosen stands here,
 * and can be taken out.
 */
export function DocumentTable({
  rows,
  gone,
  pager,
  currency,
  chosen,
  onChoose,
  withBuyers = false,
}: {
  rows: readonly OrderDocument[]
  /** What is chosen and not offered any more. */
  gone: readonly { id: string; number: string | undefined }[]
  pager: ComponentProps<typeof Pager>
  currency: string
  chosen: Chosen
  onChoose: (next: Chosen) => void
  /** Documents of several buyers are offered: each says whose it is. */
  withBuyers?: boolean
}) {
  const text = useText()
  const [unfolded, unfold] = useState<readonly string[]>([])
  const toggle = (id: string, on: boolean) => {
    const { [id]: _, ...rest } = chosen
    onChoose(on ? { ...rest, [id]: '' } : rest)
  }
  return (
    <>
      <div className="table-scroll">
        <table className="table document-table">
          <thead>
            <tr>
              <th className="cell-select" scope="col" aria-label={text('finance.choose')} />
              <th scope="col">{text('finance.number')}</th>
              <th scope="col">{text('finance.dueDate')}</th>
              <th scope="col" className="cell-end">
                {text('finance.quantity.face')}
              </th>
              <th scope="col" className="cell-end">
                {text('finance.quantity.maxAdvance')}
              </th>
              <th scope="col" className="cell-end">
                {text('finance.quantity.requestedAmount')}
              </th>
            </tr>
          </thead>
          <tbody>
            {gone.map(({ id, number = text('finance.chosenDocument') }) => (
              <tr key={id} className="is-off">
                <td className="cell-select">
                  <input
                    type="checkbox"
                    checked
                    aria-label={`${text('finance.choose')} ${number}`}
                    onChange={() => toggle(id, false)}
                  />
                </td>
                <td data-label={text('finance.number')} colSpan={5}>
                  {number}
                  <small className="reasons">{text('finance.notOffered')}</small>
                </td>
              </tr>
            ))}
            {rows.map((row) => (
              <Fragment key={row.id}>
                <tr className={row.selectable ? undefined : 'is-off'}>
                  <td className="cell-select">
                    <input
                      type="checkbox"
                      aria-label={`${text('finance.choose')} ${row.number}`}
                      disabled={!row.selectable && !(row.id in chosen)}
                      checked={row.id in chosen}
                      onChange={(event) => toggle(row.id, event.target.checked)}
                    />
                  </td>
                  <td data-label={text('finance.number')}>
                    {row.number}
                    {row.docType === 'PO' && (
                      <button
                        type="button"
                        className="link-button order-lines"
                        aria-expanded={unfolded.includes(row.id)}
                        aria-label={text('finance.linesOf', { no: row.number })}
                        onClick={() =>
                          unfold((now) => (now.includes(row.id) ? now.filter((id) => id !== row.id) : [...now, row.id]))
                        }
                      >
                        {text('finance.lines')}
                      </button>
                    )}
                    {withBuyers && <small className="order-owes muted">{row.buyerName}</small>}
                    {!row.selectable && (
                      <small className="reasons">
                        {row.reasons
                          .map((reason) => (hasText(`finance.reason.${reason}`) ? text.of('finance.reason', reason) : reason))
                          .join(', ')}
                      </small>
                    )}
                  </td>
                  <td data-label={text('finance.dueDate')}>{formatDate(row.dueDate)}</td>
                  <td className="cell-end" data-label={text('finance.quantity.face')}>
                    <Money amount={row.amount} currency={currency} bare />
                  </td>
                  <td className="cell-end" data-label={text('finance.quantity.maxAdvance')}>
                    <Money amount={row.maxAdvance} currency={currency} bare />
                  </td>
                  <td className="cell-end cell-input" data-label={text('finance.quantity.requestedAmount')}>
                    {row.id in chosen && (
                      <NumberBox
                        value={chosen[row.id]}
                        placeholder={row.maxAdvance}
                        max={row.maxAdvance}
                        {...requestedIn(currency)}
                        alone
                        label={`${text('finance.quantity.requestedAmount')} ${row.number}`}
                        onChange={(value) => onChoose({ ...chosen, [row.id]: value })}
                      />
                    )}
                  </td>
                </tr>
                {unfolded.includes(row.id) && (
                  <tr>
                    <td className="document-lines" colSpan={6} data-label={text('finance.lines')}>
                      <Suspense fallback={<Skeleton lines={2} title={false} />}>
                        <PurchaseLines document={row} />
                      </Suspense>
                    </td>
                  </tr>
                )}
              </Fragment>
            ))}
          </tbody>
        </table>
      </div>
      {pager.total > offeredSizes[0] && <Pager {...pager} />}
    </>
  )
}
