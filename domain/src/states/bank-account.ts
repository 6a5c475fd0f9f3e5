import { ok, type Result, refuse } from '../result.ts'
import { machine } from './machine.ts'

/** Stored are only ENABLE and DISABLE; the other two are derived and shown. */
export const bankAccountStatuses = ['DISABLE', 'ENABLE'] as const
export type BankAccountStatus = (typeof bankAccountStatuses)[number]
export type ShownBankAccountStatus = BankAccountStatus | 'PENDING_ACTIVATE' | 'READY_TO_ENABLE'

export const bankAccountMachine = machine(bankAccountStatuses, [
  [['DISABLE'], 'enable', ['T'], 'ENABLE'],
  [['ENABLE'], 'disable', ['D', 'O', 'T'], 'DISABLE'],
])

export type BankAccountApproval = 'IN_APPROVE' | 'PASSED' | 'REJECTED' | 'REFUSED'

/** The approvals by which an account stands: it is being checked or has been. One that was sent back or refused is entered again. */
export const standingApprovals: readonly BankAccountApproval[] = ['IN_APPROVE', 'PASSED']

/**
 * What users see: an account that is not enabled and may not be enabled yet is waiting for its check; one that never was on and may be
 * is ready. One that was sent back or refused waits for nothing, and one that was switched off since is off.
 */
export const shownBankAccountStatus = (
  status: BankAccountStatus,
  canEnable: boolean,
  approval: BankAccountApproval,
  disabledAt: string | null,
): ShownBankAccountStatus => {
  if (status === 'ENABLE' || disabledAt !== null || !standingApprovals.includes(approval)) return status
  return canEnable ? 'READY_TO_ENABLE' : 'PENDING_ACTIVATE'
}

/** Hours a new or changed account waits before money may go to it. */
export const coolingOffHours = 48

/** Whether the account may be enabled at all: its approval has passed and its cooling-off is over. Times are ISO instants in UTC. */
export function enableableBy(
  account: { approval: BankAccountApproval; coolingUntil: string | null },
  now: string,
): Result<true, 'BANK_ACCOUNT_NOT_ENABLED' | 'COOLING_OFF'> {
  if (account.approval !== 'PASSED') return refuse('BANK_ACCOUNT_NOT_ENABLED')
  return account.coolingUntil !== null && account.coolingUntil > now ? refuse('COOLING_OFF') : ok(true)
}
