import { sql } from 'kysely'
import { financeStatusTold } from '../../../trade/invoice/finance-status-told.ts'
import { own } from '../../../trade/invoice/own-receivables.ts'
import { bucketsOf } from '../../ar/owed.ts'
import { firstOfEach, leftOut, mostParties, partyNouns } from '../cut.ts'
import {
  type Args,
  between,
  days,
  exceptParty,
  type Finding,
  nameOf,
  ofCurrency,
  ofPartyOnInvoice,
  otherSide,
  plural,
  type Request,
  say,
  shown,
  type Tool,
} from '../tool.ts'

/** Open invoices of the caller's side, as the dashboard counts them. */
const open = ({ actor, today }: Request, { currency, party, except, from, to, overdueDays }: Args) => sql`
  select i.id, i.invoice_no, i.buyer_id, i.supplier_id, i.currency, i.due_date, i.outstanding, overdue_days(i.outstanding, i.due_date, ${today}::date) as late, i.doc_status, ${financeStatusTold(actor, 'i')} as finance_status
  from invoice i where ${own(actor)} and i.doc_status not in ('DRAFT', 'CANCELLED') and i.issue_date <= ${today}::date and i.outstanding > 0
    and ${ofCurrency(currency, 'i')} and ${ofPartyOnInvoice(actor, party, 'i')} and ${exceptParty(except, 'i')} and ${between('i.due_date', from, to)}
    and ${overdueDays ? sql`i.due_date <= ${today}::date - ${overdueDays}::int` : sql`true`}`

type Sum = { currency: string; amount: string; count: number }
const sumsBy = async (request: Request, rows: ReturnType<typeof open>): Promise<Sum[]> =>
  (
    await sql<Sum>`select currency, sum(outstanding)::text as amount, count(*)::int as count from (${rows}) r group by 1 order by count(*) desc, 1`.execute(
      request.tx,
    )
  ).rows

/** The currencies the caller trades in, most used first; of one that is asked for whether it is among them. */
export async function currenciesOf({ tx, actor }: Request, currency?: string): Promise<string[]> {
  const { rows } = await sql<{ currency: string }>`
    select i.currency from invoice i where ${own(actor)} and ${ofCurrency(currency, 'i')} and i.doc_status not in ('DRAFT', 'CANCELLED') group by 1 order by count(*) desc, 1`.execute(
    tx,
  )
  return rows.map(({ currency }) => currency)
}

const dashboard = (request: Request) => ({
  label: say(
    request,
    request.actor.companyRole === 'BUYER' ? 'Payables' : 'Receivables',
    request.actor.companyRole === 'BUYER' ? '应付账款' : '应收账款',
  ),
  to: '/dashboard/ar',
})

const bucketNames: Record<string, [string, string]> = {
  NOT_DUE: ['not yet due', '未到期'],
  D1_30: ['1–30 days overdue', '逾期 1–30 天'],
  D31_60: ['31–60 days overdue', '逾期 31–60 天'],
  D61_90: ['61–90 days overdue', '逾期 61–90 天'],
  D90_PLUS: ['more than 90 days overdue', '逾期 90 天以上'],
}

async function run(request: Request, args: Args): Promise<Finding> {
  const { actor } = request
  const owes = actor.companyRole === 'BUYER'
  const overdue = args.which === 'OVERDUE' || args.overdueDays !== undefined
  const later = args.which === 'NOT_DUE'
  const narrowed =
    overdue && !args.overdueDays ? { ...args, overdueDays: 1 } : later ? { ...args, from: args.from ?? request.today } : args
  const links = [dashboard(request)]
  const whose = args.party ? await nameOf(request, args.party) : ''
  const without = args.except ? await nameOf(request, args.except) : ''
  const currencies = args.currency ? [args.currency] : await currenciesOf(request)
  if (currencies.length === 0) return { text: say(request, 'There are no invoices yet.', '还没有发票。'), links: [] }

  const simple =
    !later &&
    !args.except &&
    !args.from &&
    !args.to &&
    !(args.overdueDays && args.overdueDays > 1) &&
    !(owes && args.party) &&
    !(args.party && (actor.staff || actor.companyRole === 'FUNDER'))
  if (args.asOf && (!simple || args.by))
    return {
      text: say(
        request,
        'I cannot narrow what was open on a past day in that way. The dashboard shows any past day.',
        '过去某日的未结金额我无法这样细分，应收看板可以查看任意一天。',
      ),
      links,
    }
  const found = (lines: readonly string[]): Finding => ({
    text: lines.length > 0 ? lines.join('\n') : nothing(request, args, overdue, later, whose),
    links,
  })
  if (args.by === 'PARTY' || args.by === 'SUPPLIER') return found(await linesByParty(request, args, narrowed, overdue))
  if (args.by === 'AGE') return found(await linesByAge(request, args, currencies))
  const sums = simple ? await fromDashboard(request, args, currencies, overdue) : await sumsBy(request, open(request, narrowed))
  const words = wordsOf(request, args, { whose, without, overdue, later })
  return found(sums.filter(({ count }) => count > 0).map((sum) => lineOf(request, args, words, sum)))
}

/** What is open of each party, the largest first; no lines where nothing is. */
async function linesByParty(request: Request, args: Args, narrowed: Args, overdue: boolean): Promise<string[]> {
  const { actor } = request
  const side = args.by === 'SUPPLIER' ? 'supplier' : otherSide(actor)
  const { rows, left } = await firstOfEach<Sum & { name: string; nameLocal: string | null }>(
    request,
    sql`select r.currency, c.id, c.name, c.name_local, sum(r.outstanding)::text as amount, count(*)::int as count
      from (${open(request, narrowed)}) r join company c on c.id = ${sql.ref(`r.${side}_id`)} group by 1, 2`,
    sql`amount::numeric desc, name, id`,
    args.top ?? mostParties,
  )
  if (rows.length === 0) return []
  const head = overdue
    ? say(request, 'Overdue, the largest first:', '逾期金额，由大到小：')
    : actor.companyRole === 'BUYER'
      ? say(request, 'What you owe, the largest first:', '应付金额，由大到小：')
      : say(request, 'What is owed, the largest first:', '应收金额，由大到小：')
  const lines = rows.map((row) =>
    say(
      request,
      `${row.name}: ${shown(row.amount, row.currency)} on ${plural(row.count, 'invoice')}`,
      `${row.nameLocal ?? row.name}：${shown(row.amount, row.currency)}，${row.count} 张发票`,
    ),
  )
  return [head, ...lines, ...leftOut(request, left, partyNouns[side], args.top)]
}

/** What is open by how late it is, in each currency. */
async function linesByAge(request: Request, { party }: Args, currencies: readonly string[]): Promise<string[]> {
  const buyerCode = request.actor.companyRole === 'BUYER' ? 'ALL' : (party ?? 'ALL')
  const lines: string[] = []
  for (const currency of currencies)
    for (const { bucket, amount, count } of await bucketsOf({ ...request, body: { currency, buyerCode } })) {
      if (count === 0) continue
      const [en, zh] = bucketNames[bucket]!
      lines.push(
        say(
          request,
          `${shown(amount, currency)} ${en}, on ${plural(count, 'invoice')}`,
          `${zh}：${shown(amount, currency)}，${count} 张发票`,
        ),
      )
    }
  return lines
}

type Asked = { whose: string; without: string; overdue: boolean; later: boolean }
type Words = Asked & { late: [string, string]; but: [string, string]; span: string }

/** The words that narrow a figure, in both languages. */
const wordsOf = (request: Request, args: Args, asked: Asked): Words => ({
  ...asked,
  late:
    args.overdueDays && args.overdueDays > 1
      ? [` for at least ${args.overdueDays} days`, ` ${args.overdueDays} 天以上`]
      : ['', ''],
  but: asked.without ? [` without ${asked.without}`, `（不含${asked.without}）`] : ['', ''],
  span: asked.later ? '' : days(request, args),
})

/** What is open in one currency, in a sentence that says all that the question has narrowed. */
function lineOf(
  request: Request,
  { asOf }: Args,
  { whose, overdue, later, late, but: [butEn, butZh], span }: Words,
  { currency, amount, count }: Sum,
): string {
  const { actor } = request
  const figure = shown(amount, currency)
  const many = plural(count, 'invoice')
  if (asOf !== undefined)
    return say(
      request,
      `At the end of ${asOf}, ${figure} was ${overdue ? 'overdue' : 'owed in all'}${whose ? ` from ${whose}` : ''}, on ${many}.`,
      `${asOf} 日终，${whose}${overdue ? '逾期' : '应收合计'} ${figure}，共 ${count} 张发票。`,
    )
  if (later)
    return say(
      request,
      `${figure} is not yet due${whose ? ` from ${whose}` : ''}${butEn}, on ${many}.`,
      `${whose}未到期${butZh} ${figure}，共 ${count} 张发票。`,
    )
  if (overdue)
    return say(
      request,
      `${figure} is overdue${late[0]}${span ? `, due${span}` : ''}${whose ? ` from ${whose}` : ''}${butEn}, on ${many}.`,
      `${whose}逾期${late[1]}${span ? `${span}` : ''}${butZh} ${figure}，共 ${count} 张发票。`,
    )
  if (actor.companyRole === 'BUYER')
    return say(
      request,
      `You owe ${figure}${whose ? ` to ${whose}` : ''}${butEn}${span}, on ${many}.`,
      `${whose ? `对${whose}` : ''}应付${butZh}${span} ${figure}，共 ${count} 张发票。`,
    )
  // Staff and funders name either side of a trade.
  if (whose && (actor.staff || actor.companyRole === 'FUNDER'))
    return say(
      request,
      `${figure} is open on invoices of ${whose}${span}, on ${many}.`,
      `${whose}的发票未结${span} ${figure}，共 ${count} 张发票。`,
    )
  return whose
    ? say(request, `${whose} owes ${figure}${span}, on ${many}.`, `${whose}应付${span} ${figure}，共 ${count} 张发票。`)
    : say(
        request,
        `${figure} is owed in all${butEn}${span}, on ${many}.`,
        `应收合计${butZh}${span} ${figure}，共 ${count} 张发票。`,
      )
}

/** Sums by the dashboard's own question, which stays quick however many invoices there are. */
async function fromDashboard(request: Request, args: Args, currencies: string[], overdue: boolean): Promise<Sum[]> {
  const sums: Sum[] = []
  for (const currency of currencies) {
    const buckets = (await bucketsOf({ ...request, body: { currency, buyerCode: args.party ?? 'ALL', asOf: args.asOf } })).filter(
      ({ bucket }) => !overdue || bucket !== 'NOT_DUE',
    )
    const { rows } = await sql<{ total: string }>`
      select coalesce(sum(a), 0)::text as total from unnest(${buckets.map(({ amount }) => amount)}::numeric[]) a`.execute(
      request.tx,
    )
    sums.push({ currency, amount: rows[0]!.total, count: buckets.reduce((all, { count }) => all + count, 0) })
  }
  return sums
}

function nothing(request: Request, args: Args, overdue: boolean, later: boolean, whose: string): string {
  const unit = args.currency ?? ''
  if (later)
    return say(
      request,
      `Nothing is open that is not yet due${whose ? ` from ${whose}` : ''}${unit ? ` in ${unit}` : ''}.`,
      `${whose}${unit}没有未到期的款项。`,
    )
  if (args.asOf)
    return say(
      request,
      `At the end of ${args.asOf}, nothing was ${overdue ? 'overdue' : 'open'}${whose ? ` from ${whose}` : ''}${unit ? ` in ${unit}` : ''}.`,
      `${args.asOf} 日终，${whose}${unit}没有${overdue ? '逾期' : '未结'}款项。`,
    )
  if (overdue)
    return say(
      request,
      `Nothing is overdue${args.overdueDays && args.overdueDays > 1 ? ` for at least ${args.overdueDays} days` : ''}${whose ? ` from ${whose}` : ''}${unit ? ` in ${unit}` : ''}.`,
      `${whose}${unit}没有逾期${args.overdueDays && args.overdueDays > 1 ? ` ${args.overdueDays} 天以上的` : ''}款项。`,
    )
  return say(
    request,
    `Nothing is open${whose ? ` with ${whose}` : ''}${unit ? ` in ${unit}` : ''}${days(request, args)}.`,
    `${whose}${unit}${days(request, args)}没有未结款项。`,
  )
}

export const receivablesTool: Tool = {
  name: 'receivables',
  description:
    'What is owed on open invoices: in all, by party or by age; which = OVERDUE for what is past due, NOT_DUE for what is not. For a buyer these are payables.',
  takes: ['currency', 'party', 'except', 'from', 'to', 'asOf', 'by', 'overdueDays', 'which', 'top'],
  needs: ['dashboard.ar.view'],
  run,
}
