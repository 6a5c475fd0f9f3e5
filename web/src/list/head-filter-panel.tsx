import { useQuery } from '@tanstack/react-query'
import { type AnyTable, type Column, listCalls } from '@usance/wire/list'
import { type FormEvent, type ReactNode, useState } from 'react'
import { figureOf } from '../form/number-input.ts'
import { NumberText } from '../form/number-text.tsx'
import { send } from '../http/client.ts'
import { useText } from '../i18n/i18n.ts'
import { Button } from '../ui/button.tsx'
import { DateInput } from '../ui/date-input.tsx'
import { displayZone, formatCount, formatDate } from '../ui/format.ts'
import { debounces, useDebounced } from './appended.ts'
import { bigPage } from './browser-export.ts'
import { limitsOf, soundFigures, soundMonths } from './column-kind.ts'
import { filtersOf, toQuery } from './conditions.ts'
import type { Draft } from './draft.ts'
import { InstantRange } from './fields.tsx'
import type { HeadFilters } from './head-filters.ts'
import { MonthText } from './month-text.tsx'
import { soundNumbers } from './numbers.ts'
import { relativeWords } from './quick-range.ts'
import { ChosenRange, QuickRanges } from './quick-ranges.tsx'
import { TextCondition } from './text-condition.tsx'
import { choiceText, titleOf } from './titles.ts'

type Props = { list: AnyTable; name: string; column: Column; head: HeadFilters; close: () => void }
type BodyProps = Props & { draft: Draft; set: (name: string, value: string | string[]) => void }

/** The filter of one column: its values to choose, from and to, days or months. Query applies and closes, so does reset. */
export default function HeadFilterPanel(props: Props) {
  const { name, column, head, close } = props
  const text = useText()
  const [draft, setDraft] = useState<Draft>({ ...head.filters })
  const set = (key: string, value: string | string[]) => setDraft((now) => ({ ...now, [key]: value }))
  const apply = (next: Draft) => {
    const kept = Object.entries(next)
      .map(([key, value]) => [key, Array.isArray(value) ? value : value.trim()] as const)
      .filter(([, value]) => value.length > 0)
    head.apply(Object.fromEntries(kept))
    close()
  }
  const submit = (event: FormEvent) => {
    event.preventDefault()
    event.stopPropagation()
    // A month half typed is no condition.
    const settled = column.month ? soundMonths([[name, column]], draft) : soundFigures([[name, column]], draft)
    if (settled) apply(soundNumbers([[name, column]], settled))
  }
  const reset = () => {
    const { [name]: _value, [`${name}Begin`]: _begin, [`${name}End`]: _end, ...rest } = head.filters
    apply(rest)
  }
  const Body = bodies[column.kind]
  return (
    <form onSubmit={submit} className="head-filter-form">
      <Body {...props} draft={draft} set={set} />
      <div className="head-filter-buttons">
        <Button small onClick={reset}>
          {text('common.reset')}
        </Button>
        <Button small look="solid" type="submit">
          {text('common.search')}
        </Button>
      </div>
    </form>
  )
}

const one = (value: string | string[] | undefined): string => (Array.isArray(value) ? (value[0] ?? '') : (value ?? ''))

/** How many values of a completion are drawn; typing narrows them. */
const drawnValues = 200

function TextFilter({ list, name, column, head, draft, set }: BodyProps) {
  const text = useText()
  const typed = one(draft[name])
  const isSeveral = [draft[name] ?? ''].flat().length > 1
  const asked = useDebounced(typed.trim(), debounces.autocomplete)
  const { data = [], isFetching } = useQuery({
    queryKey: ['list', list.id, 'values', name, asked, head.filters, head.fixed],
    queryFn: async ({ signal }) => {
      if ('valuesOf' in head)
        return [...new Set(head.valuesOf(name))].filter((value) => value.toLowerCase().startsWith(asked.toLowerCase()))
      const { [name]: _own, ...others } = head.filters
      const conditions = { page: 1, size: bigPage, sorter: null, filters: filtersOf(others) }
      const { filterFields } = toQuery(list, conditions, head.fixed)
      const body = {
        pageNum: 1,
        pageSize: bigPage,
        filterByField: name,
        filterFields: { ...filterFields, ...(asked ? { [name]: `${asked}*` } : {}) },
      }
      const answer = await send(listCalls(head.asked).pageList, { body }, { quiet: true, signal })
      return (answer.list ?? []).map((row) => String(row[name] ?? '')).filter(Boolean)
    },
    enabled: !isSeveral,
    staleTime: 0,
  })
  const title = titleOf(list, name)
  return (
    <>
      <TextCondition
        data-autofocus
        aria-label={title}
        column={column}
        value={draft[name]}
        autoComplete="off"
        onValue={(value) => set(name, value)}
      />
      <ul className="head-filter-values" hidden={isSeveral} aria-busy={isFetching} aria-label={title}>
        {data.slice(0, drawnValues).map((value: string) => (
          <li key={value}>
            <button
              type="button"
              className={value === typed ? 'is-chosen' : undefined}
              aria-pressed={value === typed}
              onClick={() => set(name, value)}
            >
              {value}
            </button>
          </li>
        ))}
        {data.length > drawnValues && (
          <li className="muted">{text('table.more', { count: formatCount(data.length - drawnValues) })}</li>
        )}
        {!isFetching && data.length === 0 && <li className="muted">{text('table.noOptions')}</li>}
      </ul>
    </>
  )
}

function ChoiceFilter({ list, name, column, draft, set }: BodyProps) {
  const text = useText()
  const options: [string, string][] =
    column.kind === 'boolean'
      ? [
          ['true', text('common.yes')],
          ['false', text('common.no')],
        ]
      : (column.choices ?? []).map((value) => [value, choiceText(list, name, value)])
  const chosen = [draft[name] ?? []].flat()
  const several = column.kind === 'choice'
  return (
    <div className="head-filter-choices">
      {options.map(([value, label]) => (
        <label key={value} className="check">
          <input
            type={several ? 'checkbox' : 'radio'}
            name={`filter-${name}`}
            checked={chosen.includes(value)}
            onChange={(event) =>
              set(name, !several ? value : event.target.checked ? [...chosen, value] : chosen.filter((other) => other !== value))
            }
          />
          {label}
        </label>
      ))}
    </div>
  )
}

/** From and to; nothing below zero unless the column says so, and "to" never below "from". */
function NumberFilter({ name, column, draft, set }: BodyProps) {
  const text = useText()
  const [from, to] = [one(draft[`${name}Begin`]), one(draft[`${name}End`])]
  const limits = limitsOf(column)
  const setFrom = (value: string) => {
    set(`${name}Begin`, value)
    const sound = soundFigures([[name, column]], { ...draft, [`${name}Begin`]: value })
    if (sound) set(`${name}End`, one(sound[`${name}End`]))
  }
  return (
    <>
      <div className="head-filter-label">
        {text('table.min')}
        <NumberText
          nearest
          label={text('table.min')}
          autoFocus
          value={from}
          {...limits}
          onChange={(value) => set(`${name}Begin`, value)}
          onSettle={setFrom}
        />
      </div>
      <div className="head-filter-label">
        {text('table.max')}
        <NumberText
          nearest
          label={text('table.max')}
          value={to}
          {...limits}
          {...(figureOf(from, limits) ? { min: figureOf(from, limits) } : {})}
          onChange={(value) => set(`${name}End`, value)}
        />
      </div>
    </>
  )
}

function DateFilter(props: BodyProps) {
  const { list, name, column, head, draft, set } = props
  const text = useText()
  const { data } = useQuery({
    queryKey: ['list', list.id, 'range', name, head.fixed],
    queryFn: async ({ signal }) => {
      if ('valuesOf' in head) {
        const days = [...head.valuesOf(name)].filter(Boolean).sort()
        return { minTime: days[0], maxTime: days.at(-1) }
      }
      const body = { pageNum: 1, pageSize: 1, filterFields: head.fixed ?? {}, dateFilterByField: name }
      return await send(listCalls(head.asked).pageList, { body }, { quiet: true, signal })
    },
    staleTime: 0,
  })
  const bounds = { first: dayOf(data?.minTime, column), last: dayOf(data?.maxTime, column) }
  const [begin, end] = [one(draft[`${name}Begin`]), one(draft[`${name}End`])]
  const setBoth = (from: string, to: string) => {
    set(`${name}Begin`, from)
    set(`${name}End`, to)
  }
  const quick = <QuickRanges key="quick" begin={begin} end={end} set={setBoth} />
  const relative = relativeWords(draft, name, formatDate)
  if (relative)
    return (
      <>
        <ChosenRange title={titleOf(list, name)} words={relative} onClear={() => setBoth('', '')} />
        {quick}
      </>
    )
  if (column.month) return <MonthFilter {...props} bounds={bounds} />
  if (column.seconds) return <InstantRange list={list} name={name} column={column} draft={draft} set={set} />
  const outside = (day: string) =>
    (bounds.first !== undefined && day < bounds.first) || (bounds.last !== undefined && day > bounds.last)
  const part = (edge: 'Begin' | 'End', value: string, closed: (day: string) => boolean): ReactNode => (
    <div className="head-filter-label">
      {text(edge === 'Begin' ? 'common.from' : 'common.to')}
      <DateInput
        value={value}
        label={text(edge === 'Begin' ? 'common.from' : 'common.to')}
        isDisabled={(day) => outside(day) || closed(day)}
        onPick={(day) => set(`${name}${edge}`, day)}
        onClear={() => set(`${name}${edge}`, '')}
        onFault={() => set(`${name}${edge}`, '')}
      />
    </div>
  )
  return (
    <>
      {part('Begin', begin.slice(0, 10), (day) => end !== '' && day > end.slice(0, 10))}
      {part('End', end.slice(0, 10), (day) => begin !== '' && day < begin.slice(0, 10))}
      {quick}
      {bounds.first && bounds.last && (
        <p className="muted head-filter-bounds">
          {formatDate(bounds.first)} – {formatDate(bounds.last)}
        </p>
      )}
    </>
  )
}

/** Months as YYYY-MM, from the start of the first to the end of the last. */
function MonthFilter({ name, draft, set, bounds }: BodyProps & { bounds: { first?: string; last?: string } }) {
  const text = useText()
  const isWithin = (month: string) =>
    (!bounds.first || month >= bounds.first.slice(0, 7)) && (!bounds.last || month <= bounds.last.slice(0, 7))
  return (['Begin', 'End'] as const).map((edge) => {
    const label = text(edge === 'Begin' ? 'common.from' : 'common.to')
    return (
      <div className="head-filter-label" key={edge}>
        {label}
        <MonthText
          label={label}
          value={one(draft[`${name}${edge}`])}
          onChange={(value) => set(`${name}${edge}`, value)}
          isAllowed={isWithin}
        />
      </div>
    )
  })
}

/** The calendar day of a bound in the user's zone. */
function dayOf(value: string | null | undefined, column: Column): string | undefined {
  if (!value) return undefined
  if (column.kind === 'date') return value.slice(0, 10)
  return new Date(new Date(value).getTime() + displayZone() * 3_600_000).toISOString().slice(0, 10)
}

const bodies: Record<Column['kind'], (props: BodyProps) => ReactNode> = {
  text: TextFilter,
  choice: ChoiceFilter,
  boolean: ChoiceFilter,
  money: NumberFilter,
  percent: NumberFilter,
  number: NumberFilter,
  date: DateFilter,
  dateTime: DateFilter,
}
