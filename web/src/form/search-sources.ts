import { call } from '@usance/wire/call'
import { z } from 'zod'
import { send } from '../http/client.ts'
import { language } from '../i18n/language.ts'
import { debounces, pagedOf } from '../list/appended.ts'
import type { SearchSource } from './search-select.tsx'

// These services answer with shapes of their own; what is read from them is named below.
const reading = (method: 'GET' | 'POST', path: string, title: string) =>
  call({
    method,
    path,
    access: 'signed-in',
    scope: 'company',
    effect: 'read',
    title,
    answer: z.any(),
    ...(method === 'GET' ? { query: z.any() } : { body: z.any() }),
  })
const simpleSearch = reading('POST', '/{p}-company/backend/company/simpleSearch', 'Companies by code or name')
const areaList = reading('POST', '/{p}-company/area/list', 'Countries and areas')
const productList = reading('GET', '/{p}-financial-transaction/product/list', 'Financing products by name')
const templatePage = reading('POST', '/{p}-contract/template/queryPage', 'Contract templates by name')
const bankLookup = reading('POST', '/{p}-company/backend/dict/bank', 'Banks by name or SWIFT code')
const quiet = (signal: AbortSignal) => ({ quiet: true, signal })

export type Company = { code: string; name: string }
/** Companies by code or name, 20 to a page, 350 ms after the last key. */
export const companySource = (role?: string, extra: Record<string, unknown> = {}): SearchSource<Company> => ({
  key: ['company', role, extra],
  search: async (codeOrName, pageNum, pageSize, signal) =>
    pagedOf(
      await (send as any)(
        simpleSearch,
        { body: { codeOrName, ...(role ? { role } : {}), ...extra, pageNum, pageSize } },
        quiet(signal),
      ),
    ),
  optionOf: ({ code, name }) => ({ value: code, label: `${name} (${code})` }),
})

export type Area = { code: string; nameCn: string; nameEn: string; parentCode?: string }
/** Countries, or the areas of one country, by their name in the reader's language. */
export const countrySource = (parentCode?: string): SearchSource<Area> => ({
  key: ['area', parentCode, language()],
  search: async (typed, pageNum, pageSize, signal) => {
    const chinese = /[\u3400-\u9fff]/.test(typed)
    const name = typed ? { [chinese ? 'nameCn' : 'nameEn']: typed } : {}
    const scope = parentCode ? { parentCode } : { type: 'COUNTRY' }
    return pagedOf(await (send as any)(areaList, { body: { ...scope, ...name, pageNum, pageSize } }, quiet(signal)))
  },
  optionOf: ({ code, nameCn, nameEn }) => ({ value: code, label: language() === 'zh-CN' ? nameCn : nameEn }),
  debounceMs: debounces.category,
})

export type Product = { id: string; code: string; name: string; nameCn: string }
/** Financing products by name or code. */
export const productSource: SearchSource<Product> = {
  key: ['product'],
  search: async (name, pageNum, pageSize, signal) =>
    pagedOf(await (send as any)(productList, { query: { name, pageNum, pageSize } }, quiet(signal))),
  optionOf: ({ id, code, name, nameCn }) => ({ value: id, label: `${code} ${language() === 'zh-CN' ? nameCn : name}` }),
}

export type ContractTemplate = { id: string; code: string; name: string; nameCn: string }
/** Contract templates by their name in either language, 20 to a page. */
export const contractSource: SearchSource<ContractTemplate> = {
  key: ['contractTemplate'],
  search: async (name, pageNum, pageSize, signal) =>
    pagedOf(await (send as any)(templatePage, { body: { name, pageNum, pageSize } }, quiet(signal))),
  optionOf: ({ id, name, nameCn }) => ({ value: id, label: language() === 'zh-CN' ? nameCn : name }),
}

export type Bank = { swiftCode: string; combBankName: string; combBankNameLocal?: string; bankCode?: string }
/** Banks by local or English name, or by SWIFT code when eight or eleven capitals were typed; 100 ms after the last key. */
export const bankSource: SearchSource<Bank> = {
  key: ['bank'],
  search: async (typed, pageNum, pageSize, signal) => {
    const by = /^[A-Z]{6}[A-Z0-9]{2}([A-Z0-9]{3})?$/.test(typed)
      ? { swiftCode: typed }
      : /[\u3400-\u9fff]/.test(typed)
        ? { combBankNameLocal: typed }
        : { combBankName: typed }
    return pagedOf(await (send as any)(bankLookup, { body: { ...by, pageNum, pageSize } }, quiet(signal)))
  },
  optionOf: (row) => ({
    value: row.swiftCode,
    label: `${(language() === 'zh-CN' && row.combBankNameLocal) || row.combBankName} (${row.swiftCode})`,
  }),
  debounceMs: debounces.bank,
}
