import { expect, test } from 'vitest'
import { actOf } from './act.ts'
import { allCalls } from './all-calls.ts'

const told = 'records what a bank, a payer or a payee did; what follows from it is approved'
const own = 'of the own company, the operator'
const seats = 'gives or takes nobody a say on business: seats over money take a second person'
const alike = 'of all companies alike'
/** Acts of the staff alone from which nobody who introduced a company gains, with the reason. */
const withoutInterest: Record<string, string> = {
  'pool.bankFigures': told,
  'pool.importBankFigures': told,
  'repayment.recordReceipt': told,
  'repayment.importStatement': told,
  'paymentFile.take': told,
  'repayment.addVirtualAccount': 'only says who pays on an account; receipts are matched by approval',
  'endOfDay.run': alike,
  'onboarding.importSanctions': alike,
  'cutOff.save': alike,
  'cutOff.remove': alike,
  'monitor.retry': alike,
  'onboarding.invite': 'asks a company for its papers; its admission is approved',
  'bankAccountChange.disable': 'only stops money',
  'adjustment.withdraw': 'takes back what waits; nothing of it was booked',
  'cost.withdraw': 'takes back what waits; nothing of it was booked',
  'financeOrder.askForPrice': 'the supplier accepts the price or not',
  'proofFile.add': 'papers for the file alone',
  'proofFile.remove': 'papers for the file alone',
  'account.sendInvite': seats,
  'account.disable': seats,
  'account.activate': seats,
  'account.remove': seats,
  'account.resetPassword': seats,
  'mail.link': seats,
  'workflow.delegate': 'a delegate decides nothing that concerns either side',
  'workflow.endDelegation': 'a delegate decides nothing that concerns either side',
  'company.editDirector': own,
  'company.editSupplier': own,
  'company.editBuyer': own,
  'company.editFunder': own,
  'webhook.add': own,
  'webhook.edit': own,
  'webhook.rotate': own,
  'webhook.replay': own,
  'intent.addIntent': own,
  'intent.editIntent': own,
}

test('an act of the staff without a second person says on which record they decide, or why nobody gains by it', () => {
  const alone = allCalls().filter(({ call }) => {
    const act = actOf(call)
    return act?.by.PLATFORM !== undefined && act.second === 'nobody'
  })
  const silent = alone.filter(({ call }) => !actOf(call)?.decidesOn).map(({ name }) => name)
  expect(silent.sort()).toEqual(Object.keys(withoutInterest).sort())
})
