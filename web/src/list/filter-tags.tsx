import { type AnyTable, conditionColumns } from '@usance/wire/list'
import { useText } from '../i18n/i18n.ts'
import { Icon } from '../ui/icons.tsx'
import { filterValues } from './conditions.ts'
import { fieldOf } from './fields.tsx'
import { titleOf } from './titles.ts'
import type { ConditionState } from './use-conditions.ts'

type Props = {
  list: AnyTable
  state: ConditionState
  /** Takes a view out of the address that there is not. */
  forgetView?: (() => void) | undefined
  /** Asks again for a view that the address names and that could not be loaded. */
  retryView?: (() => void) | undefined
}

/** The conditions in force, each removable, and what the address asks for in vain. */
export function FilterTags({ list, state, forgetView, retryView }: Props) {
  const text = useText()
  const filters = filterValues(state.conditions.filters)
  const active = conditionColumns(list).filter(([name]) => filters[name] || filters[`${name}Begin`] || filters[`${name}End`])
  const strange = Object.entries(state.strange?.conditions ?? {})
  if (active.length === 0 && strange.length === 0 && !forgetView && !retryView) return null
  const remove = (name: string) => {
    const { [name]: _value, [`${name}Begin`]: _begin, [`${name}End`]: _end, ...rest } = filters
    state.search(rest)
  }
  return (
    <ul className="filter-tags">
      {active.map(([name, column]) => (
        <li key={name} className="filter-tag">
          <span>{titleOf(list, name)}:</span> {fieldOf(column.kind).tag(list, name, filters)}
          <button
            type="button"
            aria-label={text('table.removeFilter', { title: titleOf(list, name) })}
            onClick={() => remove(name)}
          >
            <Icon name="close" size={11} strokeWidth={2.2} />
          </button>
        </li>
      ))}
      {forgetView && (
        <li className="filter-tag is-strange">
          <em>{text('views.gone')}</em>
          <button type="button" aria-label={text('views.forget')} onClick={forgetView}>
            <Icon name="close" size={11} strokeWidth={2.2} />
          </button>
        </li>
      )}
      {retryView && (
        <li className="filter-tag is-strange">
          <em>{text('views.unread')}</em>
          <button type="button" aria-label={text('common.retry')} title={text('common.retry')} onClick={retryView}>
            <Icon name="reload" size={11} strokeWidth={2.2} />
          </button>
        </li>
      )}
      {strange.map(([name, value]) => (
        <li key={name} className="filter-tag is-strange" title={text('table.strangeFilter', { name })}>
          <span>{name}:</span> {value} <em>{text('table.strange')}</em>
          <button
            type="button"
            aria-label={text('table.removeFilter', { title: name })}
            onClick={() => state.strange?.forget(name)}
          >
            <Icon name="close" size={11} strokeWidth={2.2} />
          </button>
        </li>
      ))}
      {active.length > 1 && (
        <li>
          <button type="button" className="link-button" onClick={() => state.search({})}>
            {text('table.clear')}
          </button>
        </li>
      )}
    </ul>
  )
}
