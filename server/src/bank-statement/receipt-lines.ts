import { createHash } from 'node:crypto'
import type { BankEntry, BankFile, BankStatement } from './statement.ts'

/** One booking of a file as the import sees it. */
export type StatementLine = {
  statement: BankStatement
  entry: BankEntry
  /** What it is booked under: the bank's own reference, or one made of the entry, the same each time the file is read. */
  bankRef: string
  valueDate: string | null
  text: string
  /** The collective entry that it is a part of, as another file may tell it in one sum. */
  whole: { bankRef: string; amount: string } | null
}

const longest = 64

/** Every payment of a file in its order; collective entries that tell their parts count as those. */
export function receiptLines({ statements }: BankFile): StatementLine[] {
  const seen = new Map<string, number>()
  return statements.flatMap((statement) =>
    statement.entries
      .flatMap((entry) => {
        const whole = entry.parts && entry.reference ? { bankRef: entry.reference, amount: entry.amount } : null
        return (entry.parts ?? [entry]).map((part) => ({ entry: part, whole }))
      })
      .map(({ entry, whole }) => {
        const valueDate = (entry.value ?? entry.booking)?.slice(0, 10) ?? null
        const text = [...entry.remittance, ...entry.creditorReferences, ...entry.endToEnd].join(' ').slice(0, 500)
        const own = entry.reference && entry.reference.length <= longest - 4 ? entry.reference : null
        const made = () =>
          `S-${createHash('sha256')
            .update([valueDate, entry.side, entry.amount, entry.currency, entry.reference, entry.payerName, text].join('|'))
            .digest('hex')
            .slice(0, 24)}`
        const reference = own ?? made()
        // Two bookings may be alike to the letter; the second of a file is told apart by its place among them.
        const key = [reference, valueDate, entry.amount, entry.side].join('|')
        const count = (seen.get(key) ?? 0) + 1
        seen.set(key, count)
        return { statement, entry, bankRef: count === 1 ? reference : `${reference}#${count}`, valueDate, text, whole }
      }),
  )
}
