import { AmountText, CurrencyCode, DateText, leastProse, requiredText, text } from '@usance/wire/fields'
import { z } from 'zod'
import { platformIdOf } from '../../books/servicing/load-order.ts'
import type { Tx } from '../../database/database.ts'
import { notify } from '../../notify/notify.ts'
import { staffOfRole } from '../../notify/staff-of-role.ts'

/** What a deposit says. It is read by the rules of the forms: each text is one line and reads as it is stored. */
export const Deposit = z.object({
  virtualAccount: requiredText(60),
  amount: AmountText,
  currency: CurrencyCode,
  bankRef: requiredText(64),
  valueDate: DateText,
  payerName: text(leastProse - 1).optional(),
})

const known = <S extends z.ZodType>(schema: S) => schema.nullable().catch(null)
const Told = z.object({
  virtualAccount: known(Deposit.shape.virtualAccount),
  amount: known(Deposit.shape.amount),
  currency: known(Deposit.shape.currency),
  bankRef: known(Deposit.shape.bankRef),
  valueDate: known(Deposit.shape.valueDate),
  payerName: known(requiredText(leastProse - 1)),
})

/** The body of a message as a value; undefined where it is none. */
export const json = (raw: string): unknown => {
  try {
    return JSON.parse(raw)
  } catch {
    return undefined
  }
}

/** What an event says of money, for people to read: each figure and text that can be read, and null for one that cannot. */
export function toldBy(raw: string): z.infer<typeof Told> {
  const event = z.object({ data: Told }).safeParse(json(raw))
  return event.success ? event.data.data : Told.parse({})
}

/** Tells settlement of an event that was refused, so that a person sees to the money that it is about. */
export async function tellRefused(tx: Tx, event: { eventId: string; name: string; raw: string; reason: string }): Promise<void> {
  const { virtualAccount, payerName, amount, currency } = toldBy(event.raw)
  await notify(tx, {
    event: 'PROVIDER_EVENT_REFUSED',
    userIds: await staffOfRole(tx, 'Settlement'),
    inCompany: await platformIdOf(tx),
    params: {
      no: event.eventId,
      kind: event.name,
      account: virtualAccount ?? '–',
      payer: payerName ?? '–',
      amount,
      currency,
      fault: event.reason,
    },
    link: '/repayment/airwallex-management',
  })
}
