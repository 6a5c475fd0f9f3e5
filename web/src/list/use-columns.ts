import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import type { AnyTable, Column } from '@usance/wire/list'
import type { ListView } from '@usance/wire/list-view/calls'
import { sessionCalls } from '@usance/wire/session/calls'
import { useMemo, useState } from 'react'
import { sendOrTake, takeArrived } from '../http/ahead.ts'
import { send } from '../http/client.ts'
import { t } from '../i18n/i18n.ts'
import { sameUser } from '../session/mismatch.ts'
import { useMaybeSession } from '../session/session.ts'
import { sessionStore } from '../session/store.ts'
import { tableColumns, titleOf } from './titles.ts'

export type ChosenColumn = { key: string; column: Column; checked: boolean }
type Saved = { key: string; title: string; checked: boolean; seq: number; version?: string }[]
/** The key of the row numbers among saved columns; no column of a list has it. */
export const numbersKey = '#'
/** The key under which close rows are kept beside them. */
const compactKey = '='

/** A short fingerprint of the column keys; another one means that a new version changed the list. */
export function versionOf(list: AnyTable): string {
  let hash = 5381
  for (const letter of tableColumns(list)
    .map(([key]) => key)
    .join(' '))
    hash = ((hash * 33) ^ letter.charCodeAt(0)) >>> 0
  return hash.toString(36)
}

/** Saved choices laid over the declared columns: unknown keys are dropped, new columns go last. */
export function applySaved(list: AnyTable, saved: readonly Pick<Saved[number], 'key' | 'checked' | 'seq'>[]): ChosenColumn[] {
  const declared = tableColumns(list)
  const place = new Map(saved.map((one) => [one.key, one]))
  return declared
    .map(([key, column], index) => ({
      key,
      column,
      checked: column.kept || (place.get(key)?.checked ?? !column.hidden),
      at: place.get(key)?.seq ?? 1000 + (column.at ?? index),
    }))
    .sort((a, b) => a.at - b.at)
    .map(({ key, column, checked }) => ({ key, column, checked }))
}

/** What shows when the saved choice cannot be loaded: nothing is hidden. */
const everyColumn = (list: AnyTable): Saved =>
  tableColumns(list).map(([key], seq) => ({ key, title: titleOf(list, key), checked: true, seq }))

/** The saved choice as far as it was made for this version of the list; one that names none is kept. */
export const ofVersion = <S extends { version?: string }>(saved: readonly S[], version: string): readonly S[] =>
  saved.some((one) => one.version !== undefined && one.version !== version) ? [] : saved

export type ColumnState = {
  all: ChosenColumn[]
  shown: ChosenColumn[]
  /** Whether the rows are numbered in a column of their own. */
  isNumbered: boolean
  /** Whether the rows stand close; the user's own, whatever view is on. */
  isCompact: boolean
  setCompact: (isCompact: boolean) => void
  save: (next: readonly ChosenColumn[], isNumbered?: boolean) => void
  reset: () => void
}

/**
 * This user's choice and order of columns, kept by the server and remembered here so that tables do not jump. What an
 * administrator arranged comes before it and makes no new version of the list, or it would undo the choice of everybody.
 * While a view is on its columns apply; what is changed about them then is of this page alone until the view is saved,
 * or until one is opened again (`openings` counts that).
 */
export function useColumns(
  list: AnyTable,
  declared: AnyTable = list,
  view?: Pick<ListView, 'id' | 'columns'> | undefined,
  openings = 0,
): ColumnState {
  const user = useMaybeSession()?.user.id ?? ''
  const queries = useQueryClient()
  const queryKey = ['columns', user, list.id]
  const storageKey = `columns:${user}:${list.id}`
  const version = versionOf(declared)
  const remember = (saved: Saved) => sessionStore.write(storageKey, JSON.stringify({ version, saved }))
  const remembered = (): Saved | undefined => {
    try {
      const kept = JSON.parse(sessionStore.read(storageKey) ?? 'null')
      return kept?.version === version ? kept.saved : undefined
    } catch {
      return undefined
    }
  }
  const isOutdated = () => sessionStore.read(storageKey) !== null && remembered() === undefined
  const { data } = useQuery<Saved>({
    queryKey,
    queryFn: async ({ signal }) => {
      // When they cannot be loaded, every column shows.
      const saved: Saved = isOutdated()
        ? []
        : await sendOrTake(sessionCalls.columns, { params: { tableId: list.id } }, { quiet: true, signal }).catch(() =>
            everyColumn(list),
          )
      if (!signal.aborted) remember(saved)
      return saved
    },
    initialData: () => {
      const arrived = takeArrived(sessionCalls.columns, { params: { tableId: list.id } })
      if (!arrived || isOutdated()) return undefined
      remember(arrived.data)
      return arrived.data
    },
    placeholderData: remembered,
    staleTime: Number.POSITIVE_INFINITY,
  })
  const { mutate } = useMutation({
    mutationFn: (saved: Saved) => send(sessionCalls.saveColumns, { params: { tableId: list.id }, body: saved }),
    onMutate: async (saved) => {
      // An older answer that is still under way would undo the choice.
      await queries.cancelQueries({ queryKey })
      const before = queries.getQueryData<Saved>(queryKey) ?? []
      queries.setQueryData(queryKey, saved)
      remember(saved)
      return before
    },
    onError: (_error, _saved, before) => {
      queries.setQueryData(queryKey, before ?? [])
      remember(before ?? [])
    },
  })
  const keep = async (...change: Parameters<typeof mutate>) => {
    if (await sameUser()) mutate(...change)
  }
  const [changed, setChanged] = useState<Pick<ListView, 'id' | 'columns'> & { openings: number }>()
  const isChanged = changed && changed.id === view?.id && changed.openings === openings
  const ofView = isChanged ? changed.columns : view?.columns
  const saved = useMemo(() => ofView ?? ofVersion(data ?? [], version), [ofView, data, version])
  const all = useMemo(() => applySaved(list, saved), [list, saved])
  const isNumbered = saved.some((one) => one.key === numbersKey && one.checked)
  const isCompact = (data ?? []).some((one) => one.key === compactKey && one.checked)
  const closeness = (compact: boolean): Saved =>
    compact ? [{ key: compactKey, title: t('table.compact'), checked: true, seq: all.length + 1 }] : []
  // The same list of columns as long as the choice is the same, or every row would be drawn again with each answer.
  const shown = useMemo(() => all.filter((one) => one.checked), [all])
  return {
    all,
    shown,
    isNumbered,
    isCompact,
    setCompact: (compact) => void keep([...(data ?? []).filter((one) => one.key !== compactKey), ...closeness(compact)]),
    save: (next, numbered = isNumbered) => {
      const chosen = [
        ...next.map((one, seq) => ({ key: one.key, title: titleOf(list, one.key), checked: one.checked, seq, version })),
        ...(numbered ? [{ key: numbersKey, title: t('table.sequence'), checked: true, seq: next.length, version }] : []),
      ]
      if (view) setChanged({ id: view.id, openings, columns: chosen.map(({ key, checked, seq }) => ({ key, checked, seq })) })
      else void keep([...chosen, ...closeness(isCompact)])
    },
    reset: () =>
      view
        ? setChanged(undefined)
        : void keep(closeness(isCompact), { onSuccess: () => void queries.invalidateQueries({ queryKey }) }),
  }
}
