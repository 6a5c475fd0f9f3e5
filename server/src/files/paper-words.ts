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
