import { subledgerList } from '@usance/wire/report/list'
import type { Language } from '../../i18n/language.ts'

const { accountName, accountNameCn } = subledgerList.columns
const inChinese: typeof subledgerList = {
  ...subledgerList,
  columns: {
    ...subledgerList.columns,
    accountName: { ...accountName, search: false, hidden: true },
    accountNameCn: { ...accountNameCn, search: true, hidden: false },
  },
}

/** The list with the accounts named in the reader's language, on screen, in its search and in its exports. */
export const subledgersIn = (language: Language): typeof subledgerList => (language === 'zh-CN' ? inChinese : subledgerList)
