import { machine } from './machine.ts'

export const repaymentStatuses = ['DRAFT', 'IN_APPROVE', 'PASSED', 'POSTED', 'REVERSED', 'REJECTED', 'REFUSED'] as const
export type RepaymentStatus = (typeof repaymentStatuses)[number]

/** Those that still claim the money they were matched from; of the others it is free again. */
export const claimingStatuses = repaymentStatuses.filter((one) => one !== 'REVERSED' && one !== 'REFUSED')

/** The life of a repayment. Only a posted one has touched the ledger, and only its reverse takes that back. */
export const repaymentMachine = machine(repaymentStatuses, [
  [['DRAFT'], 'submit', ['T'], 'IN_APPROVE'],
  [['IN_APPROVE'], 'pass', ['T', 'F'], 'PASSED'],
  [['IN_APPROVE'], 'deny', ['T', 'F'], 'REJECTED'],
  [['IN_APPROVE'], 'reject', ['T', 'F'], 'REFUSED'],
  [['REJECTED'], 'edit', ['T'], 'DRAFT'],
  // Its receipt went back.
  [['DRAFT', 'REJECTED'], 'withdraw', ['T'], 'REFUSED'],
  [['PASSED'], 'post', ['T', 'system'], 'POSTED'],
  [['POSTED'], 'reverse', ['T', 'F'], 'REVERSED'],
])
export type RepaymentEvent = (typeof repaymentMachine.events)[number]
