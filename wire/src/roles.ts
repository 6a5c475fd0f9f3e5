/** The roles a company can hold in the portal; PLATFORM is the operator's own staff. */
export const companyRoles = ['SUPPLIER', 'BUYER', 'FUNDER', 'COMPANY', 'PLATFORM'] as const
export type CompanyRole = (typeof companyRoles)[number]

/** Whether a text names a company role. */
export const isCompanyRole = (text: string | null | undefined): text is CompanyRole =>
  (companyRoles as readonly (string | null | undefined)[]).includes(text)

/** What a user may do inside a company; the last six are the operator's staff. */
export const userRoles = [
  'Director',
  'Maker',
  'Checker',
  'Viewer',
  'Operations',
  'Risk',
  'Settlement',
  'BD',
  'Administrator',
  'Auditor',
] as const
