import type { Translate } from '../../../i18n/i18n.ts'

/** Why a receipt seems to pay an order, in words: 'INVOICE_NO FO-1' names the reason and the order; other text is a person's. */
export function reasonWords(text: Translate, reason: string | null | undefined): string {
  const found = /^(ORDER_NO|BILL_NO|INVOICE_NO|AMOUNT|PAYER|VIRTUAL_ACCOUNT) (\S+)$/.exec(reason ?? '')
  return found ? `${found[2]}: ${text.of('repayment.reason', found[1] ?? '')}` : (reason ?? '')
}
