import { lazy, Suspense, useState } from 'react'
import { useText } from '../i18n/i18n.ts'
import { IconButton } from './button.tsx'
import type { ChartProps } from './chart-props.ts'
import { Skeleton } from './skeleton.tsx'
import './chart.css'

// The drawing library is large; pages without charts never load it.
const Drawing = lazy(() => import('./chart-drawing.tsx'))

/** Pixels of a chart with nothing to draw; beside a full one it grows with its row. */
const emptyHeight = 140

/** A chart that is also a table: the button swaps one for the other. */
export function Chart(props: ChartProps) {
  const text = useText()
  const [asTable, setAsTable] = useState(false)
  const { title, unit, categories, series, height = 280 } = props
  const isEmpty = categories.length === 0 || series.every((one) => one.values.every((value) => !value))
  return (
    <figure className="chart">
      <figcaption className="chart-head">
        <h3>
          {title}
          {unit && <small>{unit}</small>}
        </h3>
        {!isEmpty && (
          <IconButton
            icon={asTable ? 'chart' : 'table'}
            size={16}
            label={`${title}: ${text(asTable ? 'chart.chart' : 'chart.table')}`}
            aria-pressed={asTable}
            onClick={() => setAsTable(!asTable)}
          />
        )}
      </figcaption>
      {isEmpty ? (
        <p className="chart-empty muted" style={{ minHeight: Math.min(height, emptyHeight) }}>
          {text('chart.empty')}
        </p>
      ) : asTable ? (
        <ChartTable {...props} />
      ) : (
        <Suspense
          fallback={
            <div style={{ height }}>
              <Skeleton lines={5} title={false} />
            </div>
          }
        >
          <Drawing {...props} height={height} />
        </Suspense>
      )}
    </figure>
  )
}

function ChartTable({ title, categories, series, shown, height = 280 }: ChartProps) {
  const text = useText()
  return (
    <div className="chart-table" style={{ maxHeight: height }}>
      <table className="table">
        <caption className="sr-only">{title}</caption>
        <thead>
          <tr>
            <th scope="col">{text('chart.category')}</th>
            {series.map((one) => (
              <th scope="col" key={one.name} className="cell-end">
                {one.name}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {categories.map((category, row) => (
            <tr key={category}>
              <td>{category}</td>
              {series.map((one, column) => (
                <td key={one.name} data-label={one.name} className="cell-end">
                  {shown(column, row)}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}
