import { useQuery } from '@tanstack/react-query'
import type { Answer } from '@usance/wire/call'
import { workflowCalls } from '@usance/wire/workflow/calls'
import type { ApprovalFact, FactValue, FactWords, TableFact, ValueFact } from '@usance/wire/workflow/fact'
import type { ReactNode } from 'react'
import { send } from '../../http/client.ts'
import { hasText, useText } from '../../i18n/i18n.ts'
import type { TextGroup } from '../../i18n/keys.ts'
import { language } from '../../i18n/language.ts'
import { Answered } from '../../ui/answered.tsx'
import { DataTable } from '../../ui/data-table.tsx'
import { formatCount, formatDate, formatDateTime, formatPercent, formatRatePct } from '../../ui/format.ts'
import { Money } from '../../ui/money.tsx'
import { DescriptionList, Section } from '../../ui/page-frame.tsx'
import type { Approval } from './use-approval.ts'
import { warningText } from './words.ts'

type Facts = Answer<typeof workflowCalls.facts>

/** Where the words of a code stand. */
const groups: Record<Exclude<FactWords, 'warning'>, TextGroup> = {
  word: 'word',
  party: 'finance.party',
  fee: 'finance.fee',
  timing: 'costs.timings',
  limit: 'approval.limit',
  reason: 'finance.reason',
  nothingLost: 'finance.loss.nothingLost',
  loss: 'finance.loss.part',
  part: 'payment.part',
}

/** What the decision is about, in the figures of the record as its reader may read them. */
export default function FactsPanel({ approval: { businessNo, businessType, businessId } }: { approval: Approval }) {
  const text = useText()
  const question = useQuery({
    queryKey: ['approval-facts', businessType, businessId],
    staleTime: 0,
    queryFn: () => send(workflowCalls.facts, { body: { businessNo, businessType, businessId } }, { quiet: true }),
  })
  if (question.data?.facts.length === 0) return null
  return (
    <Section title={text('approval.facts')}>
      <Answered question={question} lines={10}>
        {({ facts }: Facts) => <FactList facts={facts} />}
      </Answered>
    </Section>
  )
}

type Row = { at: number; cells: readonly FactValue[] }
const isTable = (fact: ApprovalFact): fact is TableFact => 'rows' in fact

function FactList({ facts }: { facts: readonly ApprovalFact[] }) {
  const text = useText()
  const single = facts.filter((fact): fact is ValueFact => !isTable(fact))
  return (
    <div className="approval-facts">
      <DescriptionList
        facts={single.map(({ key, values }) => ({
          label: text(`approval.fact.${key}`),
          value: values.map((value, place) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: values have no identity but their place
            <span key={place} className="approval-fact">
              <Value value={value} />
            </span>
          )),
        }))}
      />
      {facts.filter(isTable).map((table) => (
        <FactTable key={table.key} table={table} />
      ))}
    </div>
  )
}

function FactTable({ table: { key, columns, rows, left } }: { table: TableFact }) {
  const text = useText()
  const label = text(`approval.fact.${key}`)
  // A column of which no row tells anything is left out, such as the buyer of orders that have one.
  const shown = columns
    .map((column, place) => ({ column, place }))
    .filter(({ place }) => rows.some((row) => row[place]?.kind !== 'none'))
  return (
    <section>
      <h3>{label}</h3>
      <DataTable<Row>
        label={label}
        look="staff"
        rows={rows.map((cells, at) => ({ at, cells }))}
        keyOf={({ at }) => String(at)}
        columns={shown.map(({ column, place }) => ({
          key: column,
          label: text(`approval.factColumn.${column}`),
          figure: rows.some((row) => row[place]?.kind === 'amount'),
          cell: ({ cells }) => <Value value={cells[place]} />,
        }))}
      />
      {left > 0 && <p className="muted">{text('approval.factsLeft', { count: left })}</p>}
    </section>
  )
}

function Value({ value }: { value: FactValue | undefined }): ReactNode {
  const text = useText()
  if (!value) return null
  switch (value.kind) {
    case 'text':
      return value.text
    case 'name':
      return language() === 'zh-CN' ? value.nameCn : value.name
    case 'amount':
      return <Money amount={value.amount} currency={value.currency} exact />
    case 'rate':
      return formatRatePct(value.percent)
    case 'share':
      return formatPercent(value.percent)
    case 'date':
      return formatDate(value.date)
    case 'instant':
      return formatDateTime(value.instant)
    case 'count':
      return formatCount(value.count)
    case 'code':
      return value.words === 'warning' ? warningText(value.code) : wordsOf(value.words, value.code)
    case 'none':
      return null
  }

  function wordsOf(words: Exclude<FactWords, 'warning'>, code: string) {
    const group = groups[words]
    return hasText(`${group}.${code}`) ? text.of(group, code) : code
  }
}
