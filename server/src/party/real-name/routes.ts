import { currenciesOf } from '@usance/domain/bank-account-choice'
import { standingApprovals } from '@usance/domain/states/bank-account'
import { nextBankVerificationStatus } from '@usance/domain/states/kyc'
import { type realNameCalls as Calls, realNameCalls } from '@usance/wire/real-name/calls'
import { audit } from '../../audit/record.ts'
import { amountText } from '../../database/amount.ts'
import { type Handler, routes, type UseCaseContext } from '../../http/context.ts'
import { accepted, Refused } from '../../http/refused.ts'
import { notify } from '../../notify/notify.ts'
import { maskedAccount } from '../bank-account/account-number.ts'
import { latestVerification, verifyBank, verifyMoney } from './bank.ts'
import { personInfo, personOf } from './person.ts'
import { persons, reveal } from './staff-persons.ts'

const state: Handler<typeof Calls.state> = async ({ tx, actor, today }) => {
  const accounts = await tx
    .selectFrom('bankAccount')
    .select(['id', 'accountName', 'bankName', 'bankAccount', 'currency'])
    .where('companyId', '=', actor.companyId)
    .where('approval', 'in', [...standingApprovals])
    .where('disabledAt', 'is', null)
    .orderBy('createdAt')
    .execute()
  return {
    bank: await latestVerification(tx, actor.companyId, today),
    person: await personOf(tx, actor.userId),
    accounts: accounts.map(({ bankAccount, currency, ...account }) => ({
      ...account,
      account: maskedAccount(bankAccount),
      currencies: currenciesOf(currency),
    })),
  }
}

const testPayments: Handler<typeof Calls.testPayments> = async ({ tx }) => {
  const rows = await tx
    .selectFrom('bankVerification as v')
    .innerJoin('bankVerificationAmount as m', 'm.verificationId', 'v.id')
    .innerJoin('bankAccount as a', 'a.id', 'v.bankAccountId')
    .innerJoin('company as c', 'c.id', 'v.companyId')
    .select(['v.id', 'v.no', 'v.status', 'v.currency', 'v.startedAt', 'v.sentOn', 'v.bankRef', 'm.amount'])
    .select(['c.name as companyName', 'a.accountName', 'a.bankName', 'a.bankCode', 'a.bankAccount'])
    .orderBy('v.startedAt', 'desc')
    .limit(200)
    .execute()
  return { list: rows.map((row) => ({ ...row, amount: amountText(row.amount, row.currency) })) }
}

type Step = {
  event: 'BANK_VERIFICATION_PAID' | 'BANK_VERIFICATION_UNLOCKED'
  act: 'pay' | 'unlock'
  /** Where the company goes on from here. */
  link: string
  change: { sentBy?: string; sentOn?: string; bankRef?: string; endedAt?: string }
  after?: Record<string, unknown>
}

/** Staff move a company's verification one step on; the company is told. */
async function move(request: UseCaseContext & { body: { id: string } }, { event, act, link, change, after }: Step) {
  const { tx, body } = request
  const row = await tx
    .selectFrom('bankVerification')
    .select(['id', 'no', 'companyId', 'status'])
    .where('id', '=', body.id)
    .forNoKeyUpdate()
    .executeTakeFirst()
  if (!row) throw new Refused('NOT_FOUND')
  const status = accepted(nextBankVerificationStatus(row.status, act))
  await tx
    .updateTable('bankVerification')
    .set({ status, ...change })
    .where('id', '=', row.id)
    .execute()
  const object = { objectType: 'BANK_VERIFICATION', objectId: row.id }
  await audit(request, { event, ...object, objectNo: row.no, ...(after && { after }) })
  await notify(tx, { event, companyIds: [row.companyId], params: { no: row.no }, ...object, link })
  return { id: row.id }
}

const paid: Handler<typeof Calls.paid> = (request) => {
  const { bankRef } = request.body
  return move(request, {
    event: 'BANK_VERIFICATION_PAID',
    act: 'pay',
    link: '/realname/verify-money',
    change: { sentBy: request.actor.userId, sentOn: request.today, bankRef },
    after: { bankRef },
  })
}

const startAnew: Handler<typeof Calls.startAnew> = (request) =>
  move(request, {
    event: 'BANK_VERIFICATION_UNLOCKED',
    act: 'unlock',
    link: '/realname/verify-bank',
    change: { endedAt: request.now.toISOString() },
  })

export const realNameRoutes = routes(realNameCalls, {
  state,
  verifyBank,
  verifyMoney,
  personInfo,
  testPayments,
  paid,
  startAnew,
  persons,
  reveal,
})
