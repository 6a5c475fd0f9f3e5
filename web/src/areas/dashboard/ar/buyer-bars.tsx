import { Chart } from '../../../ui/chart.tsx'

const mostBuyers = 10

/** The first ten buyers, a bar for each; a bar opens the rows behind it. */
export function BuyerBars<R extends { buyerCode: string; buyerName: string }>({
  title,
  unit,
  measure,
  rows,
  lengthOf,
  wordsOf,
  onPick,
}: {
  title: string
  unit: string
  /** What the length of a bar means. */
  measure: string
  rows: readonly R[]
  lengthOf: (row: R) => number | null
  wordsOf: (row: R) => string
  onPick: (row: R) => void
}) {
  const shown = rows.slice(0, mostBuyers)
  return (
    <Chart
      title={title}
      unit={unit}
      kind="horizontal-bar"
      categories={shown.map((row) => row.buyerName)}
      series={[{ name: measure, values: shown.map(lengthOf) }]}
      shown={(_, index) => wordsOf(shown[index]!)}
      onPick={(index) => onPick(shown[index]!)}
    />
  )
}
