import type { AnyTable, Column } from '@usance/wire/list'
import { hasText, t } from '../i18n/i18n.ts'
import type { TextKey } from '../i18n/keys.ts'
import { language } from '../i18n/language.ts'

/** The title of a column: what an administrator called it, else `list.<id>.<column>`. */
export const titleOf = (list: AnyTable, name: string): string =>
  list.columns[name]?.label?.[language()] || t.of('list', `${list.id}.${name}`)

/** The words for a choice's value: the list's own, else a status, else a common word, else a role, else the value. */
export function choiceText(list: AnyTable | undefined, name: string, value: string): string {
  const key = [list && `list.${list.id}.${name}Choices.${value}`, `status.${value}`, `word.${value}`, `userRole.${value}`].find(
    (one): one is TextKey => !!one && hasText(one),
  )
  return key ? t(key) : value
}

/** A text with the codes in it written out. */
export const codesWritten = (list: AnyTable, name: string, column: Column, value: string): string =>
  value.replace(/\w+/g, (one) => (column.codes?.includes(one) ? choiceText(list, name, one) : one))

/** The columns a table may show, in declared order. */
export const tableColumns = (list: AnyTable): [string, Column][] =>
  Object.entries<Column>(list.columns).filter(([, column]) => !column.internal && !column.withheld)
