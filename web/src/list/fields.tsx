import { type AnyTable, type Column, type Kind, listSeparator } from '@usance/wire/list'
import type { ReactNode } from 'react'
import { NumberText } from '../form/number-text.tsx'
import { t } from '../i18n/i18n.ts'
import { DateInput } from '../ui/date-input.tsx'
import { groupThousands } from '../ui/decimal.ts'
import { dash, formatAmount, formatCount, formatDate, formatDateTime, formatRatePct, orDash } from '../ui/format.ts'
import { Money } from '../ui/money.tsx'
import { MultiSelect, Select } from '../ui/select.tsx'
import { StatusTag } from '../ui/status-tag.tsx'
import { isStatus } from '../ui/status-tone.ts'
import { limitsOf, soundFigures } from './column-kind.ts'
import type { Draft } from './draft.ts'
import { MonthText } from './month-text.tsx'
import { relativeWords } from './quick-range.ts'
import { ChosenRange, QuickRanges } from './quick-ranges.tsx'
import { TextCondition } from './text-condition.tsx'
import { choiceText, codesWritten, titleOf } from './titles.ts'

type Cell = { list: AnyTable; name: string; column: Column; value: unknown; row: Readonly<Record<string, unknown>> }
/** The text of a value; nothing stays nothing. */
const textOf = (value: unknown): string | undefined => (value === null || value === undefined ? undefined : String(value))
type SearchProps = {
  list: AnyTable
  name: string
  column: Column
  draft: Draft
  set: (name: string, value: string | string[]) => void
}
type Field = {
  cell: (cell: Cell) => ReactNode
  /** Figures stand on the right. */
  alignEnd?: boolean
  Search: (props: SearchProps) => ReactNode
  /** The text of a filter tag. */
  tag: (list: AnyTable, name: string, draft: Draft) => string
  /** The text of an exported cell. */
  exported: (cell: Cell) => string
}

const one = (value: string | string[] | undefined): string => (Array.isArray(value) ? value.join(', ') : (value ?? ''))
const rangeTag = (show: (value: string) => string) => (_list: AnyTable, name: string, draft: Draft) => {
  const [begin, end] = [one(draft[`${name}Begin`]), one(draft[`${name}End`])]
  return begin && end ? `${show(begin)} – ${show(end)}` : begin ? `≥ ${show(begin)}` : `≤ ${show(end)}`
}

/** A condition on days: its relative days by their names, the others as days. */
const daysTag =
  (show: (list: AnyTable, name: string, value: string) => string): Field['tag'] =>
  (list, name, draft) => {
    const shown = (value: string) => show(list, name, value)
    return relativeWords(draft, name, shown) ?? rangeTag(shown)(list, name, draft)
  }

function TextSearch({ list, name, column, draft, set }: SearchProps) {
  return (
    <TextCondition
      id={`search-${name}`}
      aria-label={titleOf(list, name)}
      column={column}
      value={draft[name]}
      onValue={(value) => set(name, value)}
    />
  )
}

/** How many of several texts a tag names; it counts the others. */
const namedTexts = 3
function textTag(_list: AnyTable, name: string, draft: Draft): string {
  const values = [draft[name] ?? ''].flat()
  if (values.length <= namedTexts) return values.join(', ')
  const words = values.slice(0, namedTexts).join(', ')
  return t('table.andMore', { words, count: formatCount(values.length - namedTexts) })
}

/** From and to; nothing below zero unless the column says so, and "to" never below "from". */
function NumberRange({ list, name, column, draft, set }: SearchProps) {
  const limits = limitsOf(column)
  const settle = (edge: 'Begin' | 'End', value: string) => {
    const sound = soundFigures([[name, column]], { ...draft, [`${name}${edge}`]: value })
    if (sound) set(`${name}End`, one(sound[`${name}End`]))
  }
  const bound = (end: 'Begin' | 'End') => (
    <NumberText
      {...limits}
      nearest
      placeholder={t(end === 'Begin' ? 'common.from' : 'common.to')}
      label={`${titleOf(list, name)} ${t(end === 'Begin' ? 'common.from' : 'common.to')}`}
      value={one(draft[`${name}${end}`])}
      onChange={(value) => set(`${name}${end}`, value)}
      onSettle={(value) => settle(end, value)}
    />
  )
  return (
    <span className="range">
      {bound('Begin')}
      <span className="range-to">–</span>
      {bound('End')}
    </span>
  )
}

/** Months as YYYY-MM, from the start of the first to the end of the last. */
function MonthRange({ list, name, draft, set }: SearchProps) {
  const bound = (edge: 'Begin' | 'End') => (
    <MonthText
      label={`${titleOf(list, name)} ${t(edge === 'Begin' ? 'common.from' : 'common.to')}`}
      value={one(draft[`${name}${edge}`])}
      onChange={(value) => set(`${name}${edge}`, value)}
    />
  )
  return (
    <span className="range">
      {bound('Begin')}
      <span className="range-to">–</span>
      {bound('End')}
    </span>
  )
}

/** An instant as `YYYY-MM-DD HH:mm:ss`, for columns whose conditions keep their seconds. */
export function InstantRange({ list, name, draft, set }: SearchProps) {
  return (
    <span className="range">
      {(['Begin', 'End'] as const).map((edge) => (
        <input
          key={edge}
          type="datetime-local"
          step={1}
          aria-label={`${titleOf(list, name)} ${t(edge === 'Begin' ? 'common.from' : 'common.to')}`}
          value={one(draft[`${name}${edge}`]).replace(' ', 'T')}
          onChange={({ target: { value } }) => set(`${name}${edge}`, value.replace('T', ' ').replace(/^(.{16})$/, '$1:00'))}
        />
      ))}
    </span>
  )
}

function DateRange(props: SearchProps) {
  const { list, name, column, draft, set } = props
  const title = titleOf(list, name)
  const setBoth = (begin: string, end: string) => {
    set(`${name}Begin`, begin)
    set(`${name}End`, end)
  }
  const relative = relativeWords(draft, name, formatDate)
  if (relative) return <ChosenRange id={`search-${name}`} title={title} words={relative} onClear={() => setBoth('', '')} />
  if (column.seconds) return <InstantRange {...props} />
  if (column.month) return <MonthRange {...props} />
  const [begin, end] = [one(draft[`${name}Begin`]), one(draft[`${name}End`])]
  const below = (close: () => void) => (
    <QuickRanges
      begin={begin}
      end={end}
      set={(from, to) => {
        setBoth(from, to)
        close()
        // The field from which it was chosen is gone; the keyboard stays at its place.
        requestAnimationFrame(() => document.getElementById(`search-${name}`)?.focus())
      }}
    />
  )
  return (
    <span className="range range-dates">
      <DateInput
        bare
        value={begin}
        placeholder={t('common.from')}
        label={`${title} ${t('common.from')}`}
        isDisabled={(day) => end !== '' && day > end}
        below={below}
        onPick={(day) => set(`${name}Begin`, day)}
        onClear={() => set(`${name}Begin`, '')}
        onFault={() => set(`${name}Begin`, '')}
      />
      <span className="range-to">–</span>
      <DateInput
        bare
        value={end}
        placeholder={t('common.to')}
        label={`${title} ${t('common.to')}`}
        isDisabled={(day) => begin !== '' && day < begin}
        below={below}
        onPick={(day) => set(`${name}End`, day)}
        onClear={() => set(`${name}End`, '')}
        onFault={() => set(`${name}End`, '')}
      />
    </span>
  )
}

function ChoiceSearch({ list, name, column, draft, set }: SearchProps) {
  const options = (column.choices ?? []).map((value) => ({ value, label: choiceText(list, name, value) }))
  const value = draft[name]
  if (!column.multiple)
    return (
      <Select
        id={`search-${name}`}
        label={titleOf(list, name)}
        options={options}
        value={one(value)}
        onChange={(next) => set(name, next)}
      />
    )
  return (
    <MultiSelect
      label={titleOf(list, name)}
      options={options}
      value={Array.isArray(value) ? value : value ? [value] : []}
      onChange={(next) => set(name, next)}
    />
  )
}

/** The words of a choice, or of each where a cell holds several. */
const choiceWords = ({ list, name, column, value }: Cell) =>
  (column.several ? String(value).split(listSeparator) : [String(value)])
    .map((one) => choiceText(list, name, one))
    .join(listSeparator)

const textCell = ({ list, name, column, value }: Cell) =>
  orDash(column.codes && typeof value === 'string' ? codesWritten(list, name, column, value) : value)

/** The currency of an amount, from the column that holds it. */
const currencyOf = ({ row, column }: Cell) => textOf(row[column.currency ?? 'currency'])

const yesNo = (value: unknown) =>
  value === true || value === 'true' || value === 1
    ? t('common.yes')
    : value === false || value === 'false' || value === 0
      ? t('common.no')
      : dash

/** A day, or its month YYYY-MM in a column of months. */
const dayOrMonth = (column: Column | undefined, value: string | undefined): string =>
  column?.month && value ? value.slice(0, 7) : formatDate(value)

/** How each kind of value looks in a cell, in a search form, in a filter tag and in an export. */
export const fields: Record<Kind, Field> = {
  text: {
    cell: textCell,
    Search: TextSearch,
    tag: textTag,
    exported: textCell,
  },
  money: {
    alignEnd: true,
    cell: (cell) => <Money amount={textOf(cell.value)} currency={currencyOf(cell)} />,
    Search: NumberRange,
    tag: rangeTag(groupThousands),
    exported: (cell) => formatAmount(textOf(cell.value), currencyOf(cell)),
  },
  percent: {
    alignEnd: true,
    cell: ({ value }) => formatRatePct(textOf(value)),
    Search: NumberRange,
    tag: rangeTag(formatRatePct),
    exported: ({ value }) => formatRatePct(textOf(value)),
  },
  number: {
    alignEnd: true,
    cell: ({ value }) => formatCount(textOf(value)),
    Search: NumberRange,
    tag: rangeTag(groupThousands),
    exported: ({ value }) => orDash(value),
  },
  date: {
    cell: ({ column, value }) => dayOrMonth(column, textOf(value)),
    Search: DateRange,
    tag: daysTag((list, name, value) => dayOrMonth(list.columns[name], value)),
    exported: ({ column, value }) => dayOrMonth(column, textOf(value)),
  },
  dateTime: {
    cell: ({ value }) => formatDateTime(textOf(value)),
    Search: DateRange,
    // A condition of a column with seconds is the wall clock of the reader's zone already.
    tag: daysTag((_list, _name, value) =>
      value.length > 10 ? `${formatDate(value.slice(0, 10))} ${value.slice(11)}` : formatDate(value),
    ),
    exported: ({ value }) => formatDateTime(textOf(value)),
  },
  choice: {
    cell: (cell) =>
      !cell.value ? (
        <span className="muted">{dash}</span>
      ) : isStatus(String(cell.value)) ? (
        <StatusTag value={String(cell.value)} label={choiceWords(cell)} />
      ) : (
        choiceWords(cell)
      ),
    Search: ChoiceSearch,
    tag: (list, name, draft) =>
      [draft[name] ?? []]
        .flat()
        .map((value) => choiceText(list, name, value))
        .join(', '),
    exported: (cell) => (cell.value ? choiceWords(cell) : dash),
  },
  boolean: {
    cell: ({ value }) => yesNo(value),
    Search: ({ list, name, draft, set }) => (
      <Select
        id={`search-${name}`}
        label={titleOf(list, name)}
        value={one(draft[name])}
        options={[
          { value: 'true', label: t('common.yes') },
          { value: 'false', label: t('common.no') },
        ]}
        onChange={(next) => set(name, next)}
      />
    ),
    tag: (_list, name, draft) => yesNo(draft[name]),
    exported: ({ value }) => yesNo(value),
  },
}

/** How a kind of value is shown, searched and exported; a kind nobody registered is an error that names it. */
export function fieldOf(kind: string): Field {
  if (!Object.hasOwn(fields, kind)) throw new Error(`Unknown component: ${kind}`)
  return fields[kind as Kind]
}
