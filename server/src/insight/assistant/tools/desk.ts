import type { TodoKind } from '@usance/wire/home/calls'
import { todoAddress } from '@usance/wire/home/todo-addresses'
import { sql } from 'kysely'
import { openTasks } from '../../../approval/workflow/list.ts'
import { ordersSeen } from '../../../books/servicing/orders-seen.ts'
import { rowOfSeat } from '../../../books/servicing/side-of-seat.ts'
import { homeRoutes } from '../../home/routes.ts'
import { firstRows, leftUntold } from '../cut.ts'
import { plural, type Request, say, shown, type Tool } from '../tool.ts'

const wording: Record<TodoKind, [one: string, many: string, zh: string]> = {
  APPROVALS: ['approval', 'approvals', '待审批'],
  APPROVALS_OF_SEAT: ['approval in another of your seats', 'approvals in another of your seats', '待审批（其他身份）'],
  CONTRACTS_TO_SIGN: ['contract to sign', 'contracts to sign', '待签合同'],
  INVOICES_TO_CONFIRM: ['invoice to confirm', 'invoices to confirm', '待确认发票'],
  RIGHTS_TO_CONFIRM: ['debt to confirm', 'debts to confirm', '待确权订单'],
  ORDERS_SENT_BACK: ['order sent back to you', 'orders sent back to you', '被退回的融资订单'],
  DRAFT_INVOICES: ['invoice in draft', 'invoices in draft', '草稿发票'],
  DISPUTED_INVOICES: ['disputed invoice', 'disputed invoices', '有争议发票'],
  READY_TO_FINANCE: ['invoice ready to be financed', 'invoices ready to be financed', '可融资发票'],
  PAYMENTS_TO_SEND: ['payment to send', 'payments to send', '待付款'],
  PAYMENTS_FAILED: ['failed payment', 'failed payments', '失败付款'],
  RECEIPTS_TO_MATCH: ['receipt to match', 'receipts to match', '待匹配回款'],
  ACCOUNTS_TO_SWITCH_ON: ['account to switch on', 'accounts to switch on', '待启用账户'],
  OVERDUE_ORDERS: ['overdue order', 'overdue orders', '逾期订单'],
  OVERDUE_INVOICES: ['overdue invoice', 'overdue invoices', '逾期发票'],
  OVERDUE_BILLS: ['overdue fee bill', 'overdue fee bills', '逾期费用账单'],
  DAYS_TO_CLOSE: ['business day to close', 'business days to close', '待日终的业务日'],
  PRICES_TO_ACCEPT: ['price to accept', 'prices to accept', '待确认报价'],
  MATURING_ORDERS: ['order maturing within a week', 'orders maturing within a week', '一周内到期订单'],
}
type Approval = { businessNo: string | null; link: string | null }
const mostNamed = 6
/** The approvals that wait for the caller, by the number of what is to be approved. */
const approvalsOf = async ({ tx, actor, today }: Request): Promise<Approval[]> =>
  tx
    .selectFrom(openTasks(tx, { actor, today }).as('rows'))
    .select(['businessNo', 'link'])
    .orderBy('createdAt')
    .limit(mostNamed + 1)
    .execute() as Promise<Approval[]>
const numbers = (approvals: readonly Approval[]) =>
  `${approvals
    .slice(0, mostNamed)
    .map(({ businessNo }) => businessNo)
    .filter(Boolean)
    .join(', ')}${approvals.length > mostNamed ? ' …' : ''}`
type Todo = { kind: TodoKind; count: number; amounts: { currency: string; amount: string }[]; role?: string | undefined }

/** What waits for the caller; which narrows it to one kind. */
export const tasksTool: Tool = {
  name: 'tasks',
  description: `What waits for the caller: approvals, contracts, confirmations. which is one of ${Object.keys(wording).join(', ')}.`,
  takes: ['which'],
  needs: ['home.view'],
  ofSeat: true,
  run: async (request, { which }) => {
    const { todos } = (await homeRoutes.find(({ name }) => name === 'summary')!.handler({ ...request, body: {} })) as {
      todos: Todo[]
    }
    const addressOf = (todo: Pick<Todo, 'kind' | 'role'>) =>
      todoAddress(todo, { today: request.today, isBuyer: request.actor.companyRole === 'BUYER' })
    const wanted = todos.filter(({ kind }) => !which || kind === which)
    const known = which ? wording[which as TodoKind] : undefined
    if (wanted.length === 0)
      return {
        text: known
          ? say(request, `There are no ${known[1]}.`, `没有${known[2]}。`)
          : say(request, 'Nothing waits for you.', '没有待办事项。'),
        links: known ? [{ label: say(request, cap(known[1]), known[2]), to: addressOf({ kind: which as TodoKind }) }] : [],
      }
    const approvals = wanted.some(({ kind }) => kind === 'APPROVALS') ? await approvalsOf(request) : []
    return {
      text: wanted
        .map(({ kind, count, amounts }) => {
          const [one, many, zh] = wording[kind]
          const sums = amounts.filter(({ amount }) => Number(amount) !== 0).map(({ amount, currency }) => shown(amount, currency))
          return say(
            request,
            `${plural(count, one, many)}${sums.length > 0 ? `: ${sums.join(' and ')}` : kind === 'APPROVALS' ? `: ${numbers(approvals)}` : ''}`,
            `${zh} ${count} 项${sums.length > 0 ? `：${sums.join('、')}` : kind === 'APPROVALS' ? `：${numbers(approvals)}` : ''}`,
          )
        })
        .join('\n'),
      links: wanted.map(({ kind, role }) => ({
        label: say(request, cap(wording[kind][1]), wording[kind][2]),
        to: addressOf({ kind, role }),
      })),
    }
  },
}
const cap = (text: string) => `${text[0]!.toUpperCase()}${text.slice(1)}`

/** The day the books are on. */
export const todayTool: Tool = {
  name: 'business_date',
  description: 'The business date: the day the books are on.',
  takes: [],
  run: async (request: Request) => {
    const weekdays = ['日', '一', '二', '三', '四', '五', '六']
    const day = new Date(`${request.today}T00:00:00Z`)
    const name = day.toLocaleDateString('en-GB', { weekday: 'long', timeZone: 'UTC' })
    return {
      text: say(
        request,
        `The business date is ${request.today}, a ${name}.`,
        `业务日期为 ${request.today}，星期${weekdays[day.getUTCDay()]}。`,
      ),
      links: [{ label: say(request, 'Home', '首页'), to: '/home' }],
    }
  },
}

const names: Record<string, [string, string]> = {
  DRAFT: ['in draft', '草稿'],
  PENDING_SIGN: ['to be signed', '待签'],
  PARTIALLY_SIGNED: ['partly signed', '部分签署'],
  SIGNED: ['signed', '已签'],
  EXPIRED: ['expired', '已失效'],
  TERMINATED: ['terminated', '已终止'],
  VOID: ['void', '作废'],
}

/** How many contracts are named one by one. */
const mostContracts = 8
const contractNoun = ['contract', 'contracts', '份'] as const

/** Contracts by state. */
export const contractsTool: Tool = {
  name: 'contracts',
  description:
    'Contracts of the caller, counted by state, or those of one order; which = TO_SIGN for those the caller’s company has still to sign.',
  takes: ['which', 'orderNo'],
  needs: ['contract.info.view'],
  ofSeat: true,
  run: async (request, { which, orderNo }) => {
    const { actor, tx } = request
    const links = [{ label: say(request, 'Contracts', '合同'), to: '/contract/info' }]
    if (orderNo) {
      const { rows, left } = await firstRows<{ no: string; name: string; status: string }>(
        request,
        sql`select c.no, c.name, c.status from contract c join ${ordersSeen(actor)} o on o.id = c.order_id where o.order_no = ${orderNo}`,
        sql`no`,
        mostContracts,
      )
      return rows.length === 0
        ? {
            text: say(request, `I find no contract of ${orderNo} that you may see.`, `没有找到您可以查看的 ${orderNo} 的合同。`),
            links,
          }
        : {
            text: [
              ...rows.map((row) =>
                say(
                  request,
                  `${row.no}, ${row.name}: ${names[row.status]?.[0] ?? row.status}`,
                  `${row.no}（${row.name}）：${names[row.status]?.[1] ?? row.status}`,
                ),
              ),
              ...leftUntold(request, left, contractNoun),
            ].join('\n'),
            links: [...rows.map(({ no }) => ({ label: no, to: `/contract/info?no=${no}` })), ...links],
          }
    }
    if (which === 'TO_SIGN') {
      const { rows, left } = await firstRows<{ no: string; id: string }>(
        request,
        sql`select distinct c.no, c.id from contract_signatory s join contract c on c.id = s.contract_id
        where s.company_id = ${actor.companyId} and ${actor.companyRole} in (s.party, 'COMPANY') and s.signed_at is null and c.status in ('PENDING_SIGN', 'PARTIALLY_SIGNED')`,
        sql`no`,
        mostContracts,
      )
      const total = rows.length + left
      return rows.length === 0
        ? { text: say(request, 'No contract waits for your signature.', '没有待您签署的合同。'), links }
        : {
            text: say(
              request,
              `${plural(total, 'contract')} to sign: ${[...rows.map(({ no }) => no), ...leftUntold(request, left, contractNoun)].join(', ')}.`,
              `待签合同 ${total} 份：${[...rows.map(({ no }) => no), ...leftUntold(request, left, contractNoun)].join('、')}。`,
            ),
            links,
          }
    }
    const { rows } = await sql<{
      status: string
      count: number
    }>`select status, count(*)::int as count from contract c where ${rowOfSeat(actor, 'c')} group by 1 order by 2 desc, 1`.execute(
      tx,
    )
    return {
      text:
        rows.length === 0
          ? say(request, 'There are no contracts.', '还没有合同。')
          : rows
              .map(({ status, count }) =>
                say(
                  request,
                  `${plural(count, 'contract')} ${names[status]?.[0] ?? status}`,
                  `${names[status]?.[1] ?? status} ${count} 份`,
                ),
              )
              .join('\n'),
      links,
    }
  },
}
