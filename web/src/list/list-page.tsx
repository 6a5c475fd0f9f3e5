import { useQueryClient } from '@tanstack/react-query'
import type { AnyList, ListQuery, Row } from '@usance/wire/list'
import { type ReactNode, useCallback, useEffect, useMemo, useRef, useState } from 'react'
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
import { useColumns } from './use-columns.ts'
import { useConditions } from './use-conditions.ts'
import { useConfigured } from './use-configured.ts'
import { useLastPage } from './use-last-page.ts'
import { type Fixed, rowsKey, useRows, useTotals } from './use-rows.ts'
import { useViews } from './use-views.ts'
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
  selection?: boolean | ((row: Row<L>) => string | undefined)
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
export function ListPage<L extends AnyList>({
  list: declared,
  title,
  cells,
  rowActions,
  toolbar,
  selection,
  fixed,
  empty,
  above,
  sequence,
  onRows,
}: ListPageProps<L>) {
  const text = useText()
  const list = useConfigured(declared)
  const state = useConditions(list)
  const { conditions, change } = state
  const views = useViews(list, fixed !== undefined)
  const columns = useColumns(list, declared, views.current, views.openings)
  const answer = useRows(list, state, fixed, views.isWaiting)
  const isTurning = useLastPage(state, answer)
  const phone = useMedia('(max-width: 575.98px)')
  const totals = useTotals(list, state, fixed, (answer.shown?.total ?? 0) > 0)
  const reload = useReload(list)
  const [selected, select] = useState<ReadonlyMap<string, Row<L>>>(new Map())
  // By what it says: an address that changed elsewhere, say for a panel, asks for the same rows.
  const asked = JSON.stringify(conditions)
  // biome-ignore lint/correctness/useExhaustiveDependencies: another search or page starts a new selection
  useEffect(() => select(new Map()), [asked])
  const rows = answer.shown?.rows
  const reasonOf = typeof selection === 'function' ? selection : undefined
  const mayStay = useRef(reasonOf)
  mayStay.current = reasonOf
  useEffect(() => {
    if (rows) select((now) => stillSelected(now, rows, mayStay.current))
  }, [rows])

  const told = useRef(onRows)
  told.current = onRows
  const isOfBefore = answer.isPlaceholderData || answer.isError
  useEffect(() => {
    if (answer.shown && !isOfBefore) told.current?.({ ...answer.shown, query: toQuery(list, conditions, fixed, state.isEqual) })
  }, [answer.shown, isOfBefore, list, conditions, fixed, state.isEqual])

  const toggle = useCallback(
    (rows: readonly Row<L>[], on: boolean) =>
      select((now) => {
        const next = new Map(now)
        for (const row of rows) on ? next.set(row.id, row) : next.delete(row.id)
        return next
      }),
    [],
  )
  const choice = useMemo<Selection<Row<L>> | undefined>(
    () =>
      selection
        ? {
            ids: new Set(selected.keys()),
            toggle,
            reason: reasonOf,
          }
        : undefined,
    [selection, selected, toggle, reasonOf],
  )
  const hasFilters = conditions.filters.length > 0
  const titleKey = `list.${list.id}.title`
  const heading = title ?? text(hasText(titleKey) ? titleKey : 'common.result')
  const notesKey = `list.${list.id}.notes`
  // The meaning of the figures, and the rows that the totals leave out.
  const notes = Object.values(totals).some((sums) => sums.length > 0)
    ? [
        ...(hasText(notesKey) ? [text(notesKey)] : []),
        ...(list.uncounted ? [text('table.uncounted', { words: uncountedWords(list, list.uncounted) })] : []),
      ]
    : []
  const shown = useMemo(() => (phone ? columns.shown.slice(0, phoneColumns) : columns.shown), [phone, columns.shown])
  return (
    <div className="list-page">
      <SearchForm list={list} state={state} />
      {above}
      <section className="panel results" aria-label={heading}>
        <header className="results-head">
          <h1>{heading}</h1>
          {answer.shown && (
            <span className="results-count">{text('table.total', { total: formatCount(answer.shown.total) })}</span>
          )}
          {selected.size > 0 && <span className="results-selected">{text('table.selected', { count: selected.size })}</span>}
          <div className="results-tools">
            {typeof toolbar === 'function' ? toolbar([...selected.values()], reload) : toolbar}
            <ViewMenu list={list} conditions={conditions} columns={columns} views={views} />
            <ExportButton list={list} state={state} columns={columns} fixed={fixed} title={heading} />
            {!phone && <ColumnChooser list={list} columns={columns} />}
          </div>
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
            cells={cells}
            rowActions={rowActions}
            selection={choice}
            head={phone ? undefined : { filters: filterValues(conditions.filters), apply: state.search, fixed, asked: list }}
            sequenceFrom={sequence || columns.isNumbered ? (conditions.page - 1) * conditions.size + 1 : undefined}
            empty={
              hasFilters ? (
                <Empty title={text('table.noMatch')} text={text('table.noMatchText')} />
              ) : (
                <Empty
                  text={
                    empty?.title || empty?.text ? [empty.title, empty.text].filter(Boolean).join(' – ') : text('table.emptyText')
                  }
                  action={empty?.action}
                />
              )
            }
          />
        )}
        {notes.length > 0 && (
          <div className="results-notes muted">
            {notes.map((note) => (
              <p key={note}>{note}</p>
            ))}
          </div>
        )}
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

/** The statuses that totals leave out, in words. */
const uncountedWords = (list: AnyList, { column, values }: NonNullable<AnyList['uncounted']>) =>
  new Intl.ListFormat(language(), { type: 'conjunction', style: 'narrow' }).format(
    values.map((value) => choiceText(list, column, value)),
  )

/**
 * What stays selected when the rows of the page have come again: each as it is now, without those that are gone or that may no
 * longer be selected. Otherwise "Submit 3" would stay after the three were submitted.
 */
export function stillSelected<R extends { id: string }>(
  selected: ReadonlyMap<string, R>,
  rows: readonly R[],
  reasonNot: ((row: R) => string | undefined) | undefined,
): ReadonlyMap<string, R> {
  if (selected.size === 0) return selected
  return new Map(rows.filter((row) => selected.has(row.id) && !reasonNot?.(row)).map((row) => [row.id, row]))
}

/** Loads a list again wherever it is on screen, say after an action. */
export function useReload(list: AnyList): () => void {
  const queries = useQueryClient()
  return useCallback(() => void queries.invalidateQueries({ queryKey: rowsKey(list) }), [queries, list])
}
