import { z } from 'zod'
import { call } from '../call.ts'
import { CurrencyCode, IdempotencyKey, requiredText, text, wholeNumber } from '../fields.ts'

export const dictionaryGroups = ['CURRENCY', 'BASE_RATE_TYPE', 'RATE_TYPE', 'SUPPLIER_CATEGORY'] as const

/** An entry of the dictionary: a code with its words in both languages. */
export const DictionaryEntry = z.object({
  grp: z.string(),
  dicKey: z.string(),
  enValue: z.string(),
  cnValue: z.string(),
  description: z.string().nullable(),
})
export type DictionaryEntry = z.infer<typeof DictionaryEntry>

const StaffEntry = DictionaryEntry.extend({
  id: z.string(),
  seq: z.number(),
  status: z.enum(['ENABLE', 'DISABLE']),
  version: z.number(),
  updatedAt: z.string(),
})
export type StaffEntry = z.infer<typeof StaffEntry>

const AreaRow = z.object({
  code: z.string(),
  nameEn: z.string(),
  nameCn: z.string(),
  parentCode: z.string().nullable(),
  region: z.string().optional(),
  numericCode: z.string().optional(),
})
const search = text(100).optional()
const codes = z.union([z.array(CurrencyCode).max(100), CurrencyCode.transform((code) => [code])])

/** Lists of choices that every form reads, and the dictionary as staff keep it. */
export const referenceCalls = {
  dictionary: call({
    method: 'POST',
    path: '/{p}-company/backend/dict/list',
    access: 'signed-in',
    tells: 'common',
    scope: 'none',
    effect: 'read',
    title: 'Every entry of the dictionary that is in use',
    body: z.object({ grp: search }).partial(),
    answer: z.array(DictionaryEntry),
  }),
  banks: call({
    method: 'POST',
    path: '/{p}-company/backend/dict/bank',
    access: 'signed-in',
    tells: 'common',
    scope: 'none',
    effect: 'read',
    title: 'Banks by a part of their code or of their name, at most fifty',
    body: z.object({ swiftCode: search, combBankName: search, combBankNameLocal: search }),
    answer: z.array(z.object({ swiftCode: z.string(), combBankName: z.string(), combBankNameLocal: z.string() })),
  }),
  areas: call({
    method: 'POST',
    path: '/{p}-company/area/list',
    access: 'signed-in',
    tells: 'common',
    scope: 'none',
    effect: 'read',
    title: 'Countries, or the areas below one',
    body: z.object({ type: search, nameCn: search, nameEn: search, parentCode: search, code: search }),
    answer: z.array(AreaRow),
  }),
  holidays: call({
    method: 'POST',
    path: '/{p}-company/holiday/list',
    access: 'signed-in',
    tells: 'common',
    scope: 'none',
    effect: 'read',
    title: 'Days of rest and make-up working days of currencies, from last year on',
    body: z.object({ currencyCode: codes.optional() }),
    answer: z.array(
      z.object({
        calendarDate: z.string(),
        countryCode: z.string(),
        holidayNameCn: z.string(),
        holidayNameEn: z.string(),
        type: z.string(),
      }),
    ),
  }),
  products: call({
    method: 'GET',
    path: '/{p}-financial-transaction/product/list',
    access: 'signed-in',
    tells: 'common',
    scope: 'none',
    effect: 'read',
    title: 'Financing products on offer, by a part of their name',
    query: z.object({
      name: z.string().max(100).optional(),
      pageNum: wholeNumber(1, 100_000).default(1),
      pageSize: wholeNumber(1, 200).default(20),
    }),
    answer: z.object({
      pageNum: z.number(),
      pageSize: z.number(),
      total: z.number(),
      list: z.array(z.object({ id: z.string(), code: z.string(), name: z.string(), nameCn: z.string(), type: z.string() })),
    }),
  }),
  staffDictionary: call({
    method: 'POST',
    path: '/{p}-company/dictionary/backend/list',
    access: { permission: 'system.dict.view' },
    scope: 'none',
    effect: 'read',
    title: 'The dictionary with what is out of use too',
    body: z.object({}),
    answer: z.array(StaffEntry),
  }),
  saveEntry: call({
    method: 'POST',
    path: '/{p}-company/dictionary/backend/save',
    access: { permission: 'system.dict.edit' },
    scope: 'none',
    effect: 'write',
    act: { bindsNobody: 'words of a list of choices' },
    title: 'Add an entry to the dictionary, or change the one whose version was read',
    body: z.object({
      grp: z.string().regex(/^[A-Z][A-Z0-9_]{1,39}$/),
      dicKey: z.string().regex(/^[A-Za-z0-9][A-Za-z0-9_.-]{0,39}$/),
      enValue: requiredText(200),
      cnValue: text(200).default(''),
      description: text(500).default(''),
      status: z.enum(['ENABLE', 'DISABLE']).default('ENABLE'),
      /** Left out for a new entry. */
      version: z.number().int().optional(),
      idempotencyKey: IdempotencyKey.optional(),
    }),
    answer: StaffEntry,
  }),
}
