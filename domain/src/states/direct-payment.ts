import { machine } from './machine.ts'

export const directPaymentStatuses = ['IN_APPROVE', 'PASSED', 'REJECTED', 'REFUSED', 'REVERSING', 'REVERSED'] as const
export type DirectPaymentStatus = (typeof directPaymentStatuses)[number]

/**
 * The life of a payment that somebody reports as made from buyer to supplier. Only a confirmed one lowers what is owed; one that
 * was confirmed in error is taken back after a second approval.
 */
export const directPaymentMachine = machine(directPaymentStatuses, [
  [['IN_APPROVE'], 'pass', ['S', 'T'], 'PASSED'],
  [['IN_APPROVE'], 'deny', ['S', 'T'], 'REJECTED'],
  [['IN_APPROVE'], 'reject', ['S', 'T'], 'REFUSED'],
  [['PASSED'], 'takeBack', ['S'], 'REVERSING'],
  [['REVERSING'], 'reverse', ['S', 'T'], 'REVERSED'],
  [['REVERSING'], 'keep', ['S', 'T'], 'PASSED'],
])
export type DirectPaymentEvent = (typeof directPaymentMachine.events)[number]
