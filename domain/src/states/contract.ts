import { machine } from './machine.ts'

export const contractStatuses = ['DRAFT', 'PENDING_SIGN', 'PARTIALLY_SIGNED', 'SIGNED', 'EXPIRED', 'TERMINATED', 'VOID'] as const

/** The life of a contract. `sign` is one signature of several, `signLast` the one that completes it. */
export const contractMachine = machine(contractStatuses, [
  [['DRAFT'], 'issue', ['system', 'O'], 'PENDING_SIGN'],
  [['PENDING_SIGN', 'PARTIALLY_SIGNED'], 'sign', ['S', 'B', 'F', 'D'], 'PARTIALLY_SIGNED'],
  [['PENDING_SIGN', 'PARTIALLY_SIGNED'], 'signLast', ['S', 'B', 'F', 'D'], 'SIGNED'],
  [['DRAFT', 'PENDING_SIGN', 'PARTIALLY_SIGNED'], 'void', ['system', 'O'], 'VOID'],
  [['SIGNED'], 'expire', ['system'], 'EXPIRED'],
  [['SIGNED'], 'terminate', ['O', 'F'], 'TERMINATED'],
])
export const contractCan = contractMachine.can
