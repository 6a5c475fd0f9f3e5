import { useQueryClient } from '@tanstack/react-query'
import type { AnyList, ListQuery, Row } from '@usance/wire/list'
import { type ReactNode, useCallback, useEffect, useMemo, useRef } from 'react'
import { hasText, useText } from '../i18n/i18n.ts'
import { language } from '../i18n/language.ts'
import { Button } from '../ui/button.tsx'
import { Empty, Failed } from '../ui/empty.tsx'
import { formatCount } from '../ui/format.ts'
import { useMedia } from '../ui/use-media.ts'
import { ColumnChooser } from './column-chooser.tsx'
import { filterValues, toggleSort, toQuery } from './conditions.ts'
import { ExportButton } from './export-button.tsx'
import { FilterTags } from './filter-tags.tsx'
import { Pager } from './pager.tsx'
import { ResultTable, type Selection } from './result-table.tsx'
import type { RowAction } from './row-actions.tsx'
import { SearchForm } from './search-form.tsx'
import { choiceText } from './titles.ts'
import { type ListState, useList } from './use-list.ts'
import { type Fixed, rowsKey } from './use-rows.ts'
import { type Selectable, useSelection } from './use-selection.ts'
import { ViewMenu } from './view-menu.tsx'
import { genericScrollWidth } from './widths.ts'

export type ListPageProps<L extends AnyList> = {
  list: L
  /** The heading above the rows; `list.<id>.title` or 'Results' when left out. */
  title?: string
  /** Own content for some columns. */
  cells?: { [K in keyof L['columns'] & string]?: (row: Row<L>) => ReactNode }
  rowActions?: (row: Row<L>) => readonly RowAction[]
  /** Buttons above the table; given the selected rows and a way to load again. */
  toolbar?: ReactNode | ((selected: readonly Row<L>[], reload: () => void) => ReactNode)
  /** Rows may be selected; a function says why one may not. */
  selection?: Selectable<Row<L>>
  /** Filters that are always sent and never shown. */
  fixed?: Fixed
  /** What to say and to offer where there is nothing yet. */
  empty?: { title?: string; text?: string; action?: ReactNode }
  /** Content between search form and table, say a summary. */
  above?: ReactNode
  /** Numbers the rows in a column of their own. */
  sequence?: boolean
  /** Told of the rows on screen, of how many there are in all, and of what was asked for them. */
  onRows?: (shown: { rows: readonly Row<L>[]; total: number; query: ListQuery }) => void
}

const phoneColumns = 8

/** A whole list screen from one list value: search, tags, columns, export, rows, totals, pages. */
export function ListPage<L extends AnyList>(props: ListPageProps<L>) {
  const text = useText()
  const page = useList(props.list, props.fixed)
  const { list, state, views, answer } = page
  const { conditions, change } = state
  const phone = useMedia('(max-width: 575.98px)')
  // By what it says: an address that changed elsewhere, say for a panel, asks for the same rows.
  const { selected, choice } = useSelection(answer.shown?.rows, JSON.stringify(conditions), props.selection)
  useTold(props.onRows, page)
  const titleKey = `list.${list.id}.title`
  const heading = props.title ?? text(hasText(titleKey) ? titleKey : 'common.result')
  return (
    <div className="list-page">
      <SearchForm list={list} state={state} />
      {props.above}
      <section className="panel results" aria-label={heading}>
        <header className="results-head">
          <h1>{heading}</h1>
          {answer.shown && (
            <span className="results-count">{text('table.total', { total: formatCount(answer.shown.total) })}</span>
          )}
          {selected.size > 0 && <span className="results-selected">{text('table.selected', { count: selected.size })}</span>}
          <Tools page={page} toolbar={props.toolbar} selected={selected} heading={heading} phone={phone} />
        </header>
        <FilterTags
          list={list}
          state={state}
          forgetView={views.isGone ? () => views.name(undefined) : undefined}
          retryView={views.isUnread ? () => void views.reload() : undefined}
        />
        {answer.isError && answer.shown && (
          <p className="results-failed" role="status">
            {text('table.failed')}
            <Button small icon="reload" onClick={() => void answer.refetch()}>
              {text('common.retry')}
            </Button>
          </p>
        )}
        {answer.isError && !answer.shown ? (
          <Failed title={text('table.failed')} error={answer.error} onRetry={() => void answer.refetch()} />
        ) : (
          <Rows page={page} phone={phone} choice={choice} extras={props} />
        )}
        <Notes list={list} totals={page.totals} />
        {answer.shown && answer.shown.total > 0 && (
          <Pager
            page={conditions.page}
            size={conditions.size}
            total={answer.shown.total}
            onChange={(page, size) => change({ ...conditions, page, size })}
          />
        )}
      </section>
    </div>
  )
}

/** Tells of the rows on screen once they are those that were asked for. */
function useTold<L extends AnyList>(onRows: ListPageProps<L>['onRows'], { list, fixed, state, answer }: ListState<L>) {
  const told = useRef(onRows)
  told.current = onRows
  const { conditions, isEqual } = state
  const isOfBefore = answer.isPlaceholderData || answer.isError
  useEffect(() => {
    if (answer.shown && !isOfBefore) told.current?.({ ...answer.shown, query: toQuery(list, conditions, fixed, isEqual) })
  }, [answer.shown, isOfBefore, list, conditions, fixed, isEqual])
}

type ToolsProps<L extends AnyList> = {
  page: ListState<L>
  toolbar: ListPageProps<L>['toolbar']
  selected: ReadonlyMap<string, Row<L>>
  heading: string
  phone: boolean
}

/** The page's own buttons, and those of every list: views, export, columns. */
function Tools<L extends AnyList>({ page, toolbar, selected, heading, phone }: ToolsProps<L>) {
  const { list, fixed, state, views, columns } = page
  const reload = useReload(list)
  return (
    <div className="results-tools">
      {typeof toolbar === 'function' ? toolbar([...selected.values()], reload) : toolbar}
      <ViewMenu list={list} conditions={state.conditions} columns={columns} views={views} />
      <ExportButton list={list} state={state} columns={columns} fixed={fixed} title={heading} />
      {!phone && <ColumnChooser list={list} columns={columns} />}
    </div>
  )
}

type RowsProps<L extends AnyList> = {
  page: ListState<L>
  phone: boolean
  choice: Selection<Row<L>> | undefined
  /** What is special about this screen. */
  extras: Pick<ListPageProps<L>, 'cells' | 'rowActions' | 'sequence' | 'empty'>
}

/** The rows in the columns of the reader, or that there are none. */
function Rows<L extends AnyList>({ page, phone, choice, extras }: RowsProps<L>) {
  const { list, fixed, state, columns, answer, isTurning, totals } = page
  const { conditions, change } = state
  const shown = useMemo(() => (phone ? columns.shown.slice(0, phoneColumns) : columns.shown), [phone, columns.shown])
  return (
    <ResultTable
      list={list}
      columns={shown}
      rows={isTurning ? undefined : answer.shown?.rows}
      stale={answer.isPlaceholderData || answer.isError}
      sorter={conditions.sorter}
      onSort={(by) => change(toggleSort(conditions, by))}
      totals={totals}
      configured={list.isArranged}
      compact={columns.isCompact}
      scroll={list.fits ? undefined : genericScrollWidth}
      cells={extras.cells}
      rowActions={extras.rowActions}
      selection={choice}
      head={phone ? undefined : { filters: filterValues(conditions.filters), apply: state.search, fixed, asked: list }}
      sequenceFrom={extras.sequence || columns.isNumbered ? (conditions.page - 1) * conditions.size + 1 : undefined}
      empty={<Nothing isFiltered={conditions.filters.length > 0} empty={extras.empty} />}
    />
  )
}

/** That nothing matches, or that there is nothing yet and what to do about it. */
function Nothing({ isFiltered, empty }: { isFiltered: boolean; empty: ListPageProps<AnyList>['empty'] }) {
  const text = useText()
  if (isFiltered) return <Empty title={text('table.noMatch')} text={text('table.noMatchText')} />
  const words = [empty?.title, empty?.text].filter(Boolean).join(' – ')
  return <Empty text={words || text('table.emptyText')} action={empty?.action} />
}

/** The meaning of the figures, and the rows that the totals leave out. */
function Notes({ list, totals }: { list: AnyList; totals: Record<string, [string, string][]> }) {
  const text = useText()
  if (!Object.values(totals).some((sums) => sums.length > 0)) return null
  const notesKey = `list.${list.id}.notes`
  const notes = [
    ...(hasText(notesKey) ? [text(notesKey)] : []),
    ...(list.uncounted ? [text('table.uncounted', { words: uncountedWords(list, list.uncounted) })] : []),
  ]
  if (notes.length === 0) return null
  return (
    <div className="results-notes muted">
      {notes.map((note) => (
        <p key={note}>{note}</p>
      ))}
    </div>
  )
}

/** The statuses that totals leave out, in words. */
const uncountedWords = (list: AnyList, { column, values }: NonNullable<AnyList['uncounted']>) =>
  new Intl.ListFormat(language(), { type: 'conjunction', style: 'narrow' }).format(
    values.map((value) => choiceText(list, column, value)),
  )

/** Loads a list again wherever it is on screen, say after an action. */
export function useReload(list: AnyList): () => void {
  const queries = useQueryClient()
  return useCallback(() => void queries.invalidateQueries({ queryKey: rowsKey(list) }), [queries, list])
}
