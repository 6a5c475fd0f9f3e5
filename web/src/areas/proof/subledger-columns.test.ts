import { conditionNames } from '@usance/wire/list'
import { subledgerList } from '@usance/wire/report/list'
import { expect, test } from 'vitest'
import { csvOf, exportedColumns } from '../../list/browser-export.ts'
import { applySaved } from '../../list/use-columns.ts'
import { subledgersIn } from './subledger-columns.ts'

test('accounts are searched, shown and exported by their names in the reader’s language', () => {
  for (const [language, name, words] of [
    ['en-US', 'accountName', 'Cash'],
    ['zh-CN', 'accountNameCn', '现金'],
  ] as const) {
    const list = subledgersIn(language)
    const columns: Readonly<Record<string, { search?: boolean }>> = list.columns
    expect(Object.keys(columns).filter((key) => key.startsWith('accountName') && columns[key]?.search)).toEqual([name])
    expect(conditionNames(subledgerList)).toContain(name)
    const shown = applySaved(list, []).filter(({ checked }) => checked)
    const sheet = csvOf(list, exportedColumns(list, shown), [{ id: '1', accountName: 'Cash', accountNameCn: '现金' }])
    expect(sheet).toContain(words)
    expect(sheet).not.toContain(language === 'en-US' ? '现金' : 'Cash')
  }
})
