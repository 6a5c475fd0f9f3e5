import type { FieldConfig } from '@usance/domain/dynamic-form'
import type { AnyTable, Column, Kind } from '@usance/wire/list'
import { useMemo } from 'react'
import { useText } from '../../../i18n/i18n.ts'
import { ResultTable } from '../../../list/result-table.tsx'
import { applySaved } from '../../../list/use-columns.ts'
import { configuredList } from '../../../list/use-configured.ts'
import { Section } from '../../../ui/page-frame.tsx'

const kinds: Record<string, Kind> = { amount: 'money', select: 'choice' }

/** The head of the list as it would stand for whoever has not chosen columns of their own. */
export function TablePreview({ listId, fields }: { listId: string; fields: readonly FieldConfig[] }) {
  const text = useText()
  const list = useMemo((): AnyTable => {
    const columns = Object.fromEntries(
      fields.map((field): [string, Column] => [field.name, { kind: kinds[field.type] ?? (field.type as Kind) }]),
    )
    return configuredList({ id: listId, columns, order: { by: '', descending: false } }, fields)
  }, [listId, fields])
  const shown = applySaved(list, []).filter((one) => one.checked)
  return (
    <Section title={text('dynamicForm.preview')}>
      <p className="muted">{text('dynamicForm.tablePreview')}</p>
      <ResultTable list={list} columns={shown} rows={[{ id: '' }]} sorter={null} empty={null} />
    </Section>
  )
}
