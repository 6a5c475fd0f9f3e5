import * as M from '@usance/domain/money'
import type { channelPartnerCalls } from '@usance/wire/channel-partner/list'
import { sql } from 'kysely'
import { amountOf } from '../../database/amount.ts'
import type { Handler, UseCaseContext } from '../../http/context.ts'
import { Refused } from '../../http/refused.ts'
import { sendFile } from '../../http/send-bytes.ts'
import { xlsxBytes } from '../../list/xlsx-stream.ts'
import { introduced, seenPartner } from './introduced.ts'

type Found = {
  id: string
  orderNo: string
  currency: string
  fundingDate: string
  supplierName: string
  financed: string
  /** Told to the operator's people alone. */
  feeBase: string | null
  ratePct: string | null
  commission: string | null
}

/** What a partner introduced in the month of a day, up to that day: each order, and sums a currency. */
async function monthOf({ tx, actor }: Pick<UseCaseContext, 'tx' | 'actor'>, partnerId: string, date: string) {
  const { rows: partners } = await sql<{ cname: string }>`
    select partner.cname from app_user partner where partner.id = ${partnerId} and ${seenPartner(actor)}
      and exists (select from company_partner c where c.partner_id = partner.id)`.execute(tx)
  if (!partners[0]) throw new Refused('NOT_FOUND')
  const from = `${date.slice(0, 8)}01`
  const { rows } = await sql<Found>`
    select i.id, order_no, currency, funding_date, supplier_name, financed, fee_base, trim_scale(rate_pct)::text as rate_pct, commission
    from (${introduced(actor, date)}) i where partner_id = ${partnerId} and month = ${from}::date
    order by currency, funding_date, order_no`.execute(tx)
  const text = (amount: string, currency: string) => M.toDecimal(amountOf(amount, currency))
  const told = (amount: string | null, currency: string) => (amount === null ? null : text(amount, currency))
  return {
    partnerName: partners[0].cname,
    from,
    to: date,
    currencies: [...new Set(rows.map((row) => row.currency))].map((currency) => {
      const own = rows.filter((row) => row.currency === currency)
      const sum = (part: 'financed' | 'feeBase' | 'commission') =>
        M.toDecimal(
          M.sum(
            own.map((row) => amountOf(row[part] ?? '0', currency)),
            currency,
          ),
        )
      return {
        currency,
        financed: sum('financed'),
        feeBase: actor.staff ? sum('feeBase') : null,
        commission: actor.staff ? sum('commission') : null,
        orders: own.map(({ id, orderNo, supplierName, fundingDate, ratePct, financed, feeBase, commission }) => ({
          id,
          orderNo,
          supplierName,
          fundingDate,
          ratePct,
          financed: text(financed, currency),
          feeBase: told(feeBase, currency),
          commission: told(commission, currency),
        })),
      }
    }),
  }
}

export const partnerMonth: Handler<typeof channelPartnerCalls.partnerMonth> = (request) =>
  monthOf(request, request.body.partnerId, request.body.date)

const words = {
  'en-US': ['Commission', 'Finance order', 'Supplier', 'Funded on', 'Currency', 'Financed', 'Fee base', 'Rate, %', 'Commission'],
  'zh-CN': ['佣金', '融资订单号', '供应商', '放款日', '币种', '融资额', '计佣费用', '比例（%）', '佣金'],
}

/** The first of the columns that hold numbers: what was financed. */
const firstNumber = 4

export const partnerMonthExport: Handler<typeof channelPartnerCalls.partnerMonthExport> = async (request) => {
  const { partnerId, date } = request.body
  const { partnerName, currencies } = await monthOf(request, partnerId, date)
  const [name, ...titles] = words[request.language] as [string, ...string[]]
  const sheet = await xlsxBytes(
    name,
    titles.map((title, at) => ({ title, isNumber: at >= firstNumber })),
    currencies.flatMap(({ currency, orders }) =>
      orders.map((one) => [
        one.orderNo,
        one.supplierName,
        one.fundingDate,
        currency,
        one.financed,
        one.feeBase ?? '',
        one.ratePct ?? '',
        one.commission ?? '',
      ]),
    ),
  )
  const type = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet'
  return sendFile(request.raw.reply, `${name} ${partnerName} ${date}.xlsx`, type, sheet)
}
