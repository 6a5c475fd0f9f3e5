import type { reportCalls } from '@usance/wire/report/calls'
import { ordersSeen } from '../../books/servicing/orders-seen.ts'
import { paymentsTold } from '../../books/servicing/payments-seen.ts'
import { receiptTold } from '../../books/servicing/receipt-told.ts'
import { receiptOfSeat, rowOfSeat } from '../../books/servicing/side-of-seat.ts'
import { elevate, type Tx } from '../../database/database.ts'
import { paperWord } from '../../files/paper-words.ts'
import { contractAmount } from '../../finance/contract/contract-amount.ts'
import { type Handler, Later } from '../../http/context.ts'
import { Refused } from '../../http/refused.ts'
import { sendFile } from '../../http/send-bytes.ts'
import { maskedAccount } from '../../party/bank-account/account-number.ts'
import { type PaperPart, paperPdf } from './paper-pdf.ts'

/** The last four digits of an account: a slip proves a transfer, it need not give accounts away. */
const masked = (account: string | null | undefined) => (account ? maskedAccount(account) : '-')
const accountOf = async (tx: Tx, id: string | null) =>
  id ? await tx.selectFrom('bankAccount').select(['bankAccount', 'bankName']).where('id', '=', id).executeTakeFirst() : undefined

/** The slip of a payment the bank has made, or of a receipt it has booked. */
export const bankSlip: Handler<typeof reportCalls.bankSlip> = async ({ tx, actor, query, raw }) => {
  const payment = await tx
    .selectFrom(paymentsTold(actor).as('p'))
    .leftJoin('company as payer', 'payer.id', 'p.funderId')
    .leftJoin('company as payee', 'payee.id', 'p.payeeCompanyId')
    .leftJoin(ordersSeen(actor).as('o'), 'o.id', 'p.orderId')
    .selectAll('p')
    .select(['payer.name as payerName', 'payee.name as companyName', 'o.orderNo'])
    .where('p.id', '=', query.id)
    .where('p.status', '=', 'PAID')
    .where(rowOfSeat(actor, 'p'))
    .executeTakeFirst()
  const receipt = payment
    ? undefined
    : await tx
        .selectFrom('collection as c')
        .innerJoin('company as payee', 'payee.id', 'c.funderId')
        .selectAll('c')
        .select(['payee.name as payeeName', receiptTold(actor, 'c').as('told')])
        .where('c.id', '=', query.id)
        .where(receiptOfSeat(actor, 'c'))
        .executeTakeFirst()
  const found = payment ?? receipt
  if (!found) throw new Refused('NOT_FOUND')
  await elevate(tx)
  const from = payment ? await accountOf(tx, payment.fromAccountId) : undefined
  const to = await accountOf(tx, payment ? payment.toAccountId : receipt!.told ? receipt!.bankAccountId : null)
  const parts: PaperPart[] = [
    {
      kind: 'facts',
      facts: [
        ['Amount 金额', contractAmount(found.amount, found.currency)],
        ['Value date 起息日', found.valueDate ?? '-'],
        ['Bank reference 银行参考号', found.bankRef ?? '-'],
        ['Payer 付款人', (payment ? payment.payerName : receipt!.payerName) ?? '-'],
        ['Payer account 付款账号', masked(payment ? from?.bankAccount : receipt!.payerAccount)],
        // Money nobody could match goes back to a sender that need not be a company here.
        ['Payee 收款人', payment ? (payment.companyName ?? payment.payeeName ?? '-') : receipt!.told ? receipt!.payeeName : '-'],
        [
          'Payee account 收款账号',
          `${masked(to?.bankAccount ?? payment?.payeeAccount)} ${to?.bankName ?? payment?.payeeBankCode ?? ''}`.trim(),
        ],
        ['Purpose 用途', paperWord(payment ? payment.type : 'RECEIPT')],
        ['Finance order 融资订单号', payment?.orderNo ?? '-'],
        ...(receipt?.rawText ? [['Remittance text 附言', receipt.rawText] as [string, string]] : []),
      ],
    },
    {
      kind: 'paragraph',
      text: 'Printed from the books of the portal. It repeats what the bank confirmed under the reference above. 本回单依据门户账簿打印，内容以上述银行参考号的确认为准。',
    },
  ]
  return new Later(async (outside) =>
    sendFile(raw.reply, `${found.no}.pdf`, 'application/pdf', await paperPdf(outside, found.no, 'Bank slip 银行回单', parts)),
  )
}
