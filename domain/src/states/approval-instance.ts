import { machine } from './machine.ts'

const approvalStatuses = ['IN_APPROVE', 'PASSED', 'REJECTED', 'REFUSED', 'WITHDRAWN'] as const

const approvers = ['S', 'B', 'F', 'D', 'O', 'R', 'T'] as const

/** The life of an approval. Deny (REJECTED) sends back for correction and may start again, or be withdrawn; reject (REFUSED) is final. */
export const approvalMachine = machine(approvalStatuses, [
  [['IN_APPROVE'], 'passStep', approvers, 'IN_APPROVE'],
  [['IN_APPROVE'], 'pass', approvers, 'PASSED'],
  [['IN_APPROVE'], 'deny', approvers, 'REJECTED'],
  [['IN_APPROVE'], 'reject', approvers, 'REFUSED'],
  [['IN_APPROVE', 'REJECTED'], 'withdraw', ['S', 'B', 'F', 'D', 'O', 'R', 'T', 'A'], 'WITHDRAWN'],
  [['REJECTED'], 'resubmit', ['S', 'B', 'F', 'D', 'O', 'R', 'T', 'A'], 'IN_APPROVE'],
])
