import { repaymentCalls } from '@usance/wire/repayment/calls'
import { routes } from '../../http/context.ts'
import { importStatement, previewStatement } from './import-statement.ts'
import { matchCollection, requestReversal, resubmitRepayment } from './match-receipt.ts'
import { previewMatched, previewRepayment } from './preview-repayment.ts'
import { matchCandidates, quotePayoff, readRepayment } from './read-repayment.ts'
import { recallReceipt } from './recall-receipt.ts'
import { collectionAccounts, recordReceipt } from './record-receipt.ts'
import { dismissReversal } from './reported-back.ts'
import { topUpConversion } from './top-up.ts'
import { addVirtualAccount, virtualAccounts } from './virtual-account.ts'

export const repaymentRoutes = routes(repaymentCalls, {
  recordReceipt,
  recall: recallReceipt,
  dismissReversal,
  previewStatement,
  virtualAccounts,
  addVirtualAccount,
  importStatement,
  accounts: collectionAccounts,
  candidates: matchCandidates,
  preview: previewRepayment,
  previewMatched,
  match: matchCollection,
  topUp: topUpConversion,
  resubmit: resubmitRepayment,
  detail: readRepayment,
  reverse: requestReversal,
  payoff: quotePayoff,
})
