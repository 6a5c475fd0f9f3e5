import { machine } from './machine.ts'

export const kycStatuses = ['NONE', 'MICRO_DEPOSIT', 'IN_APPROVE', 'PASSED', 'REJECTED', 'REFUSED'] as const
export type KycStatus = (typeof kycStatuses)[number]

/** The life of an identity check: a small deposit proves the account, then people decide; reviewed every year. */
export const kycMachine = machine(kycStatuses, [
  [['NONE', 'REJECTED'], 'verifyBank', ['D'], 'MICRO_DEPOSIT'],
  [['MICRO_DEPOSIT'], 'verifyMoney', ['D'], 'IN_APPROVE'],
  [['MICRO_DEPOSIT'], 'miss', ['D', 'system'], 'MICRO_DEPOSIT'],
  [['MICRO_DEPOSIT'], 'failMoney', ['system'], 'NONE'],
  [['IN_APPROVE'], 'pass', ['O', 'R', 'T'], 'PASSED'],
  [['IN_APPROVE'], 'deny', ['O', 'R', 'T'], 'REJECTED'],
  [['IN_APPROVE'], 'reject', ['O', 'R', 'T'], 'REFUSED'],
  [['PASSED'], 'review', ['system', 'O', 'R'], 'IN_APPROVE'],
])
export const kycCan = kycMachine.can
export const nextKycStatus = kycMachine.next
export type KycEvent = (typeof kycMachine.events)[number]

export const microDepositTries = 3
export const microDepositDays = 7
