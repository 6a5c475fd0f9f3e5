import type { ErrorName } from '@usance/wire/errors'

/** What every refusal says: what happened, and what to do now. */
export const errors = {
  BAD_REQUEST: 'Some of what was sent is missing or not in the right form. Check the fields and try again.',
  SESSION_EXPIRED: 'You were signed out after a while without activity. Please sign in again.',
  SIGN_IN_FIRST: 'A link from a mail lets you read. Sign in with your password to act.',
  SEAT_LOST: 'You no longer hold this role. Reload the page to go on in another one.',
  COMPANY_CHANGED: 'You now work for another company. Reload the page; nothing of this was done.',
  FORBIDDEN: 'Your role does not allow this. Ask your administrator if you need it.',
  NOT_FOUND: 'This record does not exist, or it does not belong to your company.',
  METHOD_NOT_ALLOWED: 'This address does not accept that kind of request.',
  GONE: 'This is no longer available.',
  PAYLOAD_TOO_LARGE: 'This is too large to send. Files may be at most 20 MB, zip files 100 MB.',
  TOO_MANY_REQUESTS: 'That was too many requests at once. Wait a moment and try again.',
  INTERNAL: 'Something went wrong on our side. Please try again; if it happens again, quote the request number to support.',
  UNAVAILABLE: 'The service is busy or being updated. Please try again in a minute.',
  BAD_CREDENTIALS: 'User name or password is not right. Check both and try again.',
  NOTICE_INVALID: 'This notice link is no longer valid. Please sign in to read on.',
  USER_LOCKED: 'Too many failed attempts. Try again in {{minutes}} minutes, or reset your password.',
  USER_NOT_ACTIVE: 'This account is not active yet. Open the link in your invitation mail first.',
  USER_STOPPED: 'This account is disabled. Ask your company administrator to activate it.',
  SECOND_FACTOR_REQUIRED: 'Enter the 6-digit code from your authenticator app.',
  SECOND_FACTOR_ENROL: 'Your second factor was taken away. Sign in and set up a new one to go on.',
  SECOND_FACTOR_WRONG: 'That code is not right or has expired. Enter the one your app shows now.',
  LOGIN_TYPE_UNKNOWN: 'This way of signing in is not supported.',
  PASSWORD_SAME: 'This is your present password. Choose another one.',
  PASSWORD_NEEDS_FACTOR:
    'Your password is long enough only beside a second factor. Change it to one of at least 15 characters first.',
  PASSWORD_TOO_WEAK: 'This password is too easy to guess. Use at least 15 characters; a few unrelated words work well.',
  LINK_USED_OR_EXPIRED: 'This link was already used or has expired. Ask for a new one.',
  NOT_SIGNED_IN: 'Please sign in first.',
  SESSION_INVALID: 'Your session is no longer valid. Please sign in again.',
  STALE_VERSION: 'Somebody changed this record while you had it open. Reload to see the latest, then make your change again.',
  PAYMENT_IS_DRAFT: 'This payment is a draft, and nothing has been sent to the bank since. Instruct it first.',
  PAYMENT_IS_IN_APPROVE:
    'This payment is in approval. Its approvers pass it or send it back first; what the bank has of it is recorded after that.',
  PAYMENT_IS_INSTRUCTED:
    'This payment is instructed. Record it as paid, or that the bank could not pay it; a file that holds it and never reached the bank is declared void first.',
  PAYMENT_IS_PAID: 'This payment is recorded as paid. If the money did not arrive, record that.',
  PAYMENT_IS_FAILED: 'This payment has failed, and the bank has nothing of it. Instruct it again.',
  PAYMENT_IS_CANCELLED: 'This payment is cancelled, and the bank has nothing of it. What is still due goes out by a new payment.',
  ILLEGAL_TRANSITION: 'The record has moved on, so this step is no longer possible. Reload to see its present status.',
  IDEMPOTENCY_MISMATCH: 'The same request was sent before with different content. Reload the page and try again.',
  NOT_YOUR_TASK: 'This task is not assigned to you, or someone has already finished it.',
  ACTED_FOR_ANOTHER_PARTY: 'You have acted for another company in this matter, so a colleague has to do this.',
  OWN_INTEREST: 'This concerns you, or a company that you introduced, so a colleague has to decide on it.',
  MAKER_CANNOT_APPROVE: 'You created or changed this yourself, so a different person has to approve it.',
  COMMENT_REQUIRED: 'Please write a comment here: the others need to know why.',
  COMMENT_TOO_LONG: 'A comment has at most {{max}} characters; this one has {{count}}.',
  CONTENT_CHANGED: 'The content changed after you opened it. Reload and read it again before you decide.',
  BUSY: 'Somebody else is working on the same record right now. Nothing was changed and what you entered is still here: please try again in a moment.',
  MIXED_CURRENCY_SUM: 'Amounts in different currencies cannot be added up. Choose one currency first.',
  FIELD_NOT_ALLOWED: 'You cannot change this field at this stage.',
  SEARCH_TOO_WIDE:
    'This search would have to look through more than {{count}} rows. Add another condition, such as a buyer or a due date.',
  FILE_TYPE: 'This kind of file is not accepted, or its content does not match its name.',
  FILE_UNREADABLE: 'The file cannot be read. Check that it opens on your computer and has no password.',
  FILE_ENCODING: 'The letters of this file can be read in two ways. Save it as UTF-8 and upload it again.',
  FILE_TOO_LARGE: 'The file is too large. The limit is 20 MB, 100 MB for zip.',
  FILE_TOO_HARD:
    'Reading the file took too long or too much memory. Save it anew with less in it, or split it, and send it again.',
  SHEET_TOO_WIDE: 'The sheet has cells beyond column {{columns}}. Delete those columns, save the file and send it again.',
  CELL_UNCLEAR:
    'These cells can be read as more than one value: {{cells}}. Open the file in a workbook program, check them, save it anew and send it again.',
  XLS_PERCENT: 'An .xls workbook does not tell which cells show a percentage. Save it as .xlsx and send that.',
  NUMBER_TOO_LONG:
    'Cells hold numbers of more than 15 digits: {{cells}}. A workbook keeps only 15 of them. Format these cells as text, enter the numbers again and send the file again.',
  SEVERAL_SHEETS:
    'The sheets “{{first}}” and “{{second}}” both hold something, and one sheet is read. Keep the one in a file of its own and send that.',
  HEADING_TWICE:
    'The columns “{{first}}” and “{{second}}” have the same title. Delete one of them, save the file and send it again.',
  CELL_TOO_LONG:
    'A cell of row {{row}} has more than {{characters}} characters. Often a quotation mark was opened and never closed. Correct it and send the file again.',
  FILES_WAITING: 'Your company already has {{limit}} files waiting to be read. Send this one when they are done.',
  DOWNLOADS_OPEN: 'You have {{limit}} downloads of this kind under way. Wait until one is done, or stop one, and try again.',
  OCR_FAILED: 'The document could not be read just now. Try again in a moment, or enter its data by hand.',
  OCR_NOTHING_READ: 'No text was found in this document. Check that it is sharp and complete, or enter its data by hand.',
  OCR_SCHEMA_UNKNOWN: 'This kind of document is not set up for reading.',
  INVOICE_DUPLICATE: 'An invoice with this number, seller, buyer and date exists already, so it cannot be entered again.',
  INVOICE_NOT_ELIGIBLE: 'This invoice cannot be financed now. Open it to see the reason.',
  PAPERS_MISSING: 'Papers are missing. Please upload {{papers}}.',
  PAPER_GROUP_UNKNOWN: 'There is no group {{group}} for these papers. Reload the page and choose a group again.',
  PAPER_GROUP_NEEDED: 'These groups take what fits nowhere else and cannot be taken away: {{groups}}.',
  INVOICE_LOCKED: 'This invoice is part of a finance order and cannot be changed until that order ends.',
  INVOICE_OF_LOAN: 'The loan on the purchase order of this invoice is repaid by it. Correct it with a credit note instead.',
  REPAYMENT_WAITS: 'Receipt {{no}} is to pay this invoice and waits for its approval. Try again once it is decided.',
  DIRECT_PAYMENT_WAITS: 'A payment that was reported on this invoice waits for an answer. Confirm or refuse it first.',
  INVOICE_WAS_FINANCED: 'This invoice was financed before, so it stays in the books. Correct it with a credit note instead.',
  TOO_MANY_LINES: 'An order has at most {{count}} lines. Enter the rest as another order.',
  DATE_ORDER: 'The dates do not follow each other. The due date must be on or after the issue date.',
  PO_IS_FINANCED:
    'This invoice was sent for a purchase order that is or was financed. It stays with that order, its buyer and its currency.',
  PO_HAS_INVOICES: 'An invoice names this purchase order. Cancel that invoice, or take the purchase order off its draft, first.',
  OTHER_THAN_SENT: 'This differs from the invoice that the supplier has sent. Return that invoice, or correct the row.',
  BUYER_STAYS: 'This document was sent to this buyer before. For another buyer, cancel it and enter it anew.',
  FUNDER_STAYS: 'This order was submitted to another funder. Withdraw it, and raise a new order for this product.',
  PO_DUPLICATE: 'A purchase order with this number and buyer exists already.',
  PARTNER_GONE: 'The person named as partner does not work in business development. Name another, or refuse the change.',
  PARTY_UNKNOWN: 'This company is unknown or not connected with yours. Search for it by code or name.',
  OVER_FACE: 'More than the invoice’s amount cannot be confirmed.',
  FEE_BELOW_ZERO: 'A fee cannot fall below zero.',
  FEE_OF_ENDED_ORDER: 'The order has ended: its fee can be credited, and not charged more.',
  FEE_ADJUSTMENT_OPEN: 'Another adjustment of this fee is still in approval.',
  REVERSAL_UNDER_WAY:
    'Repayment {{no}} of this order is about to be taken back: that is in approval, or the provider reports that its money went back. What is asked here rests on it; decide on it first.',
  WRITE_OFF_TOO_SOON:
    'An order is written off 90 days after its last maturity, or when the supplier has let a claim pass its due date.',
  WRITE_OFF_NOTHING_LEFT:
    'Order {{orderNo}} was paid meanwhile: nothing of it is left to write off. Refuse the request or send it back; whoever asked for it may withdraw it.',
  WRITE_OFF_COVERED:
    'The reserve that is held for order {{orderNo}} covers what is owed on it: nothing of it would be lost. A request that waits is refused, sent back or withdrawn.',
  WRITE_OFF_PAID_IN_PART:
    'Order {{orderNo}} was paid in part since this was asked for. Send the request back; it is then asked for anew.',
  POOL_OVERDRAWN:
    'The pool does not carry this. At most {{amount}} {{currency}} can be drawn. For more, assign receivables or repay; a drawing on its way can be withdrawn.',
  POOL_NEEDED:
    'What is drawn needs this invoice: without it the pool would lack {{amount}} {{currency}}. Repay, or put other invoices in first.',
  POOL_CLOSED: 'There is no open pool for this.',
  POOL_WITHOUT_FACILITY:
    'The supplier has no facility with the funder of this pool on that day, so that nothing can be drawn. A facility that is in force opens the pool.',
  POOL_SHORT:
    'The pool does not cover its drawings: {{amount}} {{currency}} are missing. Its surplus stays with the funder until they are covered.',
  POOL_IN_ARREARS:
    'A drawing on the pool is overdue, or its loss has not come back. The surplus of the pool stays with the funder until that is repaid.',
  OVER_OUTSTANDING: 'More than what is still owed on the invoice cannot be taken off it. What waits for approval counts.',
  PAYMENT_OVER_OWED: 'At most {{amount}} {{currency}} can be paid: what is owed, less payments that wait for confirmation.',
  PAYMENT_OVER_OWN_PART:
    'At most {{amount}} {{currency}} of this invoice is the supplier’s, less payments that wait for confirmation. The funder owns the rest, which the buyer pays to the funder’s account.',
  ADJUSTMENT_DUPLICATE: 'This reference is already used on the invoice.',
  SHIPPED_TOO_MUCH: 'More than was ordered cannot be shipped.',
  ADJUSTMENT_DATE: 'The date must lie between the issue date of the invoice and the business date.',
  LIMIT_EXCEEDED: 'This would go over the available limit. Lower the amount or ask for a higher limit.',
  ADVANCE_ABOVE_DOCUMENT:
    'A document carries less than the amount asked for: it was reduced, paid or invoiced since, or more was asked than the product advances.',
  TENOR_OUT_OF_RANGE: 'The time to maturity is outside what this product allows.',
  PRICING_EXPIRED:
    'The price was calculated too long ago or something behind it changed. Calculate again and accept the new price.',
  DRAWING_EXPIRED:
    'The day of this drawing has passed before it was paid. Its amount is free in the pool again as soon as the drawing is withdrawn.',
  PRICE_CHANGED:
    'The price has changed since the supplier accepted it. Send the payment back: it can be made once the supplier has accepted the price of today.',
  NO_FIXING: 'There is no published base rate for this day yet. Try again once the rate has been imported.',
  PAYOFF_HAS_RISEN:
    'More is owed on the purchase order financing by now than payment {{no}} pays off. Refuse it, or declare it failed; sent anew, it is measured again.',
  ARP_SHORTFALL:
    'The conversion does not cover what is still owed: {{missing}} {{currency}} is missing. It can be paid once the supplier’s top-up has arrived and is kept for it.',
  PRODUCT_NOT_AVAILABLE: 'This product is not available to your company for this buyer or currency.',
  CONTRACT_NOT_SIGNED: 'A contract still has to be signed by every party. Open the contracts to see who is missing.',
  NOTHING_TO_FINANCE: 'Nothing in this selection can be financed. Choose documents with an eligible amount.',
  NET_NOT_POSITIVE:
    'Interest and fees take all of what is financed, so that nothing would be paid out. Choose more documents or a larger amount.',
  ACCOUNT_NAMED_TO_PAYERS:
    'Payers were told to pay to this account in {{currency}}, and no other account for collections takes its place. Have another one in {{currency}} checked and switched on first.',
  BANK_ACCOUNT_NOT_ENABLED: 'This bank account is not enabled. Choose another or have it enabled first.',
  ACCOUNT_OF_OTHER_FUNDER: 'This account is not one of the funder chosen above. Choose an account of that funder.',
  ACCOUNT_FOR_PAYMENTS: 'The funder makes payments from this account and collects on another. Choose an account for collections.',
  COOLING_OFF: 'This bank account is new and still in its waiting period, so no money can be sent to it yet.',
  RECEIPT_MAYBE_KNOWN:
    'This may be the same money as receipt {{no}} of {{date}}. Compare the two with the statement of the bank, and confirm that they differ.',
  RECEIPT_MAYBE_RETURN:
    'This may be money of {{payments}} that came back. Look at the statement of the bank: record it at the payment, or confirm that it is other money.',
  RETURN_MAYBE_BOOKED:
    'This money may be booked already as receipt {{receipts}}. Look at the statement of the bank: record that the bank took the receipt back, or confirm that it is other money.',
  PAYMENT_MAYBE_BACK:
    'Payment {{payment}} may have come back as receipt {{receipts}}. Use the receipt as other money or record that the bank took it back. Or declare the payment failed and instruct it again.',
  BANK_REF_DUPLICATE: 'This bank reference was already booked. Check whether the payment was entered before.',
  LOAN_IN_CONVERSION:
    'Order {{no}} converts this loan already, and its price holds all costs of the loan to date. Put all invoices on one order, or convert the rest once that order is paid or withdrawn.',
  CONVERSION_UNDER_WAY:
    'The conversion that pays this order off is being paid (payment {{no}}). Record the outcome of that payment first, or refuse it.',
  VALUE_DATE_EARLY:
    'The price that the supplier accepted is for {{pricedFor}}. From an earlier day it would be another price: choose that day or a later one.',
  RETURN_DAY:
    'The money can only be back from its value date {{valueDate}} through today. If the bank never paid it, choose the value date.',
  TRANSFER_NOT_NAMED:
    'The bank has more than one transfer of this payment. Choose the one that came back, by the number of its file: {{files}}.',
  TRANSFER_NOT_UNCLEAR:
    'No person has to say of this transfer whether it is the movement that was recorded by hand. Those that are unclear: {{files}}.',
  VALUE_DATE_BEFORE_INSTRUCTION:
    'The last approver passed this payment on {{instructedOn}}; the bank cannot have paid before. Choose that day or a later one.',
  FUTURE_DAY: 'The business date is {{today}}. A later day has no figures yet: choose that day or an earlier one.',
  VALUE_DATE_AHEAD: 'The value date may not lie after the business date, {{businessDate}}.',
  DAY_TOO_EARLY: 'Choose {{earliest}} or a later day.',
  DAY_TOO_LATE: 'Choose {{latest}} or an earlier day.',
  PAYOFF_BEFORE_RECEIPT:
    'Money was booked on the order on {{receivedOn}}, so an earlier day has no payoff any more. Choose that day or a later one; what a receipt of an earlier day would pay, the preview of the match shows.',
  VALUE_DATE_BEFORE_FUNDING:
    'The order was funded on {{fundedOn}}; money counts for it from that day on. Choose that day or a later one, or another order.',
  LINES_INCOMPLETE: 'Order {{poNo}} has lines that are not complete yet. Complete or remove them, then send it.',
  TEMPLATE_WORD_UNKNOWN: 'The template asks for {{word}}, which contracts do not know.',
  TEMPLATE_WORD_NOT_FOR_BUYER: 'A contract that the buyer signs cannot state {{word}}: it is between supplier and funder.',
  STATEMENT_BALANCE: 'The balances and the entries of the statement do not add up. Check the file, or accept the difference.',
  STATEMENT_OF_NO_ACCOUNT:
    'The statement names no account, so that nobody can tell whose it is. Ask the bank for a file that names its account.',
  LIST_OF_TWO_TABLES:
    'The list has two tables: the heading in row {{first}} and another one in row {{second}}. Keep each table in a file of its own and send them one by one.',
  LIST_OF_OTHER_ACCOUNT:
    'Row {{row}} of the list names account {{account}}, which is not the chosen account. Choose the account that the list is of, or keep the rows of one account.',
  OVER_ALLOCATION: 'More was allocated than was received. Lower the amounts.',
  RESERVE_NOT_FREE:
    'This reserve cannot be paid out yet: nothing is free of it, or the bank has more of it than is recorded as paid, its waiting days are not over, the supplier owes a claim, or the order is overdue, disputed, owes costs or has principal that no invoice covers.',
  REFUND_NOT_DUE:
    'Less than this is due by now: what the money pays was booked again, or the bank has more of it than is recorded as paid. Refuse this payment or declare it failed. What is still due, if anything, can be drafted; the refund of a fee is not drafted again. What the bank has comes first: record what became of it.',
  REMITTANCE_NOT_DUE:
    'This is not owed to the platform any more: fees were credited, or the bank has more of it than is recorded as paid. Refuse it or declare it failed, and draft what is still owed.',
  RESERVE_RELEASED: 'Its reserve or surplus has already been paid out. Collect that back before taking the repayment back.',
  PAYOUT_UNDER_WAY:
    'Payment {{no}} pays out its reserve or surplus, or that of a later repayment of the order. Record the outcome of that payment first, or refuse it while it is in approval. Of one that failed or was cancelled and that the bank has, record that its money came back.',
  RELEASE_UNDER_WAY:
    'Payment {{no}} releases reserve of the order and is in approval, or passed and not sent. Refuse it, or record its outcome, before the order is written off.',
  LOSS_TAKEN_SINCE:
    'The order was written off after this repayment, and the loss was taken of what was still owed. The repayment stays. If the bank has called the money back, claim it from the payer; what comes in is a new receipt on the order.',
  NO_RECEIPT: 'No receipt covers this amount.',
  NAME_NOT_LATIN:
    'The account holder’s name of payment {{no}} has no Latin spelling, which banks of this currency need. Enter the account again with the name in Latin letters.',
  EXECUTION_DATE_MOVED:
    'A cut-off has passed meanwhile: the bank would now move this money on {{executionDate}}. Look at the payment again before you instruct it.',
  PAYMENT_IN_FILE: 'This payment is already in a file for the bank, or no longer instructed. Load the list again.',
  INVOICE_FINANCED_ANEW:
    'Invoice {{docNo}} is financed by another order or pool now, and its buyer owes there. Match this money to that order, or return it to its payer.',
  PAYMENT_WITH_BANK:
    'The bank has reported on this payment in file {{no}}. If it paid, record the payment; if it did not, import its report that says so, or record that the money did not arrive.',
  DOCUMENT_WITH_BANK:
    'The bank has reported that it has the funding of an earlier order on document {{docNo}}. This order is paid once settlement records that the money of that payment did not arrive or came back.',
  RECEIVABLE_SOLD:
    'The funder owns what is still owed on this invoice. The buyer pays it to the funder’s account, and settlement books it from there.',
  PAYMENT_AT_OTHER_AMOUNT:
    'The bank reports that it has this payment by file {{no}}, at an amount that was priced anew since. Have the money sent back, and record that it did not arrive; then the payment can be sent again.',
  FUNDING_STAYS_PAID:
    'The order has run since this funding, so that it stays paid. Record the money that the bank sent back as a receipt, and book it on the order as a repayment of the supplier.',
  RECEIPT_NOT_TO_RETURN:
    'Only what nobody could match of a receipt goes back. This receipt still waits to be matched, or nothing of it is left: see its status.',
  NOTHING_TO_REFUND:
    'No surplus of this repayment waits to be paid out: it was paid, a payment of it is under way, or its booking was reversed.',
  RETURN_UNDER_WAY:
    'Another return of the same receipt is under way. Record its outcome first, or refuse it while it is in approval.',
  RECEIPT_REPORTED_BACK:
    'The payment provider reports that receipt {{no}} went back. Look at the statement of the bank: record that the bank took it back, or that the report is wrong.',
  RECEIPT_WITH_BANK:
    'The bank has a cancelled return of receipt {{no}}, and less of it is left than is to be paid with it. Record at that return that its money came back, or refuse this.',
  RECEIPT_IN_USE:
    'Money of this receipt pays orders or waits for approval. Reverse these repayments first, or refuse those in approval.',
  RELEASE_IN_LOSS:
    'More reserve was released than receipts have filled, and what the supplier owes for it was written off with the order. Record the money that the bank sent back as a receipt on the order.',
  PAYMENT_FILE_TAKEN:
    'This file was already handed out and is never handed out twice. If the bank did not get it, a colleague declares it void.',
  PAYMENT_FILE_NOT_TAKEN:
    'The payment lies in file {{no}}, which nobody has handed out: the bank cannot have it from there. If it was paid otherwise, or is not to be paid, declare the file void first.',
  PAYMENT_FILE_REPORTED:
    'The bank has reported on file {{no}}, so it has it: the file is not declared void. If a payment in it did not arrive, record that on the payment.',
  PAYMENT_FILE_DAY_OVER:
    'The file tells the bank to execute {{no}} on {{on}}, and that day is over. Declare the file void, and put its payments into a new one.',
  REPORT_OF_NO_FILE: 'The report speaks of a file that was not handed out here. Check that it belongs to this portal.',
  PAYER_IS_ANOTHER:
    'The money came in through the number of {{payer}}, so it pays only what {{payer}} owes. Match it there, or send it back.',
  NOT_A_PAYER: 'Only a supplier or a buyer pays to an account of a funder, and never that funder itself. Choose one of them.',
  PAYER_UNNAMED: 'Say who paid: the sender is none of the buyers, and each buyer’s money pays its own debt only.',
  BILL_OF_BUYER: 'A fee bill is paid by its buyer. Money of the supplier pays none.',
  BILL_NOT_OF_ORDER: 'A fee bill named here is none of this order. Name fee bills of the order only.',
  INVOICE_NOT_OF_ORDER: 'An invoice named here is not financed by this order. Name invoices of the order only.',
  NOT_THE_SENDER: 'The bank named another account as that of the sender. The money goes back to where it came from.',
  BANK_CODE_INVALID: 'This is not a BIC: eight or eleven letters and figures, such as COBADEFF.',
  ACCOUNT_NUMBER_INVALID: 'This account number cannot be right. Check it against the letter of the bank.',
  NAME_REASON_REQUIRED: 'The account is not in the name of the company. Please say why.',
  CALL_BACK_REQUIRED:
    'Its company has not confirmed this account on the phone since it was entered or switched off. Record the call-back first.',
  CALL_BACK_TIME: 'The call lies between the moment the account was entered and now.',
  AMOUNT_SCALE: 'This amount has more decimals than its currency knows.',
  AMOUNT_TOO_LARGE: 'An amount has at most 13 digits before the decimal point.',
  AMOUNT_NOT_POSITIVE: 'The amount must be more than zero.',
  FX_RATE_MISSING:
    'For {{date}} an exchange rate of {{currency}} and the currency of a limit is missing. Ask the platform to enter it.',
  FX_RATE_MIN: 'An exchange rate below 0.0001 has too few digits. Enter the rate of the other direction.',
  BUYER_ANSWERS_ITSELF:
    'The buyer sees this order and answers for itself. Operations answer only where the buyer is not shown the order.',
  BUYER_CONFIRMS_ITSELF: 'This buyer confirms what it owes. It can change that in its own company profile.',
  WAIVER_BY_DIRECTOR: 'Only somebody who decides for the company, such as a director, lets its invoices go unconfirmed.',
  LIMIT_KEEPS_PARTIES: 'A limit keeps its kind, its parties and its currency. End this limit, and put another one forward.',
  LIMIT_TWICE:
    'These parties have a limit of this kind and currency on some of these days already. Change that limit, or end it first.',
  DELEGATION_FROM_TODAY: 'A colleague acts for you from today at the earliest. Choose today or a later day.',
  RATE_FROM_TODAY: 'A rate counts from today at the earliest: the commission of earlier days is reported and paid.',
  TOLERANCE_TOO_LARGE: 'A remainder is at most {{most}} {{currency}}. More than that is written off, with the funder.',
  OVER_TOLERANCE: 'No more of it can be principal than is waived in all.',
  RATE_TWICE: 'Two lines have a rate of the same day for the same benchmark or currencies. Keep one of them.',
  DAY_TWICE: 'Two lines have the same day of the same calendar. Keep one of them.',
  FX_RATE_PAIR: 'Rate and inverse rate do not belong together. Enter one of them anew.',
  FLOW_ROLE: 'A step asks somebody who cannot decide on this. Choose another role.',
  ROLE_DECIDES:
    'An approval flow asks a role that needs {{permission}} to decide. Change the flow first, and wait for approvals under way.',
  FLOW_CONDITION: 'A step has a condition that never holds for this. Remove it.',
  FLOW_PASSES_UNSEEN: 'Some of these would pass with nobody deciding. Leave one step without conditions that is never left out.',
  FLOW_LACKS_SUPPLIER: 'The supplier always decides on this. Keep its shipped step, with the same or a lower threshold.',
  FLOW_LACKS_BUYER: 'The buyer always decides on this. Keep its shipped step, with the same or a lower threshold.',
  FLOW_LACKS_FUNDER: 'The funder always decides on this. Keep each of its shipped steps, with the same or a lower threshold.',
  FLOW_LACKS_DIRECTOR: 'A director of the company always decides on this. Keep the shipped step.',
  NOBODY_LEFT_TO_DECIDE:
    'Nobody at {{company}} is left to decide: everybody who may has a hand in this already. Ask {{company}} to appoint one more checker, or let somebody else submit it.',
  ONE_BUYER_ONLY: 'This financing takes documents of one buyer only. Raise an order for each buyer.',
  CURRENCY_MISMATCH: 'The currencies do not match. Choose documents and accounts in the same currency.',
  TERM_RANGE: 'Enter a value from {{min}} to {{max}}.',
  TERM_BELOW_LEAST: 'This is below {{min}}. Enter that or more.',
  TERM_ONE_CURRENCY: 'Amounts need a product of one currency. Leave them empty, or make one product for each currency.',
  TERM_DECIMALS: 'Enter at most {{decimals}} decimals: one of the currencies knows no more.',
  RESET_NOT_POSSIBLE: 'Only interest in arrears at a floating rate can be reset. Choose no reset.',
  FLOOR_ON_FIXED_RATE: 'A fixed rate follows no benchmark, so that it has no floor. Enter 0, or put it into the margin.',
  DAY_COUNT_NOT_FOR_LOANS: 'This day count measures bonds, not days. Choose another, such as ACT/360.',
  FUND_LEG_INCOMPLETE: 'The funder’s rate and its day base go together. Enter both or neither.',
  PENALTY_TWICE: 'Enter a penalty margin or a penalty multiplier, not both.',
  LOAN_IN_ARREARS:
    'Finance on purchase orders takes its interest in arrears. An order with interest in advance cannot be converted; its supplier repays it.',
  LOAN_NEEDS_RECOURSE: 'An advance on orders or pools is a debt of the supplier. Choose recourse.',
  SHIFT_NEEDS_FOLLOWING: 'Interest to the unadjusted date needs payment on that day or later. Choose FOLLOWING or UNADJUSTED.',
  FEE_NEEDS_BUYER: 'Only a disclosed product with one buyer can bill a buyer. Choose another payer.',
  FEE_TO_ITSELF: 'Whoever gets the fee cannot pay it. Choose another payer.',
  FEE_PAYER_SUPPLIER: 'The supplier pays the early fee. Choose the supplier.',
  FEE_EARLY_VALUE:
    'The early fee is the percentage in the terms of the product. This rule states its tax and who receives it: enter 0, without least and most.',
  EARLY_FEE_IN_ADVANCE:
    'With interest in advance nobody pays an early fee: the rebate less the break days stands in for it. Enter 0.',
  FEE_CURRENCY: 'The product is not offered in this currency. Choose one of {{currencies}}, or none for all of them.',
  FEE_TWICE: 'Another fee rule with this code applies too. Change the code, or make one rule of the two.',
  FEE_ONE_CURRENCY:
    'This amount would be the same number in every currency of the product. Choose the currency of the fee, and add one fee for each currency.',
  FEE_MAX_ZERO: 'A highest fee of 0 means that the fee is never charged. Raise it, leave it empty, or remove the fee.',
  CONFIRM_NEEDS_BUYER:
    'Only one buyer that knows of the assignment can confirm it. Choose another party, or disclose the product.',
  NEVER_FINANCED: 'No document could be financed today in {{currency}}. Widen the tenors.',
  FIXING_MISSING:
    'There is no fixing of {{benchmark}} for {{day}} or a day before, which is the latest that may price today by the look-back. Add it under Rates.',
  COSTS_EXCEED_ADVANCE:
    'On a document of {{face}} {{currency}} over {{days}} {days|day|days}, interest and fees cost the supplier as much as the advance, although everybody pays. Lower them, or raise the least amount.',
  SUPPLIER_OVERCHARGED:
    'On a document of {{face}} {{currency}} over {{days}} {days|day|days} that is paid on time, the money costs the supplier {{percent}} % a year, all in; at most {{most}} % is offered. Lower interest, fees or the least interest days, or raise the least amount.',
  BUYER_OVERCHARGED:
    'On a document of {{face}} {{currency}} over {{days}} {days|day|days}, the buyer pays {{amount}} of fees, more than {{most}} % of what it owes. Lower the fees of the buyer, or raise the least amount.',
  FUND_LEG_ABOVE_CLIENT:
    'On a document of {{face}} {{currency}} over {{days}} {days|day|days} that is paid on time, the funder is short of {{amount}}: its rate lies above what the client pays. Lower it, or raise the margin.',
  FUNDER_LOSES:
    'On a document of {{face}} {{currency}} over {{days}} {days|day|days}, the funder loses {{amount}} although everybody pays as agreed. Lower the fees that it pays.',
  PLATFORM_LOSES:
    'On a document of {{face}} {{currency}} over {{days}} {days|day|days}, the platform loses {{amount}} although everybody pays as agreed. Lower the fees that it pays.',
  TENORS_WITHOUT_HARM:
    'With its other terms as they are, the product harms nobody at tenors of {{least}} to {{most}} days. Narrow the tenors to these, or change the terms.',
  ORDER_BELOW_PRODUCT_MIN: 'This product finances {{min}} or more. Add documents or raise the amount.',
  NAMED_TWICE: 'This is named twice. Name it once, with what is to hold.',
  ALREADY_EXISTS: 'There is one with this value already. Use another, or open the existing one.',
  OWN_USER: 'You cannot do this to your own user. Ask another administrator or director.',
  ROLE_COMBINATION: 'These roles may not be held together. Keep administration, business work and audit with different people.',
  SIGNED_NAME_NOT_OWN: 'You sign under your own name. Type: {{name}}',
  SIGNING_ROLE_MISSING: 'None of these roles signs contracts. Give the role of a checker or a director too, or no right to sign.',
  SEAT_NOT_HELD: 'This role may do more than you may. Ask a director of the company or an administrator to give it.',
  KEPT_ENOUGH: 'No more than {{count}} are kept for one user.',
  RANGE_TOO_LONG: 'At most {{count}} days or weeks are shown at once. Choose a shorter range.',
  BOOKS_TOO_LARGE:
    'A close pack holds at most {{most}} lines, and this period has {{count}}. Choose a shorter period, or one currency.',
  OF_SEVERAL_COMPANIES: 'This user works for other companies too. Only they themselves or operations change this.',
  SEATS_APART_FROM_PERSON:
    'This user works for several companies. Give the roles in one company first, and change name or address on their own.',
  PARTNER_CHANGE_WAITS: 'An earlier change of this relationship manager waits for approval. It is passed or sent back first.',
  COMPANY_CHANGE_WAITS: 'An earlier change of this company waits for approval. It is passed or sent back first.',
  TEMPLATE_WORD_MISSING: 'A new version keeps {{word}}, which the version in force has.',
  UPLOADS_TODAY: 'You have uploaded {{megabytes}} MB within a day, the most there is. Go on tomorrow, or ask a colleague.',
  KYC_UNDER_WAY: 'The admission of this company is being decided. Change this when it has been passed or sent back.',
  ONE_LINE: 'One line, without line breaks, invisible characters or piles of accents.',
  HIDDEN_MARKS:
    'The text has characters that cannot be seen, that turn its direction, or that pile up on a letter. Type it anew.',
  NO_LETTER: 'At least one letter or digit.',
  CHANGE_WAITS: 'An earlier change of this user waits for a second person. It is passed or sent back first.',
  OPERATOR_OR_COMPANY: 'A person works for the operator or for companies, never for both. Give this role to somebody else.',
  LAST_OF_OPERATIONS: 'The last active user of operations cannot be removed. Give another active user this role first.',
  ROLE_IN_USE: 'The company has orders, invoices or payments under way in a role that you take away. End them first.',
  LAST_DIRECTOR: 'The last active director cannot be removed. Give another active user this role first.',
  DEPOSIT_UNKNOWN: 'No deposit was booked under the number that the provider names.',
  DEPOSIT_DIFFERS: 'The deposit was booked on another virtual account or with another amount.',
  PROVIDER_SIGNATURE: 'The signature does not belong to this message.',
  PROVIDER_IS_LIVE: 'A provider is connected; the sandbox is closed.',
  URL_INVALID: 'This is no web address. It begins with https:// and holds no user name or fragment.',
  URL_NOT_PUBLIC: 'Only https addresses in the public internet can be used.',
  TOO_MANY_WEBHOOKS: 'There can be at most {{count}} {count|address|addresses}.',
  TOO_MANY_OWN_KEYS: 'One person can have at most {{count}} {count|key|keys} in use. End one that is no longer needed.',
  TOO_MANY_KEYS: 'A company can have at most {{count}} {count|key|keys} in use. End one that is no longer needed.',
  PAYMENT_REPORTED:
    'A payment of this amount and day is reported under this reference already. Give another one its own reference.',
  SUPPLIER_STOPPED:
    'The supplier is blocked or not admitted, or its review has run out. Until that is settled, none of its orders is approved or paid.',
  STOP_PURCHASE: 'Your company is blocked, and nothing more is bought from it for now. Ask the operator of the portal.',
  STOP_OVERDUE:
    'An order of yours is more than 30 days overdue with this funder, or was written off and is owed still. Nothing more is bought until it is repaid.',
  STOP_DILUTION:
    'Too much of what this buyer owes was taken off invoices in the last year. The funder buys nothing more of it for now.',
  STOP_ADMISSION: 'Your company is not admitted. Complete its onboarding first, and you can raise orders.',
  STOP_KYC: 'The review of your company has run out. Renew it, and you can raise orders again.',
  STOP_LIMIT: 'The limit for this business has run out. Ask the funder to renew it.',
} satisfies Record<ErrorName, string>
