import type { Answer } from '@usance/wire/call'
import { companyCalls, type TradingRole } from '@usance/wire/company/calls'
import { configChangeCalls } from '@usance/wire/config-change/calls'
import { contractCalls } from '@usance/wire/contract/calls'
import { referenceCalls } from '@usance/wire/reference/calls'
import { send } from '../http/client.ts'
import { language } from '../i18n/language.ts'
import { debounces, type Paged, pagedOf } from '../list/appended.ts'
import type { SearchSource } from './search-select.tsx'

const quiet = (signal: AbortSignal) => ({ quiet: true, signal })
/** Rows that come all at once: there is no further page to ask for. */
const allAtOnce = <T>(rows: readonly T[]): Paged<T> => ({ page: 1, size: rows.length, total: 0, rows: [...rows] })

export type Company = { code: string; name: string }
/** Companies by code or name, 20 to a page, 350 ms after the last key. */
export const companySource = (role?: TradingRole, extra: Record<string, unknown> = {}): SearchSource<Company> => ({
  key: ['company', role, extra],
  search: async (codeOrName, pageNum, pageSize, signal) =>
    pagedOf(
      await send(
        companyCalls.simpleSearch,
        { body: { codeOrName, ...(role ? { role } : {}), ...extra, pageNum, pageSize } },
        quiet(signal),
      ),
    ),
  optionOf: ({ code, name }) => ({ value: code, label: `${name} (${code})` }),
})

export type Party = Answer<typeof configChangeCalls.parties>['list'][number]
/** Companies that configuration names, by code or name, 20 to a page. The value is the id. */
export const partySource = (role: TradingRole): SearchSource<Party> => ({
  key: ['party', role],
  search: async (codeOrName, pageNum, pageSize, signal) =>
    pagedOf(await send(configChangeCalls.parties, { body: { role, codeOrName, pageNum, pageSize } }, quiet(signal))),
  standing: async (id, signal) => (await send(configChangeCalls.parties, { body: { role, id } }, quiet(signal))).list[0] ?? null,
  optionOf: ({ id, code, name }) => ({ value: id, label: `${name} (${code})` }),
})

export type Area = Answer<typeof referenceCalls.areas>[number]
/** Countries, or the areas of one country, by their name in the reader's language. */
export const countrySource = (parentCode?: string): SearchSource<Area> => ({
  key: ['area', parentCode, language()],
  search: async (typed, _pageNum, _pageSize, signal) => {
    const chinese = /[\u3400-\u9fff]/.test(typed)
    const name = typed ? { [chinese ? 'nameCn' : 'nameEn']: typed } : {}
    const scope = parentCode ? { parentCode } : { type: 'COUNTRY' }
    return allAtOnce(await send(referenceCalls.areas, { body: { ...scope, ...name } }, quiet(signal)))
  },
  optionOf: ({ code, nameCn, nameEn }) => ({ value: code, label: language() === 'zh-CN' ? nameCn : nameEn }),
  debounceMs: debounces.category,
})

export type Product = Answer<typeof referenceCalls.products>['list'][number]
/** Financing products by name or code. */
export const productSource: SearchSource<Product> = {
  key: ['product'],
  search: async (name, pageNum, pageSize, signal) =>
    pagedOf(await send(referenceCalls.products, { query: { name, pageNum, pageSize } }, quiet(signal))),
  optionOf: ({ id, code, name, nameCn }) => ({ value: id, label: `${code} ${language() === 'zh-CN' ? nameCn : name}` }),
}

export type ContractTemplate = Answer<typeof contractCalls.templates>['list'][number]
/** Contract templates by their name in either language, 20 to a page. */
export const contractSource: SearchSource<ContractTemplate> = {
  key: ['contractTemplate'],
  search: async (name, pageNum, pageSize, signal) =>
    pagedOf(await send(contractCalls.templates, { body: { name, pageNum, pageSize } }, quiet(signal))),
  optionOf: ({ id, name, nameCn }) => ({ value: id, label: language() === 'zh-CN' ? nameCn : name }),
}

export type Bank = Answer<typeof referenceCalls.banks>[number]
/** Banks by local or English name, or by SWIFT code when eight or eleven capitals were typed; 100 ms after the last key. */
export const bankSource: SearchSource<Bank> = {
  key: ['bank'],
  search: async (typed, _pageNum, _pageSize, signal) => {
    const by = /^[A-Z]{6}[A-Z0-9]{2}([A-Z0-9]{3})?$/.test(typed)
      ? { swiftCode: typed }
      : /[\u3400-\u9fff]/.test(typed)
        ? { combBankNameLocal: typed }
        : { combBankName: typed }
    return allAtOnce(await send(referenceCalls.banks, { body: by }, quiet(signal)))
  },
  optionOf: (row) => ({
    value: row.swiftCode,
    label: `${(language() === 'zh-CN' && row.combBankNameLocal) || row.combBankName} (${row.swiftCode})`,
  }),
  debounceMs: debounces.bank,
}
