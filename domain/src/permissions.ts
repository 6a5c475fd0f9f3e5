/**
 * Who may do what, as the product ships it; an administrator edits it afterwards.
 * S supplier, B buyer, F funder, D the company's director seat; staff: O operations, R risk, T settlement, P business
 * development, A administrator, U auditor. `true` marks a page that opens for everybody; its data never does, and only a
 * permission to look can be one: no act is granted by opening a page.
 */
const shipped = [
  ['information.view', 'SBFDORTPAU', true],
  ['buyer-outlook.view', 'SBFDORTPAU', true],
  ['chatbot.view', 'SBFDORTPAU', true],
  ['home.view', 'SBFDORTPAU'],
  ['buyer-outlook-exhibition.view', 'SBFDORTPAU'],
  ['notice.news.view', 'SBFDORTPAU'],
  ['notice.utilize.view', 'SBFDORTPAU'],
  ['user-center.view', 'SBFDORTPAU'],
  ['user-center.edit', 'SBFDORTPAU'],
  ['user-center.change-ps', 'SBFDORTPAU'],
  ['user-center.modify', 'SBFDORTPAU'],
  ['realname.view', 'SBFDORTPAU', true],
  ['realname.verify-bank', 'SBFDORTPAU'],
  ['realname.verify-money', 'SBFDORTPAU'],
  ['realname.verify-Personal', 'SBFDORTPAU'],
  ['dashboard.ar.view', 'SBFDORTPAU', true],
  ['dashboard.ar.export', 'SBFORPU'],
  ['dashboard.cashflow.view', 'SBFDORTPAU', true],
  ['dashboard.cashflow.export', 'SBFORPU'],
  ['org.company.view', 'SBFDORTPAU'],
  ['org.company.detail', 'SBFDORTPAU'],
  ['org.company.edit', 'DO'],
  ['org.account.view', 'DOAU'],
  ['org.account.detail', 'DOAU'],
  ['org.account.add', 'DA'],
  ['org.account.edit', 'DA'],
  ['org.account.send-invite', 'DA'],
  ['org.account.disabled', 'DA'],
  ['org.account.active', 'DA'],
  ['org.account.reset-ps', 'DA'],
  ['org.account.reset-mfa', 'DA'],
  ['org.account.export', 'DA'],
  ['org.info.view', 'SBFDOPU'],
  ['org.info.add-intent', 'SP'],
  ['org.info.edit-intent', 'SP'],
  ['org.info.ar', 'SD'],
  ['confirmation.invoiceConfirmation.view', 'SBFORU'],
  ['confirmation.invoiceConfirmation.detail', 'SBFORU'],
  ['confirmation.invoiceConfirmation.export', 'SBFORU'],
  ['confirmation.invoiceConfirmation.upload', 'BO'],
  ['confirmation.invoiceConfirmation.bt-upload', 'BO'],
  ['confirmation.invoiceConfirmation.confirm', 'B'],
  ['confirmation.invoiceConfirmation.dispute', 'B'],
  ['confirmation.deduction-report.view', 'SBFORU'],
  ['confirmation.deduction-report.export', 'SBFORU'],
  ['contract.info.view', 'SBFDORPU'],
  ['contract.info.export', 'SBFDORPU'],
  ['contract.info.signoff', 'SBFD'],
  ['account-overview.view', 'SFDTPU'],
  ['account-overview.export', 'SFDTPU'],
  ['trading.purchase.view', 'SBFORPU'],
  ['trading.purchase.details', 'SBFORPU'],
  ['trading.purchase.export', 'SBFORPU'],
  ['trading.purchase.add', 'S'],
  ['trading.purchase.edit', 'S'],
  ['trading.purchase.draft', 'S'],
  ['trading.purchase.update', 'S'],
  ['trading.purchase.upload', 'S'],
  ['trading.purchase.bt-upload', 'SB'],
  ['trading.invoice.view', 'SBFORPU'],
  ['trading.invoice.details', 'SBFORPU'],
  ['trading.invoice.export', 'SBFORPU'],
  ['trading.invoice.add', 'S'],
  ['trading.invoice.edit', 'S'],
  ['trading.invoice.upload', 'S'],
  ['trading.invoice.bt-upload', 'SB'],
  ['trading.invoice.adjust', 'SBO'],
  ['finance.finance-order.view', 'SBFORTPU'],
  ['finance.finance-order.detail', 'SBFORTPU'],
  ['finance.finance-order.export', 'SBFORTPU'],
  ['finance.finance-order.add', 'S'],
  ['finance.finance-order.edit', 'S'],
  ['finance.finance-order.withdraw', 'S'],
  ['finance.finance-order.update', 'S'],
  ['finance.finance-order.arp', 'S'],
  ['finance.finance-order.confirm', 'SB'],
  ['finance.finance-order.approve', 'SFOR'],
  ['finance.finance-order.write-off', 'F'],
  ['finance.costs.view', 'SFOTU'],
  ['finance.costs.details', 'SFOTU'],
  ['finance.costs.export', 'SFOTU'],
  ['finance.costs.adjust', 'O'],
  ['finance.costs.approve', 'T'],
  ['finance.dbsFinance.view', 'SFORTU'],
  ['finance.dbsFinance.export', 'SFORTU'],
  ['finance.dbsFinance.add', 'S'],
  ['finance.dbsFinance.assign', 'S'],
  ['finance.dbsFinance.withdraw', 'S'],
  ['finance.dbsFinance.approve', 'FOR'],
  ['finance.poolFactoring.view', 'SFORTU'],
  ['finance.poolFactoring.export', 'SFORTU'],
  ['finance.poolFactoring.add', 'S'],
  ['finance.poolFactoring.assign', 'S'],
  ['finance.poolFactoring.withdraw', 'S'],
  ['finance.account.view', 'SFTU'],
  ['finance.account.export', 'SFTU'],
  ['finance.interest.view', 'SBFDORTPAU', true],
  ['finance.interest.export', 'SFTU'],
  ['payment.management.view', 'FTU'],
  ['payment.management.export', 'FTU'],
  ['payment.management.add', 'T'],
  ['payment.management.instruct', 'T'],
  ['payment.management.approve', 'FT'],
  ['payment.financing.view', 'SBFDOTPU'],
  ['payment.financing.export', 'SBFDOTPU'],
  ['payment.fee-bill.view', 'BFOTU'],
  ['payment.fee-bill.export', 'BFOTU'],
  ['payment.release-refund.view', 'SBFDTU'],
  ['payment.release-refund.export', 'SBFDTU'],
  ['payment.release-refund.add', 'T'],
  ['payment.release-refund.approve', 'FT'],
  ['repayment.repaymentDetail.view', 'SBFDOTU'],
  ['repayment.repaymentDetail.export', 'SBFDOTU'],
  ['repayment.details.view', 'SBFDOTU'],
  ['repayment.details.export', 'SBFDOTU'],
  ['repayment.management.view', 'SFTU'],
  ['repayment.management.export', 'SFTU'],
  ['repayment.management.add', 'T'],
  ['repayment.management.match', 'T'],
  ['repayment.management.reverse', 'T'],
  ['repayment.management.approve', 'FT'],
  ['repayment.airwallex-management.view', 'SBFDORTPAU', true],
  ['repayment.airwallex-management.sync', 'T'],
  ['channel-partner.view', 'SBFDORTPAU', true],
  ['channel-partner.details', 'SBFDORTPAU', true],
  ['channel-partner.export', 'PU'],
  ['proof.subledgers.view', 'SFTU'],
  ['proof.subledgers.export', 'SFTU'],
  ['proof.subledgers.upload', 'T'],
  ['proof.bank.view', 'SFTU'],
  ['proof.bank.export', 'SFTU'],
  ['proof.bank.upload', 'T'],
  ['proof.collect.view', 'SFTU'],
  ['proof.collect.export', 'SFTU'],
  ['proof.collect.upload', 'T'],
  ['proof.e_one.view', 'SFTU'],
  ['proof.e_one.export', 'SFTU'],
  ['proof.e_one.upload', 'T'],
  ['proof.templet.view', 'SBFOTU'],
  ['proof.templet.detail', 'SBFOTU'],
  ['proof.templet.export', 'SBFOTU'],
  ['proof.templet.edit', 'O'],
  ['report.amortization.view', 'SFTU'],
  ['report.amortization.export', 'SFTU'],
  ['approval.view', 'SBFDORTAU'],
  ['approval.export', 'SBFDORTAU'],
  ['approval.pass', 'SBFDORT'],
  ['approval.deny', 'SBFDORT'],
  ['approval.reject', 'SBFDORT'],
  ['approval.delegate', 'SBFDORT'],
  ['system.product.view', 'ORTAU'],
  ['system.product.edit', 'O'],
  ['system.product.approve', 'RT'],
  ['system.rate.view', 'ORTAU'],
  ['system.rate.edit', 'O'],
  ['system.rate.approve', 'RT'],
  ['system.holiday.view', 'ORTAU'],
  ['system.holiday.edit', 'O'],
  ['system.holiday.approve', 'RT'],
  ['system.dict.view', 'ORTAU'],
  ['system.dict.edit', 'O'],
  ['system.limit.view', 'ORTAU'],
  ['system.limit.edit', 'O'],
  ['system.limit.approve', 'RT'],
  ['system.workflow.view', 'AU'],
  ['system.workflow.edit', 'A'],
  ['system.workflow.approve', 'O'],
  ['system.role.view', 'AU'],
  ['system.role.edit', 'A'],
  ['system.role.approve', 'O'],
  ['system.i18n.view', 'AU'],
  ['system.i18n.edit', 'A'],
  ['system.company.view', 'ORTPU'],
  ['system.company.export', 'ORTPU'],
  ['system.company.edit', 'O'],
  ['system.company.approve', 'RT'],
  ['system.bank.view', 'ORTPU'],
  ['system.bank.export', 'ORTPU'],
  ['system.bank.edit', 'O'],
  ['system.bank.approve', 'RT'],
  ['system.audit.view', 'AU'],
  ['system.audit.export', 'AU'],
] as const satisfies readonly (readonly [permission: string, roles: string, alwaysGranted?: true])[]

/** The name of a permission that the matrix knows. */
export type Permission = (typeof shipped)[number][0]
type Having<Action extends string> = Permission extends infer Name
  ? Name extends `${infer Prefix}.${Action}`
    ? Prefix
    : never
  : never
/** What a list is opened and exported with: the matrix has a row for the view and one for the export. */
export type ListPermission = Having<'view'> & Having<'export'>

export type MatrixRow = { permission: string; roles: string; alwaysGranted: boolean }

export const permissionRows: (MatrixRow & { permission: Permission })[] = shipped.map(
  ([permission, roles, alwaysGranted = false]) => ({ permission, roles, alwaysGranted }),
)

const companyLetters: Record<string, string> = { SUPPLIER: 'S', BUYER: 'B', FUNDER: 'F', COMPANY: 'D' }
const staffLetters: Record<string, string> = {
  Operations: 'O',
  Risk: 'R',
  Settlement: 'T',
  BD: 'P',
  Administrator: 'A',
  Auditor: 'U',
}

const looking = ['view', 'detail', 'details', 'export']
const always = ['home', 'user-center', 'information', 'realname', 'notice', 'buyer-outlook', 'chatbot']
const making = [
  'add',
  'edit',
  'draft',
  'update',
  'upload',
  'bt-upload',
  'withdraw',
  'arp',
  'add-intent',
  'edit-intent',
  'assign',
  'adjust',
  'instruct',
  'match',
  'reverse',
  'sync',
  'send-invite',
  'disabled',
  'active',
  'reset-ps',
  'reset-mfa',
  'write-off',
]
const checking = ['approve', 'confirm', 'dispute', 'signoff', 'pass', 'deny', 'reject', 'delegate', 'ar', 'write-off']

const actionOf = (permission: string) => permission.slice(permission.lastIndexOf('.') + 1)
/** Whether a permission is to look at something and to nothing else. */
export const looksOnly = (permission: string): boolean => looking.includes(actionOf(permission))
const startsWithOneOf = (permission: string, prefixes: string[]) => prefixes.some((prefix) => permission.startsWith(`${prefix}.`))

/** Whether everybody may open a page. A row that names an act never counts, whatever its mark. */
export const opensForAll = ({ permission, alwaysGranted }: Omit<MatrixRow, 'roles'>): boolean =>
  alwaysGranted && looksOnly(permission)

/** Whether a user role inside a company leaves a permission of the company role in place. A Director keeps all of them. */
function narrowed(permission: string, userRoles: readonly string[]): boolean {
  if (startsWithOneOf(permission, always) || looksOnly(permission)) return true
  return userRoles.some((role) => {
    if (role === 'Director') return true
    if (role === 'Maker') return making.includes(actionOf(permission))
    if (role === 'Checker') return checking.includes(actionOf(permission))
    return false
  })
}

/**
 * The permissions of a user: what the company role holds, narrowed by the user's roles inside the company. Staff hold
 * what their staff roles hold. A page that opens for everybody adds what lets one look at it, and never an act.
 */
export function effectivePermissions(rows: readonly MatrixRow[], companyRole: string, userRoles: readonly string[]): string[] {
  const staff = companyRole === 'PLATFORM'
  const letters = staff
    ? userRoles.map((role) => staffLetters[role]).filter((l) => l !== undefined)
    : [companyLetters[companyRole] ?? 'D']
  return rows
    .filter(
      (row) =>
        opensForAll(row) ||
        (letters.some((letter) => row.roles.includes(letter)) && (staff || narrowed(row.permission, userRoles))),
    )
    .map(({ permission }) => permission)
}

/** The letter of the matrix by which one role of a user grants the permission; undefined where that role never grants it. */
export function letterFor(permission: string, companyRole: string, userRole: string): string | undefined {
  if (companyRole === 'PLATFORM') return staffLetters[userRole]
  return narrowed(permission, [userRole]) ? (companyLetters[companyRole] ?? 'D') : undefined
}

/** The roles of a company; all other letters are the operator's staff. */
const companySeats = 'SBFD'
/** Without these nobody could change the matrix, or pass a change of it, ever again. */
const kept: Record<string, string> = {
  'system.role.view': 'A',
  'system.role.edit': 'A',
  'system.role.approve': 'O',
  'approval.view': 'O',
  'approval.pass': 'O',
}
// An administrator keeps the machinery and never acts in the business itself.
const administratorMay = (permission: string) =>
  /^(system|org\.account|approval|user-center|home)\b/.test(permission) || looksOnly(permission)

/**
 * Whether an administrator may give a permission to a role, or take it away. A page that opens for everybody, the rights
 * to change this matrix, the administration for companies, and business for the administrator are not theirs to change.
 */
export function grantMayChange({ permission, alwaysGranted }: Omit<MatrixRow, 'roles'>, letter: string): boolean {
  if (alwaysGranted || kept[permission]?.includes(letter)) return false
  if (companySeats.includes(letter)) return !permission.startsWith('system.')
  return letter !== 'A' || administratorMay(permission)
}
