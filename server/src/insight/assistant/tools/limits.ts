import { formatAmount } from '@usance/domain/format-amount'
import { type Money, toDecimal } from '@usance/domain/money'
import { sql } from 'kysely'
import { seeingAll, seeOwn } from '../../../auth/seeing-all.ts'
import { tradesInSeat } from '../../../books/servicing/orders-seen.ts'
import { roomOfLimits } from '../../../finance/finance-order/limits.ts'
import { availableForFinanceAmount } from '../../ar/available.ts'
import { firstOfAll } from '../cut.ts'
import { ofCurrency, plural, type Request, say, shown, type Tool } from '../tool.ts'
import { currenciesOf } from './receivables.ts'

/** What could be financed now, and what holds it down. */
export const availableTool: Tool = {
  name: 'available',
  description: 'What a supplier could finance now, after eligibility, buyers’ limits and the facility.',
  takes: ['currency', 'party'],
  needs: ['dashboard.ar.view'],
  run: async (request, { currency, party }) => {
    const { actor, tx } = request
    if (actor.companyRole !== 'SUPPLIER')
      return {
        text: say(
          request,
          'Only a supplier finances its receivables: there is nothing to finance in your role.',
          '只有供应商可以就应收账款融资，您的角色没有可融资金额。',
        ),
        links: [],
      }
    const currencies = await currenciesOf(request, currency)
    const links = [
      { label: say(request, 'Receivables', '应收账款'), to: '/dashboard/ar' },
      ...(actor.permissions.has('finance.finance-order.add')
        ? [{ label: say(request, 'New finance order', '新建融资订单'), to: '/finance/finance-order/add' }]
        : []),
    ]
    if (currencies.length === 0)
      return {
        text: say(
          request,
          `You have no invoices${currency ? ` in ${currency}` : ''} to finance.`,
          `您没有可融资的${currency ?? ''}发票。`,
        ),
        links,
      }
    const lines: string[] = []
    for (const one of currencies) {
      const found = await availableForFinanceAmount({
        ...request,
        body: { currency: one, buyerCode: party ?? 'ALL' },
      })
      // The question above looks across companies at limits; the next one begins under the caller's own rows again.
      await seeOwn(tx, actor)
      if (found.eligible === null) continue
      const facility = found.facilityHeadroom
        ? say(
            request,
            ` The facility and the limits of its funders leave ${shown(found.facilityHeadroom, one)}.`,
            `授信及资金方限额剩余 ${shown(found.facilityHeadroom, one)}。`,
          )
        : ''
      const eligible = shown(found.eligible, one)
      if (found.amount === null) {
        lines.push(
          say(
            request,
            `What could be financed in ${one} is unknown, since an exchange rate is missing. The advance on eligible invoices is ${eligible}.`,
            `因缺少汇率，${one} 目前可融资金额未知。合格发票的可融资额为 ${eligible}。`,
          ),
        )
        continue
      }
      lines.push(
        say(
          request,
          `${shown(found.amount, one)} could be financed now: the advance on eligible invoices is ${eligible}.${facility}`,
          `目前可融资 ${shown(found.amount, one)}：合格发票的可融资额为 ${eligible}。${facility}`,
        ),
      )
    }
    return { text: lines.join('\n'), links, next: [say(request, 'Which invoices can I finance?', '哪些发票可以融资？')] }
  },
}

const typeNames: Record<string, [string, string]> = {
  SUPPLIER_FACILITY: ['facility', '供应商额度'],
  BUYER: ['limit on the buyer', '买方额度'],
  RELATIONSHIP: ['limit on the pair', '贸易对额度'],
  FUNDER: ['funder’s own limit', '资金方总额度'],
}

/** How many limits are told one by one. */
const mostTold = 12
type Room = { used: Money; free: Money }
type LimitRow = Record<'id' | 'type' | 'currency' | 'amount' | 'expiryDate', string> &
  Record<'supplierId' | 'buyerId' | 'funderId' | 'supplier' | 'buyer' | 'funder', string | null>

/** Credit limits in force that the caller may see in its seat, with what is used of each. */
export const limitsTool: Tool = {
  name: 'limits',
  description:
    'Credit limits in force: granted, used and free, by kind and currency. which is SUPPLIER_FACILITY, BUYER or FUNDER.',
  takes: ['currency', 'party', 'which'],
  needs: ['system.limit.view', 'account-overview.view'],
  run: async (request, { currency, party, which }) => {
    const { tx, today, actor } = request
    const { rows: limits, left } = await firstOfAll<LimitRow>(
      request,
      sql`select l.id, l.type, l.currency, l.amount::text as amount, l.supplier_id, l.buyer_id, l.funder_id, l.expiry_date, s.name as supplier, b.name as buyer, f.name as funder
      from credit_limit l left join company s on s.id = l.supplier_id left join company b on b.id = l.buyer_id left join company f on f.id = l.funder_id
      where l.status = 'ENABLE' and ${today}::date between l.effective_date and l.expiry_date and ${ofCurrency(currency, 'l')} and ${which ? sql`l.type = ${which}` : sql`true`}
        and ${tradesInSeat(actor, 'l')}
        and ${party ? sql`(s.code = ${party} or b.code = ${party} or f.code = ${party})` : sql`true`}`,
      sql`type desc, currency, funder, coalesce(supplier, buyer), id`,
      mostTold,
    )
    const links = [
      actor.permissions.has('system.limit.view')
        ? { label: say(request, 'Limits', '额度'), to: '/system/limit' }
        : { label: say(request, 'Account overview', '账户总览'), to: '/account-overview' },
    ]
    if (limits.length === 0)
      return {
        text: say(
          request,
          `I find no credit limit${currency ? ` in ${currency}` : ''} that you may see.`,
          `没有找到您可以查看的${currency ?? ''}额度。`,
        ),
        links,
      }
    // What is used of a limit is counted across companies, for limits the caller was just shown.
    const rooms = await seeingAll(request.tx, request.actor, () =>
      roomOfLimits(
        tx,
        limits.map(({ id }) => id),
        today,
      ),
    )
    const more = left.reduce((all, { count }) => all + count, 0)
    const lines = [
      ...limits.map((limit) => lineOf(request, limit, rooms.get(limit.id) ?? null)),
      ...(more > 0
        ? [
            say(
              request,
              `There ${more === 1 ? 'is' : 'are'} ${plural(more, 'more limit')} (${left.map((one) => `${one.count} in ${one.currency}`).join(', ')}): ask for a currency or a party to read others.`,
              `另有 ${more} 个额度（${left.map((one) => `${one.currency} ${one.count} 个`).join('、')}）：请按币种或公司提问以查看。`,
            ),
          ]
        : []),
    ]
    return { text: lines.join('\n'), links }
  },
}

/** What is granted, and to whom it says more than what is granted, what is used of it and what is free. */
function lineOf(request: Request, limit: LimitRow, room: Room | null): string {
  const [en, zh] = typeNames[limit.type] ?? [limit.type, limit.type]
  const granted = shown(limit.amount, limit.currency)
  const whose =
    limit.type === 'BUYER'
      ? limit.buyer
      : limit.type === 'FUNDER'
        ? ''
        : request.actor.companyId === limit.supplierId
          ? ''
          : limit.supplier
  const funder = limit.funder ? say(request, ` from ${limit.funder}`, `（${limit.funder}）`) : ''
  const named = say(request, `${cap(en)}${whose ? ` ${whose}` : ''}${funder}`, `${zh}${whose ? ` ${whose}` : ''}${funder}`)
  // Of a buyer's or a funder's limit, what is used tells what others do: a supplier reads what is granted alone.
  if (request.actor.companyRole !== 'FUNDER' && !request.actor.staff && limit.type !== 'SUPPLIER_FACILITY')
    return say(request, `${named}: ${granted}, until ${limit.expiryDate}`, `${named}：${granted}，有效至 ${limit.expiryDate}`)
  if (!room)
    return say(
      request,
      `${named}: ${granted}, until ${limit.expiryDate}; what is free is unknown, since an exchange rate is missing`,
      `${named}：总额 ${granted}，有效至 ${limit.expiryDate}；缺少汇率，剩余额度未知`,
    )
  const [free, used] = [room.free, room.used].map((amount) => formatAmount(toDecimal(amount), limit.currency))
  return say(
    request,
    `${named}: ${free} of ${granted} is free, ${used} used, until ${limit.expiryDate}`,
    `${named}：总额 ${granted}，已用 ${used}，剩余 ${free}，有效至 ${limit.expiryDate}`,
  )
}
const cap = (text: string) => `${text[0]!.toUpperCase()}${text.slice(1)}`
