import './chart.css'

type ChartSeries = { name: string; values: readonly (number | null)[] }

export type ChartProps = {
  title: string
  kind: 'bar' | 'stacked-bar' | 'line' | 'area' | 'pie' | 'horizontal-bar'
  categories: readonly string[]
  /** Values are for drawing only; `shown` gives the exact text of a figure. */
  series: readonly ChartSeries[]
  /** The exact text of one figure, for tooltip and table. */
  shown: (series: number, category: number) => string
  unit?: string
  height?: number
  onPick?: (category: number, series: number) => void
}
