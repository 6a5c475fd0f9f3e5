import { allCalls, lists } from '@usance/wire/all-calls'
import { assistantCalls } from '@usance/wire/assistant/calls'
import type { Call } from '@usance/wire/call'
import { columnsFor } from '@usance/wire/list'
import { isCompanyRole } from '@usance/wire/roles'
import { addressesOf } from '../http/server.ts'
import type { Portal } from '../testing/portal.ts'
import type { Seat } from '../testing/world.ts'
import { sampleOf } from './sample.ts'

export type Parts = { params?: Record<string, string>; query?: Record<string, unknown>; body?: unknown }

export async function send(portal: Portal, seat: Seat, call: Call, { params, query, body }: Parts): Promise<string> {
  const path = addressesOf(call.path, 'usance')[0]!.replace(/:(\w+)/g, (_, name: string) =>
    encodeURIComponent(params?.[name] ?? 'x'),
  )
  const search = new URLSearchParams(Object.entries(query ?? {}).map(([key, value]) => [key, String(value)])).toString()
  const answer = await portal.sendRaw(
    seat,
    call.method,
    `${path}${search ? `?${search}` : ''}`,
    call.method === 'GET' ? undefined : (body ?? {}),
  )
  // Instants of the answer itself, and a workbook's bytes, differ from one answer to the next; csv has the rows of a workbook.
  if (String(answer.headers['content-type']).includes('sheet')) return `${answer.statusCode} a workbook`
  return `${answer.statusCode} ${answer.body.replace(/\d{4}-\d\d-\d\dT[\d:.]+Z/g, '*').replace(/"requestId":"[^"]*"/g, '')}`
}

export const partsOf = (call: Call, id: string, more: object = {}): Parts => ({
  params: sampleOf(call.params, id),
  query: sampleOf(call.query, id),
  body: call.body ? { ...sampleOf(call.body, id), ...more } : undefined,
})

/** What is asked of a call: of a list its rows by each choice of each column, of any other call each record of the buyer. */
function askedOf(
  portal: Portal,
  { companyRole, userId }: Seat,
  { name, call }: (typeof readings)[number],
  records: readonly string[],
): Parts[] {
  const list = lists.find(({ id }) => name.startsWith(`${id}.`))
  if (list) {
    const columns = Object.entries(columnsFor(list, isCompanyRole(companyRole) ? companyRole : undefined))
    const choices = columns.flatMap(([key, { choices = [] }]) => choices.map((value) => ({ filterFields: { [key]: value } })))
    const single = columns.flatMap(([key, { kind }]) => [
      ...(kind === 'money' ? [{ amountSumByField: key }] : []),
      ...(kind === 'text' || kind === 'choice' ? [{ filterByField: key }] : []),
      ...(kind === 'date' ? [{ dateFilterByField: key }] : []),
    ])
    const columnList = columns.map(([key]) => ({ key, title: key }))
    if (name.endsWith('.excelExport')) return []
    if (call.kind === 'file') return [{ body: { columnList } }, ...choices.map((one) => ({ body: { ...one, columnList } }))]
    return [{ pageSize: 100 }, ...choices, ...single].map((body) => ({ body }))
  }
  const ids = [...records, portal.world.companies.alder, userId]
  const money = ['2025-03-01', undefined].map((asOf) =>
    partsOf(call, ids[0]!, { currency: 'USD', buyerCode: 'ALL', ...(asOf ? { asOf } : {}) }),
  )
  const words = ['QUIET', 'Elm', 'Alder', 'Birch', 'FO-'].map((text) => partsOf(call, ids[0]!, { text, codeOrName: text }))
  const all = [...ids.map((id) => partsOf(call, id)), ...money, ...words]
  return [...new Map(all.map((parts) => [JSON.stringify(parts), parts])).values()]
}

const questions = [
  'Which invoices are financed?',
  'Which invoices are locked?',
  'Which invoices are confirmed and not financed?',
  'What is the status of invoice QUIET-1?',
  'What is the status of purchase order QUIET-PO?',
  'Which invoices of Elm Bank are open?',
  'How much is financed?',
  'Which invoices are overdue?',
  'What do I owe Birch?',
  'What limits are there?',
]

export const readings = allCalls().filter(
  ({ name, call }) => call.effect === 'read' && !/login\//.test(call.path) && !name.startsWith('assistant.'),
)

/** Every answer that a person of the buyer gets of some records, by call and question. */
export async function answersTo(portal: Portal, seat: Seat, records: readonly string[]): Promise<Map<string, string>> {
  const answers = new Map<string, string>()
  for (const { name, call } of readings)
    for (const parts of askedOf(portal, seat, { name, call }, records)) {
      const text = await send(portal, seat, call, parts)
      if (text.startsWith('403')) break
      answers.set(`${name} ${JSON.stringify(parts)}`, text)
    }
  for (const question of questions) {
    const { text, links } = await portal.ask(seat, assistantCalls.ask, { body: { question } })
    answers.set(question, JSON.stringify([text, links]))
  }
  return answers
}
