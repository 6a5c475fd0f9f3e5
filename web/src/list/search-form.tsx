import type { AnyTable } from '@usance/wire/list'
import { type FormEvent, useEffect, useRef, useState } from 'react'
import { useText } from '../i18n/i18n.ts'
import { Button } from '../ui/button.tsx'
import { useMedia } from '../ui/use-media.ts'
import { soundFigures, soundMonths } from './column-kind.ts'
import { filterValues, searchColumns } from './conditions.ts'
import type { Draft } from './draft.ts'
import { fieldOf } from './fields.tsx'
import { soundNumbers } from './numbers.ts'
import { titleOf } from './titles.ts'
import type { ConditionState } from './use-conditions.ts'

const firstFew = 5
/** On a phone five fields would push the rows off the screen. */
const firstFewOnPhones = 2

/** Returns the draft with each condition that differs between what was applied before and what is applied now. */
export function withApplied(draft: Draft, before: Draft, now: Draft): Draft {
  const names = new Set([...Object.keys(before), ...Object.keys(now)])
  const changed = [...names].filter((name) => JSON.stringify(before[name]) !== JSON.stringify(now[name]))
  const kept = Object.entries(draft).filter(([name]) => !changed.includes(name))
  return Object.fromEntries([...kept, ...changed.flatMap((name) => (now[name] === undefined ? [] : [[name, now[name]]]))])
}

/** The query form: three to a row; more than five conditions fold away. Texts are trimmed, empty ones left out. */
export function SearchForm({ list, state }: { list: AnyTable; state: ConditionState }) {
  const text = useText()
  const [draft, setDraft] = useState<Draft>(() => ({ ...filterValues(state.conditions.filters) }))
  const [expanded, setExpanded] = useState(false)
  // A sort or another page leaves what is typed and not yet searched for; a filter of a column replaces its own condition alone.
  const applied = useRef<Draft>(filterValues(state.conditions.filters))
  useEffect(() => {
    const before = applied.current
    applied.current = filterValues(state.conditions.filters)
    setDraft((now) => withApplied(now, before, applied.current))
  }, [state.conditions.filters])

  const few = useMedia('(max-width: 575.98px)') ? firstFewOnPhones : firstFew
  const controls = searchColumns(list).filter(([, column]) => column.search)
  if (controls.length === 0) return null
  const shown = expanded ? controls : controls.slice(0, few)
  const submit = (event: FormEvent) => {
    event.preventDefault()
    const figures = soundFigures(controls, draft)
    if (!figures) return
    const sound = soundNumbers(controls, soundMonths(controls, figures))
    const trimmed = Object.entries(sound).map(([name, value]) => [name, Array.isArray(value) ? value : value.trim()] as const)
    state.search(Object.fromEntries(trimmed.filter(([, value]) => value.length > 0)))
  }
  return (
    // biome-ignore lint/a11y/useSemanticElements: the form itself is the search landmark
    <form className="search-form panel" onSubmit={submit} role="search">
      {shown.map(([name, column]) => {
        const { Search } = fieldOf(column.kind)
        return (
          <div className="search-field" key={name}>
            <label htmlFor={`search-${name}`}>{titleOf(list, name)}</label>
            <Search
              list={list}
              name={name}
              column={column}
              draft={draft}
              set={(key, value) => setDraft((now) => ({ ...now, [key]: value }))}
            />
          </div>
        )
      })}
      <div className="search-buttons">
        {controls.length > few && (
          <Button look="text" icon={expanded ? 'up' : 'down'} aria-expanded={expanded} onClick={() => setExpanded(!expanded)}>
            {text(expanded ? 'table.collapse' : 'table.expand')}
          </Button>
        )}
        <Button
          onClick={() => {
            setDraft({})
            state.search({})
          }}
        >
          {text('common.reset')}
        </Button>
        <Button look="solid" type="submit">
          {text('common.search')}
        </Button>
      </div>
    </form>
  )
}
