import { skipToken, useQuery } from '@tanstack/react-query'
import { Select } from 'antd'
import { useState } from 'react'
import { useText } from '../i18n/i18n.ts'
import { debounces, type Paged, useAppended, useDebounced } from '../list/appended.ts'

/** Where a searching select finds its entries: `search` takes what was typed, a page counted from 1 and a size. */
export type SearchSource<T> = {
  key: readonly unknown[]
  search: (typed: string, page: number, size: number, signal: AbortSignal) => Promise<Paged<T>>
  optionOf: (row: T) => { value: string; label: string }
  /** The entry of a value that stands there before anything was searched. */
  standing?: (value: string, signal: AbortSignal) => Promise<T | null>
  /** Milliseconds after the last key; 350 when left out. */
  debounceMs?: number
}
type Props<T> = {
  source: SearchSource<T>
  value?: string
  onChange?: (value: string | undefined) => void
  onPick?: (row: T | undefined) => void
  /** What is chosen already, so that its words show before anything was searched. */
  initial?: T
  id?: string
  disabled?: boolean
  placeholder?: string
  'aria-label'?: string
}

const pageSize = 20

/** A select that asks the server after a pause in typing; more entries come while scrolling. */
export function SearchSelect<T>({ source, value, onChange, onPick, initial, id, disabled, placeholder, ...rest }: Props<T>) {
  const text = useText()
  const [typed, setTyped] = useState('')
  const [open, setOpen] = useState(false)
  const [picked, pick] = useState<T>()
  const asked = useDebounced(typed.trim(), source.debounceMs ?? debounces.search)
  const found = useAppended<T>({
    key: [...source.key, asked],
    load: (page, size, signal) => source.search(asked, page + 1, size, signal),
    idOf: (row) => source.optionOf(row).value,
    size: pageSize,
    enabled: open,
  })
  const rows = new Map<string, T>()
  for (const row of [...(initial && !asked ? [initial] : []), ...found.rows]) rows.set(source.optionOf(row).value, row)
  if (initial && value === source.optionOf(initial).value) rows.set(value, rows.get(value) ?? initial)
  const { standing } = source
  if (standing && picked && value === source.optionOf(picked).value) rows.set(value, picked)
  const asks = standing && value && !rows.has(value) ? { standing, value } : undefined
  const stands = useQuery({
    queryKey: ['standing', ...source.key, value],
    queryFn: asks ? ({ signal }) => asks.standing(asks.value, signal) : skipToken,
  })
  if (asks && stands.data) rows.set(asks.value, stands.data)
  const options = [...rows.values()].map(source.optionOf)
  // Nobody reads an id: until the words of the value are there, the field says so.
  if (asks && !stands.data)
    options.unshift({ value: asks.value, label: text(stands.isFetching ? 'common.loading' : 'common.error.load') })
  return (
    <Select
      id={id}
      aria-label={rest['aria-label']}
      value={value}
      disabled={disabled}
      showSearch={{ filterOption: false, onSearch: setTyped }}
      allowClear
      placeholder={placeholder ?? text('form.searchHint')}
      notFoundContent={found.busy ? text('common.loading') : found.failed ? text('common.error.network') : text('form.noMatch')}
      loading={found.busy}
      onOpenChange={setOpen}
      options={options}
      onPopupScroll={({ currentTarget: list }) => {
        if (list.scrollTop + list.clientHeight > list.scrollHeight - 40) found.more()
      }}
      onChange={(next) => {
        onChange?.(next)
        const row = next === undefined ? undefined : rows.get(next)
        pick(() => row)
        onPick?.(row)
      }}
    />
  )
}
