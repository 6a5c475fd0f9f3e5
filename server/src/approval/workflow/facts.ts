import type { Access } from '@usance/wire/call'
import type { ApprovalFact, FactColumn, FactValue, FactWords, TableFact, ValueFact } from '@usance/wire/workflow/fact'
import type { z } from 'zod'
import { cutFor } from '../../http/answer-shape.ts'
import type { Actor, Context } from '../../http/context.ts'
import type { Instance } from './instance.ts'

/** The reader of the facts, with the transaction that loads them. */
export type FactsReader = Context & {
  actor: Actor
  /** Whether the reader takes part in the approval, and does not only read its record. */
  takesPart: boolean
}

/** How a kind of approval makes the facts of its record from the answer of the record's own page. */
export type Facts = {
  /** The permission for the page of the record. */
  access: Access
  tell: (reader: FactsReader, instance: Instance) => Promise<ApprovalFact[]>
}
/** Why a kind tells no facts here. */
export type NoFacts = { without: string }

/**
 * Tells the facts of a record by the reading of its own page. The answer is cut to the reader first, so that no fact can be made of a
 * figure that the page would not show them.
 */
export const factsFrom = <A extends z.ZodType>(
  { access, answer: shown }: { access: Access; answer: A },
  read: (reader: FactsReader, businessId: string) => Promise<z.output<A>>,
  tell: (answer: z.output<A>, reader: FactsReader, instance: Instance) => ApprovalFact[] | Promise<ApprovalFact[]>,
): Facts => ({
  access,
  tell: async (reader, instance) =>
    tell(cutFor(shown, reader.actor.companyRole, await read(reader, instance.businessId)), reader, instance),
})

/** At most so many rows of a table are told. */
const mostRows = 50

type Absent = null | undefined
const none: FactValue = { kind: 'none' }

/** Builds the values of facts and the cells of their tables; an absent value is an empty cell. */
export const cell = {
  text: (text: string | Absent): FactValue => (text ? { kind: 'text', text } : none),
  name: (name: string, nameCn: string): FactValue => ({ kind: 'name', name, nameCn }),
  amount: (amount: string | Absent, currency: string): FactValue => (amount ? { kind: 'amount', amount, currency } : none),
  /** A sum as texts write it, such as 'USD 88515.00'. */
  sum: (sum: string): FactValue => {
    const [currency = '', amount = ''] = sum.split(' ')
    return cell.amount(amount, currency)
  },
  rate: (percent: string | Absent): FactValue => (percent ? { kind: 'rate', percent } : none),
  share: (percent: string | Absent): FactValue => (percent ? { kind: 'share', percent } : none),
  date: (date: string | Absent): FactValue => (date ? { kind: 'date', date } : none),
  /** A moment, as an instant in UTC. */
  instant: (instant: string | Absent): FactValue => (instant ? { kind: 'instant', instant } : none),
  count: (count: number): FactValue => ({ kind: 'count', count }),
  code: (words: FactWords, code: string | Absent): FactValue => (code ? { kind: 'code', words, code } : none),
}

/** A fact of one or several values; an empty list where all are absent. */
const several = (key: ValueFact['key'], values: readonly FactValue[]): ValueFact[] => {
  const there = values.filter(({ kind }) => kind !== 'none')
  return there.length > 0 ? [{ key, values: there }] : []
}
/** The builder of a fact of one value, by the builder of the value. */
const single =
  <Args extends readonly unknown[]>(build: (...args: Args) => FactValue) =>
  (key: ValueFact['key'], ...args: Args): ValueFact[] =>
    several(key, [build(...args)])

/** Builds facts; an absent value builds none. */
export const fact = {
  several,
  text: single(cell.text),
  name: single(cell.name),
  amount: single(cell.amount),
  rate: single(cell.rate),
  share: single(cell.share),
  date: single(cell.date),
  instant: single(cell.instant),
  count: single(cell.count),
  code: single(cell.code),
  table: (key: TableFact['key'], columns: FactColumn[], rows: readonly FactValue[][]): TableFact[] =>
    rows.length > 0 ? [{ key, columns, rows: rows.slice(0, mostRows), left: Math.max(0, rows.length - mostRows) }] : [],
}
