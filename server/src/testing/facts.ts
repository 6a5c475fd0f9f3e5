import { workflowCalls } from '@usance/wire/workflow/calls'
import type { ApprovalFact, FactValue } from '@usance/wire/workflow/fact'
import type { Portal } from './portal.ts'
import type { Seat } from './world.ts'

/** A value of a fact as its figure, word or code alone. */
const plain = (value: FactValue): string => {
  switch (value.kind) {
    case 'text':
      return value.text
    case 'name':
      return value.name
    case 'amount':
      return `${value.amount} ${value.currency}`
    case 'rate':
    case 'share':
      return value.percent
    case 'date':
      return value.date
    case 'instant':
      return value.instant
    case 'count':
      return String(value.count)
    case 'code':
      return value.code
    case 'none':
      return ''
  }
}

const told = (fact: ApprovalFact) =>
  'rows' in fact ? fact.rows.map((row) => row.map(plain).join(' | ')) : fact.values.map(plain).join(' | ')

/** The facts that somebody reads beside the decision, by key: a value as its text, a table as its rows. */
export async function factsTo(
  portal: Portal,
  seat: Seat,
  businessNo: string,
  businessType: string,
): Promise<Record<string, string | string[]>> {
  const { facts } = await portal.ask(seat, workflowCalls.facts, { body: { businessNo, businessType } })
  return Object.fromEntries(facts.map((fact) => [fact.key, told(fact)]))
}
