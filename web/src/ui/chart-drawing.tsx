import { BarChart, LineChart, PieChart } from 'echarts/charts'
import { AriaComponent, GridComponent, LegendComponent, TooltipComponent } from 'echarts/components'
import { init, use } from 'echarts/core'
import { SVGRenderer } from 'echarts/renderers'
import { useEffect, useRef } from 'react'
import type { ChartProps } from './chart-props.ts'
import { useTheme } from './theme.ts'
import { chartPalette, colors, font, size, type ThemeName } from './tokens.ts'
import { useMedia } from './use-media.ts'

use([BarChart, LineChart, PieChart, GridComponent, LegendComponent, TooltipComponent, AriaComponent, SVGRenderer])

/** The drawing: sixteen colours of the theme, as wide as its place, still for those who asked for stillness. */
export default function ChartDrawing(props: ChartProps & { height: number }) {
  const theme = useTheme()
  const still = useMedia('(prefers-reduced-motion: reduce)')
  const place = useRef<HTMLDivElement>(null)
  const latest = useRef(props)
  latest.current = props

  useEffect(() => {
    const chart = init(place.current!, undefined, { renderer: 'svg' })
    chart.setOption(optionOf(latest.current, theme, still))
    chart.on('click', ({ dataIndex, seriesIndex }) => latest.current.onPick?.(dataIndex, seriesIndex ?? 0))
    const watch = new ResizeObserver(() => chart.resize())
    watch.observe(place.current!)
    drawings.set(place.current!, (next) => chart.setOption(optionOf(next, theme, still), true))
    // Paper is light. What is printed is what stands there when this returns, so it is drawn at once and without movement.
    const onPaper = () => {
      chart.setOption(optionOf(latest.current, 'light', true), true)
      chart.getZr().flush()
    }
    const onScreen = () => chart.setOption(optionOf(latest.current, theme, true), true)
    addEventListener('beforeprint', onPaper)
    addEventListener('afterprint', onScreen)
    return () => {
      removeEventListener('beforeprint', onPaper)
      removeEventListener('afterprint', onScreen)
      watch.disconnect()
      chart.dispose()
    }
  }, [theme, still])
  useEffect(() => drawings.get(place.current!)?.(props), [props])

  return <div ref={place} style={{ height: props.height }} />
}

/** How to redraw the chart in a place with other figures. */
const drawings = new WeakMap<HTMLElement, (props: ChartProps) => void>()

const escapeHtml = (text: string) => text.replace(/[&<>"]/g, (letter) => `&#${letter.charCodeAt(0)};`)

/** A figure that the pointer is on, as the charts describe it. */
type Pointed = { marker: string; seriesIndex: number; dataIndex: number }

function optionOf(
  { title, kind, categories, series, shown }: ChartProps,
  theme: ThemeName,
  still: boolean,
): Record<string, unknown> {
  const c = colors[theme]
  const text = { color: c.textSecondary, fontFamily: font.sans, fontSize: size.small }
  const line = (rows: readonly Pointed[]) =>
    rows
      .map(
        (row) =>
          `${row.marker} ${escapeHtml(series[row.seriesIndex]?.name ?? '')} <b>${escapeHtml(shown(row.seriesIndex, row.dataIndex))}</b>`,
      )
      .join('<br>')
  const tooltip = {
    backgroundColor: c.raised,
    borderColor: c.border,
    textStyle: { ...text, color: c.text },
    confine: true,
    trigger: kind === 'pie' ? 'item' : 'axis',
    axisPointer: { type: kind === 'line' || kind === 'area' ? 'line' : 'shadow', shadowStyle: { color: c.hover, opacity: 0.6 } },
    formatter: (given: Pointed | [Pointed, ...Pointed[]]) => {
      const rows: [Pointed, ...Pointed[]] = Array.isArray(given) ? given : [given]
      const [{ marker, dataIndex }] = rows
      const head = escapeHtml(categories[dataIndex] ?? '')
      return kind === 'pie' ? `${marker} ${head} <b>${escapeHtml(shown(0, dataIndex))}</b>` : `${head}<br>${line(rows)}`
    },
  }
  const common = {
    color: [...chartPalette[theme]],
    textStyle: text,
    tooltip,
    animation: !still,
    aria: { enabled: true, label: { description: title } },
  }
  if (kind === 'pie')
    return {
      ...common,
      legend: { type: 'scroll', bottom: 0, textStyle: text, icon: 'circle', itemWidth: 8 },
      series: [
        {
          type: 'pie',
          radius: ['52%', '76%'],
          center: ['50%', '44%'],
          label: { show: false },
          itemStyle: { borderColor: c.surface, borderWidth: 2 },
          data: categories.map((name, index) => ({ name, value: series[0]?.values[index] ?? 0 })),
        },
      ],
    }
  const lies = kind === 'horizontal-bar'
  const category = {
    type: 'category',
    data: [...categories],
    inverse: lies,
    axisLine: { lineStyle: { color: c.border } },
    axisTick: { show: false },
    axisLabel: { ...text, hideOverlap: true, width: lies ? 120 : undefined, overflow: 'truncate' },
  }
  const value = {
    type: 'value',
    splitLine: { lineStyle: { color: c.border } },
    axisLabel: { ...text, formatter: short, hideOverlap: true },
  }
  const isLine = kind === 'line' || kind === 'area'
  return {
    ...common,
    grid: { left: 4, right: 12, top: series.length > 1 ? 34 : 14, bottom: 4, outerBoundsMode: 'same' },
    legend:
      series.length > 1
        ? { top: 0, left: 0, type: 'scroll', textStyle: text, icon: 'roundRect', itemWidth: 10, itemHeight: 10 }
        : undefined,
    xAxis: lies ? value : category,
    yAxis: lies ? category : value,
    series: series.map(({ name, values }) => ({
      name,
      data: [...values],
      type: isLine ? 'line' : 'bar',
      stack: kind === 'stacked-bar' ? 'all' : undefined,
      barMaxWidth: 34,
      itemStyle: isLine ? undefined : { borderRadius: kind === 'stacked-bar' ? 0 : lies ? [0, 3, 3, 0] : [3, 3, 0, 0] },
      showSymbol: values.length < 2,
      lineStyle: { width: 2 },
      areaStyle: kind === 'area' ? { opacity: 0.14 } : undefined,
    })),
  }
}

/** Axis figures for people: 1.2M, 350K. */
const short = (value: number): string => {
  const size = Math.abs(value)
  if (size >= 1e9) return `${+(value / 1e9).toFixed(1)}B`
  if (size >= 1e6) return `${+(value / 1e6).toFixed(1)}M`
  return size >= 1e4 ? `${+(value / 1e3).toFixed(1)}K` : String(value)
}
