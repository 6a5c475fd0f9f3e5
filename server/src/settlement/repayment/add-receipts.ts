import { normalizeReference } from '@usance/domain/fingerprint'
import * as M from '@usance/domain/money'
import { receiveUnmatched } from '@usance/domain/servicing/journals'
import { withoutHiddenMarks } from '@usance/domain/sound-text'
import type { MaybeReturnOf } from '@usance/wire/repayment/calls'
import { sql } from 'kysely'
import { auditMany } from '../../audit/record.ts'
import type { Whole } from '../../bank-statement/receipt-lines.ts'
import { postAll } from '../../books/ledger/post.ts'
import { elevate, together } from '../../database/database.ts'
import { newId } from '../../database/id.ts'
import { nextNumbers } from '../../database/number-series.ts'
import type { UseCaseContext } from '../../http/context.ts'
import { faultyField, Refused } from '../../http/refused.ts'
import { amountIn, type CreditedAccount, lockReceiptsOf } from './collecting-account.ts'
import { maybeReturnsOf } from './maybe-return.ts'
import { payersOf } from './payer-of-receipt.ts'
import { dealOfNobody } from './repayment-row.ts'
import { type BookedReceipt, type ReceiptsAlike, receiptKeys, receiptsAlike } from './same-receipt.ts'
import { suggest } from './suggest.ts'
import { numbersNamed } from './virtual-account.ts'

export type ReceiptFacts = {
  bankRef: string
  valueDate: string
  amount: string
  currency: string
  payerName?: string | undefined
  payerAccount?: string | undefined
  rawText?: string | undefined
  fundSource?: 'INTEREST' | 'COLLECTION'
  /** The collective entry that it is a part of. */
  whole?: Whole | undefined
  /** The day as its file writes it, where that is another one in the operator's zone. */
  writtenOn?: string | undefined
}

export type AddedReceipt = {
  id: string
  no: string
  status: 'RECEIVED'
  matchReason: string | null
  maybeSameAs: BookedReceipt | null
  /** The payments that it may bring back. */
  maybeReturnOf: MaybeReturnOf
}

/** L4: one line of the bank's statement, recorded once. What its text names is offered as its match, and an earlier receipt that it may be, or a payment that it may
 *  bring back, is named. */
export async function addReceipt(context: UseCaseContext, account: CreditedAccount, facts: ReceiptFacts): Promise<AddedReceipt> {
  const [added] = await addReceipts(context, account, [facts])
  if (added instanceof Refused) throw added
  return added!
}

/**
 * The same of the lines of one statement, each in its place; what one is refused for undoes nothing of the others. `ofFile` are the
 * receipts that the statement is known to tell. All that takes long is done before the numbers are taken: until the transaction ends
 * nobody gets one for a receipt of any funder (decision 227).
 */
export async function addReceipts(
  context: UseCaseContext,
  account: CreditedAccount,
  told: readonly ReceiptFacts[],
  ofFile: ReadonlySet<string> = new Set(),
): Promise<(AddedReceipt | Refused)[]> {
  const { tx, today, actor } = context
  const lines = told.map(asRead)
  const sums = lines.map((facts) => orRefused(() => sumOf(account, facts, today)))
  const sound = lines.flatMap((facts, place) => {
    const amount = sums[place]!
    return amount instanceof Refused ? [] : [{ place, facts, amount }]
  })
  if (sound.length === 0) return sums.filter((sum) => sum instanceof Refused)
  await elevate(tx)
  const rowIds = await lockReceiptsOf(tx, account)
  const numberIn = await numbersNamed(tx, rowIds)
  const payerOf = await payersOf(tx, lines)
  const asked = sound.map(({ place, facts, amount }) => {
    const viaNumber = numberIn(facts.rawText)
    const payerCompanyId = viaNumber?.payerCompanyId ?? payerOf(facts)
    const { bankRef, valueDate, whole, writtenOn } = facts
    const identity = { bankRef, valueDate, amount, payerCompanyId, whole, writtenOn }
    const wholeKey = facts.whole ? normalizeReference(facts.whole.bankRef) : null
    return { place, facts, amount, viaNumber, payerCompanyId, identity, wholeKey }
  })
  const alike = await receiptsAlike(
    tx,
    rowIds,
    asked.map(({ identity }) => identity),
  )
  const besides = new Set(ofFile)
  const outcomes: (New | Refused)[] = []
  for (const one of asked) outcomes.push(orRefused(() => toldApart(one, alike, besides)))
  const added = outcomes.flatMap((one) => (one instanceof Refused ? [] : [one]))
  const reasons: (string | null)[] = []
  for (let from = 0; from < added.length; from += suggestedAtOnce) {
    const some = added.slice(from, from + suggestedAtOnce)
    reasons.push(...(await together(...some.map((one) => matchReasonOf(context, account, one)))))
  }
  const returns = await maybeReturnsOf(
    tx,
    { funderId: account.companyId, rowIds },
    added.map(({ id, facts, amount, payerCompanyId }) => ({
      ...facts,
      id,
      amount: M.toDecimal(amount),
      payerCompanyId,
      payerName: facts.payerName ?? null,
      payerAccount: facts.payerAccount ?? null,
      rawText: facts.rawText ?? null,
    })),
  )
  const deal = await dealOfNobody(tx, account.companyId)
  await postAll(
    tx,
    added.map(({ id, amount, facts }) => ({
      journal: receiveUnmatched({ eventType: 'COLLECTION', sourceType: 'COLLECTION', sourceId: id, seq: 0 }, deal, amount),
      facts: { valueDate: facts.valueDate, postedOn: today, by: actor.userId },
    })),
  )
  const numbers = await nextNumbers(tx, 'RC', today, added.length)
  const receipts = added.map((one, at) => ({ ...one, no: numbers[at]!, matchReason: reasons[at]! }))
  await store(context, account, receipts)
  const noOf = new Map(receipts.map(({ id, no }) => [id, no]))
  const answers = new Map<number, AddedReceipt>(
    receipts.map(({ place, id, no, matchReason, maybeSameAs }) => [
      place,
      {
        id,
        no,
        status: 'RECEIVED',
        matchReason,
        maybeSameAs: maybeSameAs && { ...maybeSameAs, no: noOf.get(maybeSameAs.id) ?? maybeSameAs.no },
        maybeReturnOf: returns.get(id) ?? [],
      },
    ]),
  )
  const refusals = new Map(asked.map(({ place }, at) => [place, outcomes[at]!]))
  return sums.map((sum, place) => {
    const refusal = sum instanceof Refused ? sum : refusals.get(place)
    return refusal instanceof Refused ? refusal : answers.get(place)!
  })
}

/** Questions that are sent without waiting for the answers of each other. */
const suggestedAtOnce = 50

type Asked = {
  place: number
  facts: ReceiptFacts
  amount: M.Money
  viaNumber: { id: string } | undefined
  payerCompanyId: string | null
  identity: Parameters<ReceiptsAlike['likest']>[0]
  /** The key of the collective entry that it is a part of. */
  wholeKey: string | null
}
type New = Asked & { id: string; maybeSameAs: BookedReceipt | null }

function orRefused<T>(work: () => T): T | Refused {
  try {
    return work()
  } catch (error) {
    if (error instanceof Refused) return error
    throw error
  }
}

function sumOf(account: CreditedAccount, { currency, amount: told, valueDate }: ReceiptFacts, today: string): M.Money {
  if (!account.currency.split(',').includes(currency)) throw faultyField('currency', 'CURRENCY_MISMATCH')
  const amount = amountIn('amount', told, currency)
  if (valueDate > today) throw faultyField('valueDate', 'VALUE_DATE_AHEAD', { businessDate: today })
  return amount
}

// From now on the receipt is one of the account, and of its statement.
function toldApart(one: Asked, alike: ReceiptsAlike, besides: Set<string>): New {
  const maybeSameAs = alike.likest(one.identity, besides)
  const id = newId()
  alike.add({ ...one.identity, id, no: '', wholeKey: one.wholeKey })
  besides.add(id)
  return { ...one, id, maybeSameAs }
}

/** What a bank or a provider tells, as people read it: a payer chooses its name and the text of its payment. */
const asRead = (facts: ReceiptFacts): ReceiptFacts => ({
  ...facts,
  bankRef: withoutHiddenMarks(facts.bankRef) || facts.bankRef,
  payerName: facts.payerName && withoutHiddenMarks(facts.payerName),
  payerAccount: facts.payerAccount && withoutHiddenMarks(facts.payerAccount),
  rawText: facts.rawText && withoutHiddenMarks(facts.rawText),
})

async function matchReasonOf(
  { tx }: UseCaseContext,
  account: CreditedAccount,
  { facts, amount, viaNumber, payerCompanyId }: New,
) {
  const [likely] = await suggest(tx, {
    funderId: account.companyId,
    currency: facts.currency,
    text: facts.rawText,
    payerCompanyId,
    amount: M.toDecimal(amount),
  })
  const isPayers = likely?.reason === 'PAYER' || likely?.reason === 'AMOUNT'
  const reason = viaNumber && isPayers ? 'VIRTUAL_ACCOUNT' : likely?.reason
  return likely && reason && reason !== 'PAYER' ? `${reason} ${likely.orderNo}` : null
}

async function store(
  context: UseCaseContext,
  account: CreditedAccount,
  receipts: readonly (New & { no: string; matchReason: string | null })[],
): Promise<void> {
  const rows = receipts.map(({ id, no, facts, amount, viaNumber, payerCompanyId, wholeKey, maybeSameAs, matchReason }) => {
    const { refKey, refSkeleton } = receiptKeys(facts.bankRef)
    return {
      id,
      no,
      bank_ref: facts.bankRef,
      ref_key: refKey,
      ref_skeleton: refSkeleton,
      maybe_same_as: maybeSameAs?.id ?? null,
      value_date: facts.valueDate,
      amount: M.toDecimal(amount),
      currency: facts.currency,
      payer_name: facts.payerName || null,
      payer_account: facts.payerAccount || null,
      payer_company_id: payerCompanyId,
      virtual_account_id: viaNumber?.id ?? null,
      raw_text: facts.rawText || null,
      whole_key: wholeKey,
      fund_source: facts.fundSource ?? 'COLLECTION',
      match_reason: matchReason,
    }
  })
  const { rows: stored } = await sql<{ id: string }>`
    insert into collection (id, no, bank_account_id, funder_id, bank_ref, ref_key, ref_skeleton, maybe_same_as, value_date, amount, currency,
      payer_name, payer_account, payer_company_id, virtual_account_id, raw_text, whole_key, fund_source, match_reason, created_by)
    select id, no, ${account.id}::uuid, ${account.companyId}::uuid, bank_ref, ref_key, ref_skeleton, maybe_same_as, value_date, amount, currency,
      payer_name, payer_account, payer_company_id, virtual_account_id, raw_text, whole_key, fund_source, match_reason, ${context.actor.userId}::uuid
    from json_to_recordset(${JSON.stringify(rows)}::json) as x (id uuid, no text, bank_ref text, ref_key text, ref_skeleton text,
      maybe_same_as uuid, value_date date, amount numeric, currency text, payer_name text, payer_account text, payer_company_id uuid,
      virtual_account_id uuid, raw_text text, whole_key text, fund_source text, match_reason text)
    on conflict do nothing returning id`.execute(context.tx)
  // The account is locked and all that is alike was read: only one that another version records beside this one comes here.
  if (stored.length < rows.length) throw faultyField('bankRef', 'BANK_REF_DUPLICATE')
  await auditMany(
    context,
    receipts.map(({ id, no, facts, amount }) => ({
      event: 'COLLECTION_RECEIVED',
      objectType: 'COLLECTION',
      objectId: id,
      objectNo: no,
      after: {
        amount: M.toDecimal(amount),
        currency: facts.currency,
        bankRef: facts.bankRef,
        valueDate: facts.valueDate,
        ...(account.status === 'ENABLE' ? {} : { accountOff: true }),
      },
    })),
  )
}
