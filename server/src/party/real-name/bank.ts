import { randomInt } from 'node:crypto'
import { currenciesOf } from '@usance/domain/bank-account-choice'
import { isCurrency, scaleOf } from '@usance/domain/currencies'
import { addDays } from '@usance/domain/local-date'
import { money, toDecimal } from '@usance/domain/money'
import { standingApprovals } from '@usance/domain/states/bank-account'
import { microDepositDays, microDepositTries, nextBankVerificationStatus } from '@usance/domain/states/kyc'
import type { realNameCalls } from '@usance/wire/real-name/calls'
import { audit } from '../../audit/record.ts'
import { elevate, type Tx } from '../../database/database.ts'
import { newId } from '../../database/id.ts'
import { nextNumber } from '../../database/number-series.ts'
import type { Handler } from '../../http/context.ts'
import { accepted, faultyField, Refused } from '../../http/refused.ts'
import { notify } from '../../notify/notify.ts'
import { maskedAccount } from '../bank-account/account-number.ts'

/** The latest verification of a company, without its amount. */
export async function latestVerification(tx: Tx, companyId: string, today: string) {
  const row = await tx
    .selectFrom('bankVerification as v')
    .innerJoin('bankAccount as a', 'a.id', 'v.bankAccountId')
    .select(['v.id', 'v.no', 'v.status', 'v.triesLeft', 'v.currency', 'v.startedAt', 'v.sentOn'])
    .select(['a.accountName', 'a.bankName', 'a.bankAccount'])
    .where('v.companyId', '=', companyId)
    .where('v.status', '<>', 'CANCELLED')
    .orderBy('v.startedAt', 'desc')
    .orderBy('v.no', 'desc')
    .limit(1)
    .executeTakeFirst()
  if (!row) return null
  const { bankAccount, ...rest } = row
  const until = row.sentOn && addDays(row.sentOn, microDepositDays)
  const status = row.status === 'SENT' && until! < today ? 'EXPIRED' : row.status
  return { ...rest, status, account: maskedAccount(bankAccount), until }
}

/** Below one unit of the currency; currencies without decimals take up to 99 units, because less cannot be paid. */
function smallAmount(code: string): string {
  const limit = scaleOf(code) === 0 ? 100 : 10 ** scaleOf(code)
  return toDecimal(money(BigInt(randomInt(1, limit)), code))
}

export const verifyBank: Handler<typeof realNameCalls.verifyBank> = async (request) => {
  const { tx, actor, body, today } = request
  const account = await tx
    .selectFrom('bankAccount')
    .select(['id', 'currency', 'bankAccount'])
    .where('id', '=', body.bankAccountId)
    .where('companyId', '=', actor.companyId)
    .where('approval', 'in', [...standingApprovals])
    .where('disabledAt', 'is', null)
    .executeTakeFirst()
  if (!account) throw new Refused('NOT_FOUND')
  if (!isCurrency(body.currency) || !currenciesOf(account.currency).includes(body.currency))
    throw faultyField('currency', 'CURRENCY_MISMATCH')
  const known = await latestVerification(tx, actor.companyId, today)
  // Money that is on its way must be stated or run out first, and a locked verification waits for the staff.
  if (known?.status === 'SENT' || known?.status === 'LOCKED') throw new Refused('ILLEGAL_TRANSITION')
  if (known && (known.status === 'INSTRUCTED' || known.status === 'EXPIRED')) {
    const ended = await tx
      .updateTable('bankVerification')
      .set({
        status: accepted(
          known.status === 'EXPIRED'
            ? nextBankVerificationStatus('SENT', 'expire')
            : nextBankVerificationStatus('INSTRUCTED', 'restart'),
        ),
        endedAt: request.now.toISOString(),
      })
      .where('id', '=', known.id)
      .where('status', 'in', ['INSTRUCTED', 'SENT', 'EXPIRED'])
      .returning('id')
      .executeTakeFirst()
    if (!ended) throw new Refused('STALE_VERSION')
  }
  const id = newId()
  const no = await nextNumber(tx, 'RNV', today)
  const added = await tx
    .insertInto('bankVerification')
    .values({
      id,
      no,
      companyId: actor.companyId,
      bankAccountId: account.id,
      currency: body.currency,
      triesLeft: microDepositTries,
      startedBy: actor.userId,
    })
    .onConflict((conflict) => conflict.doNothing())
    .returning('id')
    .executeTakeFirst()
  if (!added) throw new Refused('ILLEGAL_TRANSITION')
  await audit(request, {
    event: 'BANK_VERIFICATION_STARTED',
    objectType: 'BANK_VERIFICATION',
    objectId: id,
    objectNo: no,
    after: { account: maskedAccount(account.bankAccount), currency: body.currency },
  })
  const answer = (await latestVerification(tx, actor.companyId, today))!
  await elevate(tx)
  await tx
    .insertInto('bankVerificationAmount')
    .values({ verificationId: id, amount: smallAmount(body.currency) })
    .execute()
  const platform = await tx.selectFrom('company').select('id').where('isPlatform', '=', true).executeTakeFirstOrThrow()
  await notify(tx, {
    event: 'BANK_VERIFICATION_STARTED',
    companyIds: [platform.id],
    params: { no, company: actor.companyName },
    objectType: 'BANK_VERIFICATION',
    objectId: id,
    link: '/system/real-name',
  })
  return answer
}

export const verifyMoney: Handler<typeof realNameCalls.verifyMoney> = async (request) => {
  const { tx, actor, body, today, now } = request
  const known = await latestVerification(tx, actor.companyId, today)
  if (known?.status !== 'SENT') throw new Refused('ILLEGAL_TRANSITION')
  // The row is locked before it is judged: two guesses at the same moment use up two tries.
  const row = await tx
    .selectFrom('bankVerification')
    .select(['id', 'no', 'status', 'triesLeft', 'bankAccountId'])
    .where('id', '=', known.id)
    .forNoKeyUpdate()
    .executeTakeFirstOrThrow()
  if (row.status !== 'SENT') throw new Refused('STALE_VERSION')
  await elevate(tx)
  const right = await tx
    .selectFrom('bankVerificationAmount')
    .select('verificationId')
    .where('verificationId', '=', row.id)
    .where('amount', '=', body.amount)
    .executeTakeFirst()
  const triesLeft = right ? row.triesLeft : row.triesLeft - 1
  const status = accepted(nextBankVerificationStatus('SENT', right ? 'state' : triesLeft === 0 ? 'lock' : 'miss'))
  await tx
    .updateTable('bankVerification')
    .set({ status, triesLeft, endedAt: status === 'SENT' ? null : now.toISOString() })
    .where('id', '=', row.id)
    .execute()
  await audit(request, {
    event: `BANK_VERIFICATION_${right ? 'PASSED' : status === 'LOCKED' ? 'LOCKED' : 'MISSED'}`,
    objectType: 'BANK_VERIFICATION',
    objectId: row.id,
    objectNo: row.no,
    after: { triesLeft },
  })
  return { outcome: right ? 'PASSED' : status === 'LOCKED' ? 'LOCKED' : 'WRONG', triesLeft }
}
