import type { Access } from '@usance/wire/call'
import type { ApprovalFact, FactColumn, FactValue, FactWords, TableFact, ValueFact } from '@usance/wire/workflow/fact'
import type { z } from 'zod'
import { cutFor } from '../../http/answer-shape.ts'
import type { Actor, Context } from '../../http/context.ts'
import type { Instance } from './instance.ts'

/** Whoever reads the facts, in the transaction of the reading. */
export type FactsReader = Context & {
  actor: Actor
  /** Whether they take part in the approval, and do not only read its record. */
  takesPart: boolean
}

/** The facts of a record, told from the answer that its own page shows the reader. */
export type Facts = {
  /** Who may open the page of the record. */
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
const one = (key: ValueFact['key'], value: FactValue): ValueFact[] => [{ key, values: [value] }]

/** Makers of facts; of what is absent there is none. */
export const fact = {
  text: (key: ValueFact['key'], text: string | Absent) => (text ? one(key, { kind: 'text', text }) : []),
  name: (key: ValueFact['key'], name: string, nameCn: string) => one(key, { kind: 'name', name, nameCn }),
  several: (key: ValueFact['key'], values: readonly FactValue[]): ValueFact[] => {
    const there = values.filter(({ kind }) => kind !== 'none')
    return there.length > 0 ? [{ key, values: there }] : []
  },
  amount: (key: ValueFact['key'], amount: string | Absent, currency: string) =>
    amount ? one(key, { kind: 'amount', amount, currency }) : [],
  rate: (key: ValueFact['key'], percent: string | Absent) => (percent ? one(key, { kind: 'rate', percent }) : []),
  share: (key: ValueFact['key'], percent: string | Absent) => (percent ? one(key, { kind: 'share', percent }) : []),
  date: (key: ValueFact['key'], date: string | Absent) => (date ? one(key, { kind: 'date', date }) : []),
  count: (key: ValueFact['key'], count: number) => one(key, { kind: 'count', count }),
  code: (key: ValueFact['key'], words: FactWords, code: string | Absent) => (code ? one(key, { kind: 'code', words, code }) : []),
  table: (key: TableFact['key'], columns: FactColumn[], rows: readonly FactValue[][]): TableFact[] =>
    rows.length > 0 ? [{ key, columns, rows: rows.slice(0, mostRows), left: Math.max(0, rows.length - mostRows) }] : [],
}

/** Makers of the cells of a table. */
export const cell = {
  text: (text: string | Absent): FactValue => (text ? { kind: 'text', text } : { kind: 'none' }),
  name: (name: string, nameCn: string): FactValue => ({ kind: 'name', name, nameCn }),
  amount: (amount: string | Absent, currency: string): FactValue =>
    amount ? { kind: 'amount', amount, currency } : { kind: 'none' },
  /** A sum as texts write it, such as 'USD 88515.00'. */
  sum: (sum: string): FactValue => {
    const [currency = '', amount = ''] = sum.split(' ')
    return cell.amount(amount, currency)
  },
  date: (date: string | Absent): FactValue => (date ? { kind: 'date', date } : { kind: 'none' }),
  count: (count: number): FactValue => ({ kind: 'count', count }),
  code: (words: FactWords, code: string): FactValue => ({ kind: 'code', words, code }),
}
