import type { NoticeEvent } from '@usance/wire/notification/events'

/** What the portal says of each event: a headline and a line below it. A missing event does not compile. */
const events = {
  APPROVAL_WAITING: {
    title: '{{businessNo}} waits for your approval',
    text: '{{business}}, step “{{nodeName}}”',
  },
  APPROVAL_OVERDUE: {
    title: 'The approval of {{businessNo}} is late',
    text: '{{business}}, step “{{nodeName}}” is past its time',
  },
  APPROVAL_OVERDUE_OF_COLLEAGUES: {
    title: 'The approval of {{businessNo}} is late',
    text: '{{business}}, step “{{nodeName}}” is past its time. Remind those who decide on it, or give their role to another colleague.',
  },
  APPROVAL_WITHOUT_DECIDER: {
    title: 'Nobody may decide on {{businessNo}}',
    text: '{{business}}, step “{{nodeName}}”: all who hold the role made it, decided on it already or are concerned. It waits until a director or administrator gives the role to another colleague.',
  },
  APPROVAL_PASSED: {
    title: '{{businessNo}} was approved',
    text: '{{business}}. {{comment}}',
  },
  APPROVAL_REJECTED: {
    title: '{{businessNo}} was sent back to be corrected',
    text: '{{business}}. {{comment}}',
  },
  APPROVAL_REJECTED_OF_LEAVER: {
    title: '{{businessNo}} was sent back, and its maker has left',
    text: '{{business}}. {{comment}} Give the role to a colleague, who corrects it.',
  },
  APPROVAL_REFUSED: {
    title: '{{businessNo}} was refused',
    text: '{{business}}. {{comment}}',
  },
  APPROVAL_WITHDRAWN: {
    title: '{{businessNo}} was withdrawn',
    text: '{{business}}. There is nothing left to approve.',
  },
  USER_CHANGED: { title: 'A change of your user at {{company}} holds', text: 'A second person has passed {{no}}.' },
  USER_CHANGE_ASKED: {
    title: 'A change of your user at {{company}} was put forward: {{no}}',
    text: '{{by}} asks for it; a second person decides. If you do not know of it, tell {{by}} or operations now.',
  },
  WEBHOOK_STOPPED: {
    title: 'A webhook is switched off',
    text: 'Whoever set {{url}} may no longer set webhooks for the company. Switch it on again if the address is yours.',
  },
  USER_REMOVED: {
    title: 'You no longer work for {{company}} here',
    text: '{{by}} has taken your roles there away. Your sign-in and your other companies stay.',
  },
  USER_SIGNING_ENDED: {
    title: 'The right of {{person}} to sign for {{company}} has ended',
    text: 'Each company now gives the right to sign itself. A director of {{company}} gives it again on the page of the user, and a second person passes it.',
  },
  API_KEYS_STAY: {
    title: 'Your password changed; {{count}} API {count|key|keys} of yours {count|goes|go} on',
    text: 'End those that somebody else may know.',
  },
  CUSTOMER_REQUESTED: {
    title: '{{company}} asks for a new customer: {{customer}}',
    text: 'Add the company, or tell them why not.',
  },
  BUYER_WATCH: {
    title: 'Watch {{buyer}}: it pays later, and there is a bad sign',
    text: '“{{signal}}” of {{date}}; paid {{now}} days late in the last 90 days, {{before}} in the 90 before',
  },
  NEWS_PUBLISHED: { title: 'Market news: {{title}}', text: 'Published by the operator' },
  NEWS_IMPORTED: { title: '{{count}} new {count|piece|pieces} of market news', text: 'From the news feeds' },
  DELEGATION_RECEIVED: {
    title: '{{from}} asked you to approve on their behalf',
    text: 'From {{fromDate}} to {{toDate}}{{seat}}',
  },
  DELEGATION_ENDED: {
    title: 'The delegation between you and {{person}} has ended',
    text: 'It ran from {{fromDate}} to {{toDate}}, and a seat, role or account that it rested on was taken away. It can be given again.',
  },
  BANK_VERIFICATION_STARTED: {
    title: '{{company}} asks for a test payment',
    text: 'Verification {{no}}: pay the amount and note it',
  },
  BANK_VERIFICATION_PAID: {
    title: 'The test payment to your account was made',
    text: 'Verification {{no}}: state the amount that arrives',
  },
  BANK_VERIFICATION_UNLOCKED: {
    title: 'You may verify your bank account anew',
    text: 'Verification {{no}} was ended',
  },
  PRICING_OFFERED: {
    title: 'A price was offered to you',
    text: 'Offer {{no}}: accept it to finance at this price, or reject it',
  },
  INVOICE_SUBMIT: {
    title: 'Invoice {{invoiceNo}} waits for confirmation',
    text: '{{amount}}',
  },
  INVOICE_CONFIRM: {
    title: 'Invoice {{invoiceNo}} was confirmed',
    text: '{{amount}}',
  },
  INVOICE_RETURN: {
    title: 'Invoice {{invoiceNo}} came back to be corrected',
    text: '{{comment}}',
  },
  INVOICE_DISPUTE: {
    title: 'Invoice {{invoiceNo}} is disputed',
    text: '{{comment}}',
  },
  INVOICE_RESOLVE: {
    title: 'The dispute over invoice {{invoiceNo}} is settled',
    text: '{{comment}}',
  },
  INVOICE_RESOLUTION_PROPOSED: {
    title: 'The buyer calls the dispute over {{invoiceNo}} settled',
    text: '{{comment}}',
  },
  INVOICE_CANCEL: {
    title: 'Invoice {{invoiceNo}} was cancelled',
    text: '{{amount}}',
  },
  INVOICE_ADJUSTED: {
    title: 'Invoice {{invoiceNo}} was adjusted',
    text: '{{comment}}',
  },
  INVOICE_SIGN_RAISED: {
    title: 'Invoice {{invoiceNo}} needs a look',
    text: '{{supplier}} sent an invoice with a sign that risk looks into. Its page says which.',
  },
  INVOICE_PAPERS_CHANGED: {
    title: 'The supplier changed the papers of invoice {{invoiceNo}}',
    text: 'They are others than those that were shown before. Look at them.',
  },
  FEE_BILLED: {
    title: 'Fee bill {{no}} for {{orderNo}}',
    text: '{{amount}}, of which {{openAmount}} is open, due on {{dueOn}}. What is open is paid beside the invoices.',
  },
  FEE_BILL_WAIVED: {
    title: '{{orderNo}}: the last {{amount}} of the fee bills was waived',
    text: 'The funder bears it. Nobody has to pay it any more.',
  },
  FEE_BILL_CHANGED: {
    title: 'Fee bill {{no}} for {{orderNo}} comes to {{amount}} now',
    text: 'A fee of the order was adjusted. {{openAmount}} of the bill is open, due on {{dueOn}}.',
  },
  FEE_ADJUSTMENT_SUBMITTED: {
    title: 'A fee of {{orderNo}} is to be adjusted',
    text: '{{no}}, {{amount}}',
  },
  FEE_ADJUSTMENT_PASSED: {
    title: 'A fee of {{orderNo}} was adjusted',
    text: '{{no}}, {{amount}}',
  },
  FEE_ADJUSTMENT_REJECTED: {
    title: 'The fee adjustment {{no}} was sent back',
    text: '{{orderNo}}. {{comment}}',
  },
  FEE_ADJUSTMENT_REFUSED: {
    title: 'The fee adjustment {{no}} was refused',
    text: '{{orderNo}}. {{comment}}',
  },
  FEE_ADJUSTMENT_WITHDRAWN: {
    title: 'The fee adjustment {{no}} was withdrawn',
    text: '{{orderNo}}. {{comment}}',
  },
  WRITE_OFF_REQUESTED: {
    title: 'The write-off of {{orderNo}} was asked for',
    text: '{{reason}}',
  },
  WRITE_OFF_ENDED: {
    title: '{{orderNo}} is not written off',
    text: '{{comment}}',
  },
  FINANCE_ORDER_RATE_REVISED: {
    title: '{{type}} of {{date}} was corrected or came late: {{orderNo}} keeps its rate',
    text: 'It rests on {{before}} %; the fixing is {{after}} % now. At that one its interest and overdue interest to date would differ by {{amount}}.',
  },
  FINANCE_ORDER_INCOME_REVISED: {
    title: '{{type}} of {{date}} was corrected or came late: {{orderNo}} keeps its rate',
    text: 'It rests on {{before}} %; the fixing is {{after}} % now. At that one your own interest and overdue interest on it to date would differ by {{amount}}.',
  },
  FINANCE_ORDER_RATES_REVISED: {
    title: '{{count}} fixings of {{type}} were corrected or came late: {{orderNo}} keeps its rates',
    text: 'They are of {{fromDate}} to {{toDate}}. At their present values its interest and overdue interest to date would differ by {{amount}}.',
  },
  FINANCE_ORDER_INCOMES_REVISED: {
    title: '{{count}} fixings of {{type}} were corrected or came late: {{orderNo}} keeps its rates',
    text: 'They are of {{fromDate}} to {{toDate}}. At their present values your own interest and overdue interest on it to date would differ by {{amount}}.',
  },
  POOL_SHORT: {
    title: 'Pool {{pool}} is short by {{amount}}',
    text: 'The pool does not cover its drawings{{uses}}. Assign further receivables, repay, or withdraw a drawing on its way.',
  },
  POOL_BANK_FIGURES: {
    title: 'The bank allows {{amount}} on pool {{pool}}',
    text: 'As of {{date}}. What may be drawn follows this figure.',
  },
  LIMIT_CHANGED: {
    title: 'A limit of yours is {{amount}} now',
    text: '{{parties}}, from {{fromDate}} to {{toDate}}',
  },
  LIMIT_ENDED: {
    title: 'A limit of yours was ended',
    text: '{{parties}}: it was {{amount}}',
  },
  INVOICE_ADJUSTMENT_SUBMITTED: {
    title: 'An adjustment of invoice {{invoiceNo}} was put forward',
    text: '{{refNo}}, {{amount}}',
  },
  INVOICE_ADJUSTMENT_PASSED: {
    title: 'The adjustment {{refNo}} was approved',
    text: 'Invoice {{invoiceNo}}. {{comment}}',
  },
  INVOICE_ADJUSTMENT_REJECTED: {
    title: 'The adjustment {{refNo}} was sent back',
    text: 'Invoice {{invoiceNo}}. {{comment}}',
  },
  INVOICE_ADJUSTMENT_REFUSED: {
    title: 'The adjustment {{refNo}} was refused',
    text: 'Invoice {{invoiceNo}}. {{comment}}',
  },
  INVOICE_ADJUSTMENT_WITHDRAWN: {
    title: 'The adjustment {{refNo}} was withdrawn',
    text: 'Invoice {{invoiceNo}}. {{comment}}',
  },
  DIRECT_PAYMENT_REPORTED: {
    title: 'A payment of invoice {{invoiceNo}} was reported',
    text: '{{no}}, {{amount}}. It counts once the supplier has confirmed it.',
  },
  DIRECT_PAYMENT_CONFIRMED: {
    title: 'Payment {{no}} of invoice {{invoiceNo}} was confirmed',
    text: '{{amount}}',
  },
  DIRECT_PAYMENT_REFUSED: {
    title: 'Payment {{no}} of invoice {{invoiceNo}} was not confirmed',
    text: '{{amount}}. {{comment}}',
  },
  DIRECT_PAYMENT_TAKEN_BACK: {
    title: 'Payment {{no}} of invoice {{invoiceNo}} was taken back',
    text: '{{amount}} is owed again. {{comment}}',
  },
  PURCHASE_ORDER_SUBMIT: {
    title: 'Purchase order {{poNo}} waits for confirmation',
    text: '{{amount}}',
  },
  PURCHASE_ORDER_CONFIRM: {
    title: 'Purchase order {{poNo}} was confirmed',
    text: '{{amount}}',
  },
  PURCHASE_ORDER_RETURN: {
    title: 'Purchase order {{poNo}} came back to be corrected',
    text: '{{comment}}',
  },
  PURCHASE_ORDER_UPDATE: {
    title: 'Purchase order {{poNo}} has news of its shipment',
    text: '{{amount}}',
  },
  PURCHASE_ORDER_UPLOAD: {
    title: 'The supplier changed the papers of purchase order {{poNo}}',
    text: 'They are others than those that were shown before. Look at them.',
  },
  PURCHASE_ORDER_EDIT: {
    title: 'Purchase order {{poNo}} was changed',
    text: '{{amount}}',
  },
  PURCHASE_ORDER_CANCEL: {
    title: 'Purchase order {{poNo}} was cancelled',
    text: '{{comment}}',
  },
  PURCHASE_ORDER_CLOSE: {
    title: 'Purchase order {{poNo}} is fully invoiced and closed',
    text: '{{amount}}',
  },
  PURCHASE_ORDER_REOPEN: {
    title: 'Purchase order {{poNo}} is open again: its invoices no longer cover it',
    text: '{{amount}}',
  },
  FINANCE_ORDER_SUBMITTED: {
    title: 'Finance order {{orderNo}} was submitted',
    text: '{{amount}}',
  },
  FINANCE_ORDER_IN_APPROVE: {
    title: 'Finance order {{orderNo}} is being approved',
    text: '{{amount}}',
  },
  FINANCE_ORDER_PASSED: {
    title: 'Finance order {{orderNo}} was approved',
    text: '{{amount}}',
  },
  FINANCE_ORDER_REJECTED: {
    title: 'Finance order {{orderNo}} was sent back',
    text: '{{comment}}',
  },
  FINANCE_ORDER_REFUSED: {
    title: 'Finance order {{orderNo}} was refused',
    text: '{{comment}}',
  },
  FINANCE_ORDER_RIGHT_CONFIRMED: {
    title: 'The right behind {{orderNo}} is confirmed',
    text: 'It can now be funded: {{amount}}',
  },
  FINANCE_ORDER_PRICE_ASKED: {
    title: '{{orderNo}} has another price now',
    text: 'It has to be priced anew. Paid on {{date}} it would bring {{amount}}. Accept the new price or withdraw the order.',
  },
  FINANCE_ORDER_PRICE_ACCEPTED: {
    title: 'The supplier accepted the new price of {{orderNo}}',
    text: '{{amount}}, to be paid on {{date}}',
  },
  FINANCE_ORDER_FUNDING: {
    title: 'The payment of {{orderNo}} is on its way',
    text: '{{amount}}',
  },
  CONTRACT_TEMPLATE_SAVED: {
    title: 'A new version of template {{code}}',
    text: '{{name}}, version {{version}}',
  },
  AUDIT_HEAD: {
    title: 'Head of the audit chain: link {{seq}}',
    text: '{{hash}}',
  },
  FINANCE_ORDER_FUNDED: {
    title: '{{orderNo}} is funded',
    text: '{{amount}}',
  },
  FINANCE_ORDER_MATURING: {
    title: '{{orderNo}} matures on {{maturity}}',
    text: 'Days left: {{days}}',
  },
  FINANCE_ORDER_OVERDUE: {
    title: '{{orderNo}} is overdue',
    text: 'Outstanding: {{principal}}',
  },
  FINANCE_ORDER_SETTLED: {
    title: '{{orderNo}} is settled',
    text: 'Nothing is owed on it any more.',
  },
  FINANCE_ORDER_OWED_TO_SUPPLIER: {
    title: '{{orderNo}} is settled: you owe its supplier again',
    text: 'Nothing of its invoices is owed to the funder any more. Pay the supplier what is still open on them.',
  },
  FINANCE_ORDER_REST_OPEN: {
    title: '{{orderNo}} is settled: {{principal}} of your invoices is still open',
    text: 'Pay it to the same collection account as before. It is passed on to the supplier.',
  },
  FINANCE_ORDER_REST_OF_BOTH: {
    title: '{{orderNo}} is settled: some of your invoices are still open',
    text: 'Pay {{principal}} to the same collection account as before, and {{amount}} to the supplier, which has taken that back.',
  },
  FINANCE_ORDER_BILLS_OPEN: {
    title: '{{orderNo}} is settled: {{amount}} of your fee bills is still open',
    text: 'Pay it to the same collection account as before, with the number of the bill in the text.',
  },
  FINANCE_ORDER_TOP_UP_LEFT: {
    title: '{{orderNo}} ended with money kept for it',
    text: '{{no}} keeps {{amount}} of the supplier for a conversion that is not paid any more. Take the repayment back, then return the money or match it anew.',
  },
  FINANCE_ORDER_CONVERTED: {
    title: '{{orderNo}} was converted into invoice finance',
    text: 'Principal left: {{principal}}',
  },
  FINANCE_ORDER_WAIVED: {
    title: '{{orderNo}}: the small remainder of {{amount}} was waived',
    text: 'The funder bears it. Nobody has to pay it any more.',
  },
  FINANCE_ORDER_COSTS_FROM_RESERVE: {
    title: '{{orderNo}}: the reserve paid the last costs of {{amount}}',
    text: 'They were taken from the reserve that the funder holds for the supplier.',
  },
  FINANCE_ORDER_RESERVE_SHORT: {
    title: '{{orderNo}}: {{amount}} of the released reserve is owed back',
    text: 'A receipt of an earlier day was recorded or taken back, and what was booked after that day was booked again. Less reserve was due than has been released. The supplier owes the difference to the funder. Beyond the tolerance for small remainders it is due at once and overdue from the next day, and no reserve is released to the supplier by this funder until it is paid; within the tolerance it is due with the invoices of the order.',
  },
  FINANCE_ORDER_REMAINDER_WAIVED: {
    title: '{{orderNo}}: the last {{amount}} of the receivable was waived',
    text: 'The supplier bears it. Nobody has to pay it any more.',
  },
  FINANCE_ORDER_WRITTEN_OFF: {
    title: '{{orderNo}} was written off',
    text: 'Principal: {{principal}}',
  },
  FINANCE_ORDER_REVOKED: {
    title: '{{orderNo}} was withdrawn',
    text: '{{amount}}',
  },
  FINANCE_ORDER_PAPERS_CHANGED: {
    title: 'The supplier changed the papers of finance order {{orderNo}}',
    text: 'They are others than those that you approved. Look at them before it is paid.',
  },
  FINANCE_ORDER_NOTICE_ENDED: {
    title: 'Finance order {{orderNo}} ended before it was paid',
    text: 'A notice of assignment that you signed for it holds no longer: you owe its invoices to the supplier.',
  },
  FINANCE_ORDER_EXPIRED: {
    title: '{{orderNo}} expired before it was funded',
    text: 'Its documents are free again.',
  },
  FINANCE_ORDER_HELD_BY_BANK: {
    title: 'The bank has the transfer of {{orderNo}} after all, though the order was withdrawn or expired',
    text: 'Its documents are locked again, and use the limits, until settlement records that the money came back or never left, or the bank refuses the transfer. If the money has reached you, send it back.',
  },
  FINANCE_ORDER_BARRED_BY_BANK: {
    title: 'The payment of {{orderNo}} waits: the bank has a document of it for another order',
    text: 'The other order ended before it was paid, and the bank has its transfer after all. Until settlement records that its money came back or never left, or the bank refuses the transfer, nothing is paid on {{docNo}}.',
  },
  FINANCE_ORDER_FREE_OF_BANK: {
    title: 'The documents of {{orderNo}} are free again',
    text: 'The bank no longer has the transfer of the ended order. They can be financed anew.',
  },
  CONTRACT_TO_SIGN: {
    title: 'Contract {{contractNo}} waits for a signature of your company',
    text: '{{name}}, {{orderNo}}',
  },
  CONTRACT_SIGNED: {
    title: '{{party}} signed contract {{contractNo}}',
    text: 'Other signatures are still open.',
  },
  CONTRACT_COMPLETED: {
    title: 'Contract {{contractNo}} is signed by everybody',
    text: 'Signed last by {{party}}',
  },
  CONTRACT_ACCOUNT_CLOSED: {
    title: 'Account {{account}} of your notices is closed',
    text: '{{bankName}}. Contracts of yours that lead to it: {{count}}. Opened here, each shows the account to pay to instead.',
  },
  VIRTUAL_ACCOUNT_CLOSED: {
    title: 'Account {{account}} of your virtual account is closed',
    text: '{{bankName}}. Do not pay to it any more, also not with your number.',
  },
  PAYMENT_DRAFTED: {
    title: 'Payment {{no}} waits to be sent',
    text: '{{orderNo}}',
  },
  PAYMENT_FUNDING_PAID: {
    title: 'Financing payment {{no}} was paid',
    text: '{{amount}}',
  },
  PAYMENT_RELEASE_PAID: {
    title: 'Reserve release {{no}} was paid',
    text: '{{amount}}',
  },
  PAYMENT_REFUND_PAID: {
    title: 'Refund {{no}} was paid',
    text: '{{amount}}',
  },
  PAYMENT_FEE_REMIT_PAID: {
    title: 'Fee remittance {{no}} was paid',
    text: '{{amount}}',
  },
  PAYMENT_RECEIPT_RETURN_PAID: {
    title: 'Unidentified money {{no}} was sent back',
    text: '{{amount}}',
  },
  PAYMENT_OWED_BACK: {
    title: 'You owe again what {{no}} paid back to you: {{amount}}',
    text: 'Your bank took back the payment that it came from as well, so you have that money twice. Pay it to the account to which you had made that payment, and quote {{no}}.',
  },
  PAYMENT_OWED_TO_FUNDER: {
    title: '{{company}} owes you again what {{no}} paid back to it: {{amount}}',
    text: 'The bank took the receipt behind it back as well, so the payer has that money twice. It is to pay it to the account that its payment had come in on; a payer with an account here was told so.',
  },
  BANK_ACCOUNT_ADDED: {
    title: 'A bank account was entered: {{bankName}} {{account}}',
    text: 'It is checked before money goes to it. If nobody of yours entered it, tell us at once.',
  },
  BANK_ACCOUNT_ENABLE: {
    title: 'Bank account {{account}} is in use',
    text: '{{bankName}}',
  },
  BANK_ACCOUNT_DISABLE: {
    title: 'Bank account {{account}} is switched off',
    text: '{{bankName}}',
  },
  PAYMENT_FAILED: {
    title: 'Payment {{no}} could not be made',
    text: '{{reason}}',
  },
  PAYMENT_RETURNED: {
    title: 'Payment {{no}} of {{amount}} did not arrive',
    text: 'It is no longer recorded as paid. {{reason}}',
  },
  PAYMENT_RELEASE_LOST: {
    title: 'Release {{no}} of {{amount}} was cancelled',
    text: '{{orderNo}} was written off before the release was sent, and its reserve bears the loss.',
  },
  PAYMENT_WITH_BANK_AFTER_ALL: {
    title: 'The bank reports that it has payment {{no}} by file {{fileNo}}, which no longer holds it',
    text: '{{amount}}, status {{status}}. Look at the statement of the bank: record the payment as paid if it shows the debit, or have the money sent back if it was paid before or is no longer due. If the bank has not paid, record that it did not arrive.',
  },
  PAYMENT_REPORT_UNCLEAR: {
    title: 'What the bank reports on payment {{no}} in file {{fileNo}} does not fit, and nothing was changed',
    text: '{{amount}}, status {{status}}. {{reason}} It is against itself, against what is recorded, or about another amount; or the money may have come back and be booked as a receipt. Look at the statement of the bank: if it shows the debit, the payment is recorded as paid; if the bank has not paid, or the money came back, record that it did not arrive. Where the payment was recorded by hand, that dialog also says that it is the same movement.',
  },
  PAYMENT_WITH_BANK_CANCELLED: {
    title: 'The bank reports on file {{fileNo}} that it has payment {{no}}, which is cancelled',
    text: '{{amount}}, status {{status}}. {{reason}} Look at the statement of the bank. If it shows the debit, have the money sent back; once it is back, or if it never left, record that the payment did not arrive. Until then it counts as paid out: what it took stays taken, and nothing is drafted in its place. The receipt of a return may have been matched or sent back otherwise since: then more is taken of it than came in. Look at the receipt as well.',
  },
  DOCUMENT_WITH_BANK: {
    title:
      'The bank reports on file {{fileNo}} that it has payment {{no}}, which is cancelled and whose documents are on {{orders}} now',
    text: '{{amount}}, status {{status}}. {{reason}} Orders on the same documents are not paid meanwhile. Look at the statement of the bank. If it shows the debit, have the money sent back; once it is back, or if it never left, record that payment {{no}} did not arrive.',
  },
  DOCUMENT_FINANCED_TWICE: {
    title:
      'Financed twice at the bank: it reports on file {{fileNo}} that it has payment {{no}}, which is cancelled, and money of {{orders}} is out on the same documents',
    text: '{{amount}}, status {{status}}. {{reason}} Look at the statement of the bank at once. Have one of the two payments stopped or sent back; once the money of payment {{no}} is back, or if it never left, record that it did not arrive.',
  },
  PROVIDER_EVENT_REFUSED: {
    title: 'Event {{no}} of the payment provider could not be booked',
    text: '{{kind}} on {{account}}, payer {{payer}}: {{amount}}. {{fault}}',
  },
  COLLECTION_REPORTED_BACK: {
    title: 'The payment provider reports that receipt {{no}} went back',
    text: '{{amount}}, payer {{payer}}. It can be used for nothing until you record that the bank took it back, or that the report is wrong.',
  },
  REPAYMENT_REPORTED_BACK: {
    title: 'Repayment {{no}} rests on a receipt that went back, as the provider reports',
    text: '{{amount}} of {{receipt}} is posted. Look at the statement of the bank; if it shows the debit, take the repayment back.',
  },
  REPAYMENT_OF_OTHER_PAYER: {
    title: '{{no}} was paid by another company than the debtor',
    text: '{{payer}} paid {{amount}} on {{orderNo}} that {{debtor}} owed.',
  },
  REPAYMENT_POSTED: {
    title: 'A repayment of {{orderNo}} was posted',
    text: '{{no}}, {{amount}}',
  },
  REPAYMENT_REVERSED: {
    title: 'Repayment {{no}} was taken back',
    text: '{{amount}}',
  },
  RECOURSE_CLAIM_OPENED: {
    title: 'A recourse claim was opened on {{orderNo}}',
    text: '{{amount}} is claimed{{settling}}.',
  },
  FINANCE_ORDER_BUYER_FEES_LOWERED: {
    title: 'Your fees on {{orderNo}} are lower than the notice of assignment states',
    text: '{{amount}} are billed instead of {{stated}}. You need not sign anything.',
  },
  LOSS_DILUTED: {
    title: 'A credit note lowers what is owed on {{orderNo}}, which was written off',
    text: '{{amount}} of the loss is owed by no buyer any more, but by the supplier.',
  },
} satisfies Record<NoticeEvent, { title: string; text: string }>

export default {
  messages: {
    title: 'Messages',
    claimSettling: '; {{settles}}, paid on the day of this message, settles all that is claimed on the order',
    poolUses: ': {{drawn}} is out and {{coming}} on its way',
    all: 'All messages',
    unread: 'Unread',
    unreadOnly: 'Unread only',
    readAll: 'Mark all as read',
    markRead: 'Mark as read',
    open: 'Open',
    none: 'No messages',
    noneText: 'What concerns you shows up here at once, without reloading.',
    allRead: 'You have read everything',
    failed: 'The messages could not be loaded',
    more: 'Show more',
    today: 'Today',
    earlier: 'Earlier',
    other: 'Something changed',
    aboutAll: 'All',
    aboutApproval: 'Approvals',
    aboutTrading: 'Trading',
    aboutFinance: 'Financing',
    aboutMoney: 'Payments',
    business: {
      KYC: 'Customer check',
      USER: 'User',
      STAFF_USER: 'User, passed by operations',
      ROLE: 'Role',
      WORKFLOW: 'Approval flow',
      BANK_ACCOUNT: 'Bank account',
      LIMIT: 'Limit',
      BUYER_LIMIT: 'Buyer limit',
      DISCLOSURE: 'Disclosure to a buyer',
      PRODUCT: 'Product',
      RATE: 'Rate',
      CALENDAR: 'Holiday calendar',
      PO_ADJUSTMENT: 'Purchase order adjustment',
      INVOICE_ADJUSTMENT: 'Invoice adjustment',
      DIRECT_PAYMENT: 'Direct payment',
      DIRECT_PAYMENT_REVERSAL: 'Direct payment taken back',
      FINANCE_ORDER: 'Finance order',
      PAYMENT: 'Payment',
      RELEASE: 'Reserve release',
      REFUND: 'Refund',
      PAYMENT_FILE: 'Payment file',
      REPAYMENT: 'Repayment',
      REPAYMENT_REVERSAL: 'Repayment reversal',
      FEE_ADJUSTMENT: 'Fee adjustment',
      WRITE_OFF: 'Write-off',
      CONTRACT_TEMPLATE: 'Contract template',
    },
    node: {
      SUBMIT: 'Submission',
      SUPPLIER_CHECK: 'Supplier check',
      BUYER_CHECK: 'Buyer check',
      FUNDER_CHECK: 'Funder approval',
      FUNDER_SECOND_CHECK: 'Second funder approval',
      DIRECTOR_CHECK: 'Director',
      OPERATIONS_CHECK: 'Operations',
      DOCUMENT_CHECK: 'Document check',
      RISK_CHECK: 'Risk',
      SETTLEMENT_CHECK: 'Settlement',
      ADJUSTMENT_CHECK: 'Adjustment check',
      RECEIPT_CHECK: 'Receipt check',
    },
    events,
  },
}
