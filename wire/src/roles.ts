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

/** One role of a user: the company role of a seat, or a user role in it. */
export type HeldRole = {
  readonly roleCode: string
  readonly companyId: string
  readonly companyRole: CompanyRole
  /** Whether it is of the seat in which the user works now. */
  readonly isPresent: boolean
}
type Within = { companyId?: string }
const isHeld = (held: readonly HeldRole[], code: string, { companyId }: Within) =>
  held.some((one) => one.roleCode === code && (companyId === undefined || one.companyId === companyId))

/** Whether a user holds at least one of the roles, in one company where that is given. */
export const hasAnyRole = (held: readonly HeldRole[], codes: readonly string[], within: Within = {}): boolean =>
  codes.some((code) => isHeld(held, code, within))
/** The roles of the present seat alone: its company role and its user roles. */
export const presentRoles = ({ roles }: { readonly roles: readonly HeldRole[] }): HeldRole[] =>
  roles.filter((one) => one.isPresent)
