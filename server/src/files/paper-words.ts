import type { FinanceOrderStatus } from '@usance/domain/states/finance-order'

const orderStatuses: Record<FinanceOrderStatus, string> = {
  DRAFT: 'Draft 草稿',
  SUBMITTED: 'Submitted 已提交',
  IN_APPROVE: 'In approval 审批中',
  PASSED: 'Passed 已通过',
  REJECTED: 'Sent back 退回修改',
  REFUSED: 'Refused 已拒绝',
  RIGHT_CONFIRMED: 'Right confirmed 已确权',
  FUNDING: 'Funding 放款中',
  FUNDED: 'Funded 已放款',
  PARTIALLY_REPAID: 'Partly repaid 部分还款',
  OVERDUE: 'Overdue 已逾期',
  SETTLED: 'Settled 已结清',
  CONVERTED: 'Converted 已转换',
  WRITTEN_OFF: 'Written off 已核销',
  REVOKED: 'Revoked 已撤销',
  EXPIRED: 'Expired 已过期',
}
const words: Record<string, string> = {
  SUPPLIER: 'Supplier 供应商',
  BUYER: 'Buyer 买方',
  FUNDER: 'Funder 资金方',
  NONE: 'Nobody 无需确权',
  TYPED: 'Typed 键入',
  DRAWN: 'Drawn 手写',
  UPLOADED: 'Picture 图片',
  FUNDING: 'Funding 放款',
  RELEASE: 'Reserve release 保留款释放',
  REFUND: 'Refund 退款',
  FEE_REMIT: 'Fees to the platform 平台费用',
  RECEIPT: 'Receipt 收款',
  RECEIPT_RETURN: 'Return of a receipt 来款退回',
}

/** A code as a printed document says it, in English and Chinese: who reads it is not asked for a language. */
export const paperWord = (code: string | null | undefined): string => (code ? (words[code] ?? code) : '-')

/** The status of a finance order as a printed document says it, in English and Chinese. */
export const orderStatusWord = (status: FinanceOrderStatus): string => orderStatuses[status]
