import { z } from 'zod'
import type { Act } from '../act.ts'
import { only } from '../audience.ts'
import { call } from '../call.ts'
import { CompanyName, Id, IdempotencyKey, RegistrationNumber, requiredText, text } from '../fields.ts'
import { choice, dateTime, flag, list, readAtOnce, text as textColumn } from '../list.ts'
import { riskGrades } from './standing.ts'

export const tradingRoles = ['SUPPLIER', 'BUYER', 'FUNDER'] as const
export type TradingRole = (typeof tradingRoles)[number]
export const businessTypes = ['NORMAL', 'DBS_POOL_FACTORING', 'OWN_POOL_FACTORING'] as const
const backend = '/{p}-company/backend/companyManage'
const client = '/{p}-company/clientend/company'

const profile = {
  name: CompanyName,
  nameLocal: text(200).optional(),
  bizRegNo: RegistrationNumber,
  country: z.string().regex(/^[A-Z]{2}$/),
  legalForm: text(80).optional(),
  address: text(500).optional(),
  taxNo: text(60).optional(),
}
const standing = {
  roles: z.array(z.enum(tradingRoles)).min(1),
  riskGrade: z.enum(riskGrades),
  businessType: z.enum(businessTypes).default('NORMAL'),
  blockFlag: z.boolean().default(false),
  /** Who introduced it, by user name: put forward to a second person where it changes. Left out, nothing changes; empty, nobody. */
  bdUserName: text(100).optional(),
}
const changed = { id: Id, version: z.number().int(), idempotencyKey: IdempotencyKey }
const Director = z.object({ name: requiredText(120), idType: text(40).optional(), shareholding: text(10).optional() })
/** The profile of a company in one of its roles. */
const RoleDetail = z.object({
  supplierCategory: z.string().optional(),
  invoicePrefix: z.string().optional(),
  paymentTermDays: z.number().optional(),
  confirmMode: z.string().optional(),
  fundDayBase: z.number().optional(),
  dailyFundingCutoff: z.string().optional(),
})

const CompanyDetail = z.object({
  id: z.string(),
  code: z.string(),
  name: z.string(),
  nameLocal: z.string().nullable(),
  bizRegNo: z.string(),
  country: z.string(),
  legalForm: z.string().nullable(),
  address: z.string().nullable(),
  taxNo: z.string().nullable(),
  directors: z.array(Director),
  roles: z.array(z.object({ role: z.string(), status: z.string(), detail: RoleDetail })),
  kycStatus: z.string(),
  /** The operator's rating of the company and its stop on business are for the operator alone. */
  riskGrade: only(['PLATFORM'], z.string().nullable()),
  businessType: z.string(),
  blockFlag: only(['PLATFORM'], z.boolean()),
  bdUserName: only(['PLATFORM'], z.string().nullable()),
  bdName: z.string().nullable(),
  version: z.number(),
})
/** The same for the staff, with what the company said of itself since its last review and took back. */
const CompanyReviewed = CompanyDetail.extend({
  namedBefore: only(['PLATFORM'], z.object({ directors: z.array(z.string()), addresses: z.array(z.string()) })),
})
const Found = z.object({ code: z.string(), name: z.string() })
const Saved = z.object({ id: z.string(), version: z.number() })

/**
 * The waiver of its own confirmation, which `editBuyer` also takes. It is an act of its own: what nobody confirms any more would have
 * taken a person who decides for the company.
 */
export const confirmationWaiver = {
  by: { COMPANY: 'checking' },
  second: 'nobody',
  event: 'COMPANY_CHANGED',
} as const satisfies Act

/** Companies as the staff keep them, and a company's own page about itself. */
export const companyCalls = {
  add: call({
    method: 'POST',
    path: `${backend}/add`,
    access: { permission: 'system.company.edit' },
    scope: 'company',
    effect: 'write',
    act: { by: { PLATFORM: 'either' }, second: 'approval', event: 'COMPANY_ADDED' },
    title: 'A new company with its trading roles; its own people are invited afterwards',
    body: z.object({ code: z.string().regex(/^[A-Z0-9_-]{2,20}$/), ...profile, ...standing, idempotencyKey: IdempotencyKey }),
    answer: Saved,
  }),
  edit: call({
    method: 'POST',
    path: `${backend}/edit`,
    access: { permission: 'system.company.edit' },
    scope: 'company',
    effect: 'write',
    names: {
      'body.id': { kind: 'company', of: 'seen' },
    },
    act: { by: { PLATFORM: 'either' }, second: 'approval', decidesOn: 'body.id', event: 'COMPANY_CHANGED' },
    title: 'Change what the staff keep about a company',
    body: z.object({ ...profile, ...standing, ...changed }),
    answer: Saved,
  }),
  anyDetail: call({
    method: 'POST',
    path: `${backend}/detail`,
    access: { permission: 'system.company.view' },
    scope: 'company',
    effect: 'read',
    names: { 'body.id': { kind: 'company', of: 'company' } },
    title: 'One company with its roles',
    body: z.object({ id: Id }),
    answer: CompanyReviewed,
  }),
  detail: call({
    method: 'GET',
    path: `${client}/detail`,
    access: { permission: 'org.company.detail' },
    scope: 'company',
    effect: 'read',
    title: "The caller's own company",
    answer: CompanyDetail,
  }),
  editDirector: call({
    method: 'POST',
    path: `${client}/editDirector`,
    access: { permission: 'org.company.edit' },
    scope: 'company',
    effect: 'write',
    names: {
      'body.id': { kind: 'company', of: 'company' },
    },
    act: { by: { COMPANY: 'making', PLATFORM: 'either' }, second: 'nobody', event: 'COMPANY_CHANGED' },
    title: "The own company's address and directors",
    body: z.object({ ...changed, address: text(500).optional(), directors: z.array(Director).max(30) }),
    answer: Saved,
  }),
  editSupplier: call({
    method: 'POST',
    path: `${client}/editSupplier`,
    access: { permission: 'org.company.edit' },
    scope: 'company',
    effect: 'write',
    names: {
      'body.id': { kind: 'company', of: 'company' },
    },
    act: { by: { COMPANY: 'making', PLATFORM: 'either' }, second: 'nobody', event: 'COMPANY_CHANGED' },
    title: 'What the own company says of itself as a supplier',
    body: z.object({ ...changed, supplierCategory: text(80).optional(), invoicePrefix: text(20).optional() }),
    answer: Saved,
  }),
  editBuyer: call({
    method: 'POST',
    path: `${client}/editBuyer`,
    access: { permission: 'org.company.edit' },
    scope: 'company',
    effect: 'write',
    names: {
      'body.id': { kind: 'company', of: 'company' },
    },
    act: { by: { COMPANY: 'making', PLATFORM: 'either' }, second: 'nobody', event: 'COMPANY_CHANGED' },
    title: 'What the own company says of itself as a buyer; only a person who decides for it waives its confirmation',
    body: z.object({
      ...changed,
      paymentTermDays: z.number().int().min(0).max(365),
      confirmMode: z.enum(['MANUAL', 'UPLOAD', 'NONE']),
    }),
    answer: Saved,
  }),
  editFunder: call({
    method: 'POST',
    path: `${client}/editFunder`,
    access: { permission: 'org.company.edit' },
    scope: 'company',
    effect: 'write',
    names: {
      'body.id': { kind: 'company', of: 'company' },
    },
    act: { by: { COMPANY: 'making', PLATFORM: 'either' }, second: 'nobody', event: 'COMPANY_CHANGED' },
    title: 'What the own company says of itself as a funder',
    body: z.object({
      ...changed,
      fundDayBase: z.union([z.literal(360), z.literal(365)]),
      dailyFundingCutoff: z.string().regex(/^([01]\d|2[0-3]):[0-5]\d$/),
    }),
    answer: Saved,
  }),
  checkCompName: call({
    method: 'POST',
    path: `${client}/checkCompName`,
    access: { permission: ['org.company.edit', 'system.company.edit'] },
    scope: 'company',
    effect: 'read',
    names: { 'body.id': { kind: 'company', of: 'company' } },
    title: 'Whether another company has this name',
    body: z.object({ name: requiredText(200), id: Id.optional() }),
    answer: z.object({ taken: z.boolean() }),
  }),
  checkBizRegNo: call({
    method: 'POST',
    path: `${client}/checkBizRegNo`,
    access: { permission: ['org.company.edit', 'system.company.edit'] },
    scope: 'company',
    effect: 'read',
    names: { 'body.id': { kind: 'company', of: 'company' } },
    title: 'Whether another company has this registration number',
    body: z.object({ bizRegNo: requiredText(60), country: text(2).optional(), id: Id.optional() }),
    answer: z.object({ taken: z.boolean() }),
  }),
  listWithOther: call({
    method: 'POST',
    path: `${client}/listWithOther`,
    access: { permission: 'org.company.view' },
    scope: 'company',
    effect: 'read',
    title: 'Companies the caller may see and the entry OTHER',
    body: z.object({ codeOrName: text(100).optional(), role: z.enum(tradingRoles).optional() }),
    answer: z.array(Found),
  }),
  simpleSearch: call({
    method: 'POST',
    path: '/{p}-company/backend/company/simpleSearch',
    access: { permission: 'org.company.view' },
    scope: 'company',
    effect: 'read',
    names: { 'body.*': { judged: 'what is not asked for by name counts for nothing' } },
    title: 'Companies the caller may see, by a part of code or name',
    body: z.looseObject({
      codeOrName: text(100).optional(),
      role: z.enum(tradingRoles).optional(),
      pageNum: z.number().int().min(1).max(10_000).default(1),
      pageSize: z.number().int().min(1).max(100).default(20),
    }),
    answer: z.object({ list: z.array(Found), total: z.number() }),
  }),
}

export const systemCompanyList = list({
  id: 'system.company',
  path: backend,
  permission: 'system.company',
  fits: readAtOnce,
  columns: {
    code: textColumn({ search: true, sort: true, width: 120 }),
    name: textColumn({ search: true, sort: true, width: 240 }),
    bizRegNo: textColumn({ search: true, width: 200 }),
    country: textColumn({ search: true, sort: true, width: 120 }),
    roles: choice(tradingRoles, { search: true, multiple: true, several: true, width: 180 }),
    riskGrade: choice(riskGrades, { search: true, multiple: true, sort: true, width: 100 }),
    kycStatus: choice(['NONE', 'IN_APPROVE', 'PASSED', 'REJECTED', 'REFUSED'], { search: true, multiple: true, width: 130 }),
    blockFlag: flag({ search: true, width: 100 }),
    bdName: textColumn({ search: true, width: 150 }),
    createdAt: dateTime({ search: true, sort: true }),
  },
  order: { by: 'createdAt', descending: true },
})
