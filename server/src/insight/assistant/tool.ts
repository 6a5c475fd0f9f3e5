import { scaleOf } from '@usance/domain/currencies'
import { formatAmount } from '@usance/domain/format-amount'
import { type RawBuilder, sql } from 'kysely'
import { z } from 'zod'
import { amountText } from '../../database/amount.ts'
import type { Actor, Context } from '../../http/context.ts'
import { isFinanceTold } from '../../trade/invoice/finance-status-told.ts'

export type Request = Pick<Context, 'app' | 'tx' | 'today' | 'now' | 'language'> & { actor: Actor }
export type Link = { label: string; to: string }
/** What a tool found, in a sentence or two of the caller's language, with the records behind its figures. */
export type Finding = {
  text: string
  links: Link[]
  next?: string[]
  /** What people wrote about the record: shown to the reader in quotation marks, and never to a model. */
  quotes?: string[]
}

const Day = z.string().regex(/^\d{4}-\d{2}-\d{2}$/)
const short = z.string().trim().min(1).max(60)
/** Everything a question may narrow a tool by. Whoever asks, rules or a model, each value is checked here. */
export const Args = z.object({
  currency: z
    .string()
    .regex(/^[A-Z]{3}$/)
    .optional()
    .describe('ISO 4217 code; left out for every currency'),
  party: short.optional().describe('code of the buyer, supplier or funder meant; left out for all'),
  from: Day.optional().describe('first day, YYYY-MM-DD'),
  to: Day.optional().describe('last day, YYYY-MM-DD'),
  by: z.enum(['TOTAL', 'PARTY', 'SUPPLIER', 'AGE']).optional().describe('how to break the sum down'),
  asOf: Day.optional().describe('what stood open at the end of that past day'),
  except: short.optional().describe('code of the buyer or supplier to leave out'),
  above: z
    .string()
    .regex(/^\d{1,15}$/)
    .optional()
    .describe('only invoices with more than this open, in their own currency'),
  below: z
    .string()
    .regex(/^\d{1,15}$/)
    .optional()
    .describe('only invoices with less than this open, in their own currency'),
  atLeast: z
    .string()
    .regex(/^\d{1,15}$/)
    .optional()
    .describe('only invoices with this or more open, in their own currency'),
  atMost: z
    .string()
    .regex(/^\d{1,15}$/)
    .optional()
    .describe('only invoices with this or less open, in their own currency'),
  sort: z.enum(['LARGEST', 'SOONEST', 'NEWEST']).optional().describe('which come first'),
  top: z.number().int().min(1).max(20).optional().describe('how many to name one by one'),
  overdueDays: z.number().int().min(1).max(3650).optional().describe('only what is past due for at least so many days'),
  which: short.optional().describe('which kind, see the description of the tool'),
  orderNo: short.optional().describe('number of a finance order, such as FO-2026-000012'),
  number: short.optional().describe('number of an invoice or purchase order'),
  question: z.string().max(500).optional().describe('the question in the words of the user'),
})
export type Args = z.infer<typeof Args>

/** A question that can be answered from data. Tools only read, within what the caller may see. */
export type Tool = {
  name: string
  /** For a model that chooses among tools. */
  description: string
  takes: readonly (keyof Args)[]
  /**
   * The rights of the lists that show the same rows. One of them opens the tool, to staff too. Left out where everybody reads the same, or
   * where the tool asks for each record.
   */
  needs?: readonly string[] | ((actor: Actor) => readonly string[])
  /** The rights of the lists whose rows one way of asking tells besides. One of them opens it. */
  needsOf?: (args: Args) => readonly string[] | undefined
  /** Answers for the seat itself; others answer the seat of the whole company as one of its trade. */
  ofSeat?: true
  run: (request: Request, args: Args) => Promise<Finding>
}

/** Whether the caller's rights open a tool, asked in one way. */
export const opensTo = ({ needs, needsOf }: Tool, actor: Actor, args: Args): boolean =>
  [typeof needs === 'function' ? needs(actor) : needs, needsOf?.(args)].every(
    (rights) => !rights || rights.some((permission) => actor.permissions.has(permission)),
  )

/** The English or the Chinese wording. */
export const say = ({ language }: Pick<Request, 'language'>, en: string, zh: string): string => (language === 'zh-CN' ? zh : en)
/**
 * Words of another person in quotation marks: on one line, and without marks that would end the quotation, so that nothing of them reads
 * like the portal's own words.
 */
export const quoted = (words: string): string =>
  `“${words
    .replace(/[“”„‟"«»]/g, "'")
    .replace(/\s+/g, ' ')
    .trim()}”`
export const plural = (count: number, one: string, many = `${one}s`) => `${count} ${count === 1 ? one : many}`

/** What is answered where the caller's rights do not open what a question needs. */
export const notOpened = (request: Pick<Request, 'language'>): Finding => ({
  text: say(request, 'Your role does not open what that question needs.', '您的角色无权查看回答该问题所需的内容。'),
  links: [],
})

/** A stored amount as the reader sees it, with its currency. */
export const shown = (amount: string, currency: string): string => formatAmount(amountText(amount, currency), currency)
export const isKnownCurrency = (currency: string): boolean => {
  try {
    return scaleOf(currency) >= 0
  } catch {
    return false
  }
}

/** The side of a trade the caller does not stand on. */
export const otherSide = (actor: Actor): 'supplier' | 'buyer' => (actor.companyRole === 'BUYER' ? 'supplier' : 'buyer')

/** Rows of an alias that name the party as buyer, supplier or funder. */
export const ofParty = (party: string | undefined, alias: string): RawBuilder<unknown> =>
  party
    ? sql`(select id from company where code = ${party}) in (${sql.ref(`${alias}.buyer_id`)}, ${sql.ref(`${alias}.supplier_id`)}, ${sql.ref(`${alias}.funder_id`)})`
    : sql`true`
/** The same for an invoice or its payment, whose funder a buyer knows where it was told of the financing. */
export const ofPartyOnInvoice = (
  actor: Actor,
  party: string | undefined,
  alias: string,
  id = `${alias}.id`,
): RawBuilder<unknown> =>
  party && actor.companyRole === 'BUYER'
    ? sql`((select id from company where code = ${party}) in (${sql.ref(`${alias}.buyer_id`)}, ${sql.ref(`${alias}.supplier_id`)})
        or ((select id from company where code = ${party}) = ${sql.ref(`${alias}.funder_id`)} and ${isFinanceTold(actor, id)}))`
    : ofParty(party, alias)
/** Rows of an alias without those of a party. */
export const exceptParty = (party: string | undefined, alias: string): RawBuilder<unknown> =>
  party
    ? sql`(select id from company where code = ${party}) is distinct from ${sql.ref(`${alias}.buyer_id`)} and (select id from company where code = ${party}) is distinct from ${sql.ref(`${alias}.supplier_id`)}`
    : sql`true`
/** The same for an order `o`, which may have several buyers. */
export const ofPartyOnOrder = (party: string | undefined): RawBuilder<unknown> =>
  party
    ? sql`(${ofParty(party, 'o')} or exists (select 1 from finance_order_part x join company c on c.id = x.buyer_id where x.order_id = o.id and c.code = ${party}))`
    : sql`true`
export const ofCurrency = (currency: string | undefined, alias: string): RawBuilder<unknown> =>
  currency ? sql`${sql.ref(`${alias}.currency`)} = ${currency}` : sql`true`
export const between = (column: string, from: string | undefined, to: string | undefined): RawBuilder<unknown> =>
  sql`${from ? sql`${sql.ref(column)} >= ${from}::date` : sql`true`} and ${to ? sql`${sql.ref(column)} <= ${to}::date` : sql`true`}`

/** " from 2 to 8 March" as plain days, for an answer that should say what it counted. */
export const days = (request: Request, { from, to }: Args): string =>
  !from && !to
    ? ''
    : from === to
      ? say(request, ` on ${from}`, `（${from}）`)
      : say(request, ` from ${from ?? 'the beginning'} to ${to ?? 'today'}`, `（${from ?? '起初'} 至 ${to ?? '今天'}）`)

/** The name of a party for the reader, in their language where it has one. */
export async function nameOf(request: Request, code: string | undefined): Promise<string> {
  if (!code) return ''
  const row = await request.tx.selectFrom('company').select(['name', 'nameLocal']).where('code', '=', code).executeTakeFirst()
  return (request.language === 'zh-CN' ? row?.nameLocal : undefined) ?? row?.name ?? code
}
