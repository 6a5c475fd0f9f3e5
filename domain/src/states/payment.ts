import { machine } from './machine.ts'

export const paymentStatuses = ['DRAFT', 'IN_APPROVE', 'INSTRUCTED', 'PAID', 'FAILED', 'CANCELLED'] as const
export type PaymentStatus = (typeof paymentStatuses)[number]

/**
 * The life of money going out. A payment that the bank refused or sent back is corrected and approved again; one that it acknowledges
 * after all is with the bank as before. What never was PAID comes back only where the bank has it by an earlier file; one that is
 * cancelled stays so.
 */
export const paymentMachine = machine(paymentStatuses, [
  [['DRAFT', 'FAILED'], 'submit', ['T'], 'IN_APPROVE'],
  [['IN_APPROVE'], 'instruct', ['T', 'F'], 'INSTRUCTED'],
  [['IN_APPROVE'], 'deny', ['T', 'F'], 'DRAFT'],
  [['IN_APPROVE'], 'reject', ['T', 'F'], 'CANCELLED'],
  [['INSTRUCTED'], 'pay', ['T', 'system'], 'PAID'],
  [['INSTRUCTED'], 'fail', ['T', 'system'], 'FAILED'],
  [['PAID', 'INSTRUCTED', 'DRAFT', 'FAILED'], 'return', ['T'], 'FAILED'],
  [['CANCELLED'], 'return', ['T'], 'CANCELLED'],
  [['FAILED', 'DRAFT'], 'acknowledge', ['system'], 'INSTRUCTED'],
  [['DRAFT', 'IN_APPROVE', 'FAILED'], 'cancel', ['T', 'system'], 'CANCELLED'],
])
export const paymentCan = paymentMachine.can
export type PaymentEvent = (typeof paymentMachine.events)[number]
