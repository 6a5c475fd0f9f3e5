import { addDays } from '../local-date.ts'
import { machine } from './machine.ts'

export const kycStatuses = ['NONE', 'IN_APPROVE', 'PASSED', 'REJECTED', 'REFUSED'] as const
export type KycStatus = (typeof kycStatuses)[number]

/**
 * The life of a company's admission: it submits, people decide, and a passed one is looked at again every year. One that was refused is
 * opened again by the staff alone, and begins anew.
 */
export const kycMachine = machine(kycStatuses, [
  [['NONE', 'REJECTED'], 'submit', ['S', 'B', 'F', 'D'], 'IN_APPROVE'],
  [['PASSED'], 'review', ['S', 'B', 'F', 'D'], 'IN_APPROVE'],
  [['IN_APPROVE'], 'pass', ['O', 'R', 'T'], 'PASSED'],
  [['IN_APPROVE'], 'deny', ['O', 'R', 'T'], 'REJECTED'],
  [['IN_APPROVE'], 'reject', ['O', 'R', 'T'], 'REFUSED'],
  [['REFUSED'], 'reopen', ['O'], 'NONE'],
])
export const nextKycStatus = kycMachine.next

/** The yearly review may be stated from this many days before the admission runs out. */
export const reviewLeadDays = 60
/** Whether a company that was admitted until a day may state its review today; one without such a day may. */
export const reviewDue = (expiresOn: string | null, today: string) =>
  expiresOn === null || addDays(today, reviewLeadDays) >= expiresOn

/** Whether business may be done with a company: one that was admitted stays so while its review is under way. */
export const isAdmitted = (status: KycStatus, expiresOn: string | null) =>
  status === 'PASSED' || ((status === 'IN_APPROVE' || status === 'REJECTED') && expiresOn !== null)

export const bankVerificationStatuses = ['INSTRUCTED', 'SENT', 'PASSED', 'LOCKED', 'CANCELLED', 'EXPIRED'] as const

/** A company proves an account by stating the amount of a small payment that settlement makes to it. */
export const bankVerificationMachine = machine(bankVerificationStatuses, [
  [['INSTRUCTED'], 'pay', ['R', 'T'], 'SENT'],
  [['INSTRUCTED'], 'restart', ['S', 'B', 'F', 'D'], 'CANCELLED'],
  [['SENT'], 'state', ['S', 'B', 'F', 'D'], 'PASSED'],
  [['SENT'], 'miss', ['S', 'B', 'F', 'D'], 'SENT'],
  [['SENT'], 'lock', ['system'], 'LOCKED'],
  [['SENT'], 'expire', ['system'], 'EXPIRED'],
  [['LOCKED'], 'unlock', ['R', 'T'], 'CANCELLED'],
])
export const nextBankVerificationStatus = bankVerificationMachine.next

export const microDepositTries = 3
export const microDepositDays = 7
