import { sql } from 'kysely'
import { introducedBy, isPartner } from '../../../auth/partner.ts'
import { carriesLoan } from '../../../books/servicing/carries-loan.ts'
import { companyListRights } from '../../../party/company/companies-found.ts'
import { benchmarkNames } from '../../../reference/benchmark-name.ts'
import { noForeignDraft } from '../../../trade/invoice/drafts.ts'
import { own, ownPayments } from '../../../trade/invoice/own-receivables.ts'
import { queryDilutionByBuyer } from '../../ar/dilution.ts'
import { queryPaymentHistoryByBuyer, queryPaymentHistoryByDate } from '../../ar/payments.ts'
import { ownBuyers } from '../../outlook/own-buyers.ts'
import { newsWords, signalWords } from '../../outlook/own-words.ts'
import { firstOfEach, firstRows, leftUntold } from '../cut.ts'
import { nameOf, ofCurrency, ofPartyOnInvoice, plural, type Request, say, shown, type Tool } from '../tool.ts'
import { currenciesOf } from './receivables.ts'

export const dashboard = (request: Request) => ({ label: say(request, 'Receivables', '应收账款'), to: '/dashboard/ar' })
const currenciesPaid = async (request: Request, currency: string | undefined) =>
  (
    await sql<{
      currency: string
    }>`select p.currency from ${ownPayments(request.actor)} where not p.waived and ${ofCurrency(currency, 'p')} group by 1 order by count(*) desc, 1`.execute(
      request.tx,
    )
  ).rows.map((row) => row.currency)

/** How buyers pay. */
export const behaviourTool: Tool = {
  name: 'payment_behaviour',
  description:
    'How punctually buyers pay: share paid on time, days late, days to pay; days sales outstanding when no party is named. by = PARTY for each buyer.',
  takes: ['currency', 'party', 'by'],
  needs: ['dashboard.ar.view'],
  run: async (request, { currency, party, by }) => {
    const lines: string[] = []
    const links = [dashboard(request), { label: say(request, 'Buyer outlook', '买方展望'), to: '/buyer-outlook' }]
    const whose = party ? await nameOf(request, party) : ''
    for (const one of await currenciesPaid(request, currency)) {
      const asked = { ...request, body: { currency: one, buyerCode: party ?? 'ALL' } }
      if (party || by === 'PARTY') {
        for (const row of await queryPaymentHistoryByBuyer(asked))
          lines.push(
            say(
              request,
              `${row.buyerName} paid ${shown(row.amount, one)}, ${row.ratePct ?? '0'} % on time, ${row.daysToPay} days after issue and ${daysLate(row.daysLate ?? '0')}.`,
              `${row.buyerName}：已付 ${shown(row.amount, one)}，按时 ${row.ratePct ?? '0'}%，开票后平均 ${row.daysToPay} 天付款，${daysLateZh(row.daysLate ?? '0')}。`,
            ),
          )
        continue
      }
      const whole = await queryPaymentHistoryByDate(asked)
      if (whole.onTimePct === null) continue
      lines.push(
        say(
          request,
          `${one}: ${shown(whole.total, one)} was paid, ${whole.onTimePct} % on time, ${whole.daysToPay} days after issue and ${daysLate(whole.daysLate ?? '0')}${whole.dso ? `; days sales outstanding are ${whole.dso}` : ''}.`,
          `${one}：已收 ${shown(whole.total, one)}，按时 ${whole.onTimePct}%，开票后平均 ${whole.daysToPay} 天付款，${daysLateZh(whole.daysLate ?? '0')}${whole.dso ? `；应收账款周转天数（DSO）${whole.dso}` : ''}。`,
        ),
      )
    }
    return {
      text:
        lines.length > 0
          ? lines.join('\n')
          : say(request, `There are no payments${whose ? ` of ${whose}` : ''} yet.`, `${whose}还没有付款记录。`),
      links,
    }
  },
}
const daysLate = (text: string) => (text.startsWith('-') ? `${text.slice(1)} days early` : `${text} days late`)
const daysLateZh = (text: string) => (text.startsWith('-') ? `平均提前 ${text.slice(1)} 天` : `平均迟付 ${text} 天`)

/** Reductions without cash. */
export const dilutionTool: Tool = {
  name: 'dilution',
  description: 'Dilution of the last twelve months: credit notes, deductions and returns as a share of what was invoiced.',
  takes: ['currency', 'party'],
  needs: ['dashboard.ar.view'],
  run: async (request, { currency, party }) => {
    const lines: string[] = []
    for (const one of await currenciesOf(request, currency)) {
      const found = await queryDilutionByBuyer({ ...request, body: { currency: one, buyerCode: party ?? 'ALL' } })
      if (found.ratePct === null) continue
      lines.push(
        say(
          request,
          `${one}: ${shown(found.reductions, one)} of reductions on ${shown(found.invoiced, one)} invoiced in twelve months, a dilution of ${found.ratePct} %.`,
          `${one}：近十二个月开票 ${shown(found.invoiced, one)}，抵减 ${shown(found.reductions, one)}，稀释率 ${found.ratePct}%。`,
        ),
      )
    }
    return {
      text:
        lines.length > 0
          ? lines.join('\n')
          : say(request, 'Nothing was invoiced in the last twelve months.', '近十二个月没有开票。'),
      links: [dashboard(request)],
    }
  },
}

const poKinds: Record<string, [string, string, string[]]> = {
  OPEN: ['open', '未完成', ['SUBMITTED', 'CONFIRMED']],
  DRAFT: ['in draft', '草稿', ['DRAFT']],
  SUBMITTED: ['waiting for confirmation', '待确认', ['SUBMITTED']],
  CONFIRMED: ['confirmed', '已确认', ['CONFIRMED']],
  CLOSED: ['closed', '已关闭', ['CLOSED']],
}
/** Purchase orders by state. */
export const purchaseOrdersTool: Tool = {
  name: 'purchase_orders',
  description: `Purchase orders, counted with their sums. which is one of ${Object.keys(poKinds).join(', ')}.`,
  takes: ['which', 'currency', 'party'],
  needs: ['trading.purchase.view'],
  run: async (request, args) => {
    const [en, zh, states] = poKinds[args.which ?? 'OPEN'] ?? poKinds.OPEN!
    const { rows } = await sql<{ currency: string; amount: string; count: number }>`
      select i.currency, sum(i.amount)::text as amount, count(*)::int as count from purchase_order i
      where ${own(request.actor)} and ${noForeignDraft(request.actor, 'i')} and i.doc_status = any(${states}::text[]) and ${ofCurrency(args.currency, 'i')} and ${ofPartyOnInvoice(request.actor, args.party, 'i')} group by 1 order by 3 desc, 1`.execute(
      request.tx,
    )
    const links = [
      {
        label: say(request, 'Purchase orders', '采购订单'),
        to: `/trading/purchase?${states.map((state) => `docStatus=${state}`).join('&')}`,
      },
    ]
    if (rows.length === 0) return { text: say(request, `No purchase order is ${en}.`, `没有${zh}的采购订单。`), links }
    return {
      text: rows
        .map(({ currency, amount, count }) =>
          say(
            request,
            `${plural(count, 'purchase order')} over ${shown(amount, currency)} ${count === 1 ? 'is' : 'are'} ${en}.`,
            `${zh}的采购订单 ${count} 份，合计 ${shown(amount, currency)}。`,
          ),
        )
        .join('\n'),
      links,
    }
  },
}

type ProductRow = Record<'name' | 'nameCn' | 'funder' | 'margin' | 'rateType' | 'status', string> &
  Record<'baseRateType' | 'validUntil' | 'offeredTo' | 'advanceRate', string | null>

const offerRights = ['org.info.view', 'org.info.ar']
/** How many offers or products are told one by one. */
const mostOffers = 16

/** Products whose price the supplier has accepted. */
export const offersTool: Tool = {
  name: 'offers',
  description:
    'Financing products and the margin agreed for them; for a supplier, and for whom no product is shown, the offers accepted or waiting, for others the products.',
  takes: ['currency'],
  // Partners and companies read offers; other staff read the products too, with the right to their list.
  needs: (actor) => [...offerRights, ...(actor.staff && !isPartner(actor) ? ['system.product.view'] : [])],
  run: async (request, { currency }) => {
    const { actor, tx, today } = request
    const zh = request.language === 'zh-CN'
    if (actor.companyRole === 'BUYER')
      return { text: say(request, 'Prices of financing are not shown to buyers.', '融资价格不对买方显示。'), links: [] }
    const supplier = actor.companyRole === 'SUPPLIER'
    // Readers without the list of products read the offers that their page of offers shows.
    const readsOffers = supplier || isPartner(actor) || (actor.staff && !actor.permissions.has('system.product.view'))
    const offeredTo = supplier
      ? sql`f.supplier_id = ${actor.companyId}`
      : isPartner(actor)
        ? sql`f.supplier_id in ${introducedBy(actor)}`
        : sql`true`
    const inCurrency = currency
      ? sql`${currency} = any(p.currencies)`
      : supplier
        ? sql`p.currencies && (select array_agg(distinct i.currency::text) from invoice i where i.supplier_id = ${actor.companyId})`
        : sql`true`
    const { rows, left } = readsOffers
      ? await firstRows<ProductRow>(
          request,
          sql`select p.name, p.name_cn, c.name as funder, ${supplier ? sql`null` : sql`s.name`} as offered_to, f.margin::text as margin, p.base_rate_type, p.rate_type,
            ${supplier ? sql`p.advance_rate::text` : sql`null`} as advance_rate, f.valid_until, f.status
          from pricing_offer f join financing_product p on p.id = f.product_id join company c on c.id = p.funder_id join company s on s.id = f.supplier_id
          where ${offeredTo} and f.status in ('ACCEPTED', 'OFFERED') and f.valid_until >= ${today}::date and p.status = 'ENABLE'
            and ${inCurrency}`,
          sql`status, margin::numeric, name, offered_to`,
          mostOffers,
        )
      : await firstRows<ProductRow>(
          request,
          sql`select p.name, p.name_cn, c.name as funder, null as offered_to, p.margin::text as margin, p.base_rate_type, p.rate_type, p.advance_rate::text as advance_rate, null as valid_until, 'ACCEPTED' as status
          from financing_product p join company c on c.id = p.funder_id where p.status = 'ENABLE' and ${actor.staff ? sql`true` : sql`p.funder_id = ${actor.companyId}`} and ${inCurrency}`,
          sql`name`,
          mostOffers,
        )
    const links = supplier
      ? [{ label: say(request, 'Offers', '报价'), to: '/org/info/ar' }]
      : !readsOffers && actor.permissions.has('system.product.view')
        ? [{ label: say(request, 'Products', '产品'), to: '/system/product' }]
        : []
    if (rows.length === 0)
      return { text: say(request, 'No financing product is open to you now.', '目前没有对您开放的融资产品。'), links }
    const number = (value: string) => value.replace(/\.?0+$/, '')
    const nameOfRate = await benchmarkNames(
      tx,
      rows.flatMap(({ baseRateType }) => baseRateType ?? []),
    )
    const rateOf = ({ rateType, baseRateType }: ProductRow) =>
      rateType === 'FIXED' ? null : baseRateType ? nameOfRate(baseRateType) : { en: 'base rate', cn: '基准利率' }
    const lines = rows.map((row) => {
      const rate = rateOf(row)
      const isOpen = row.status === 'OFFERED'
      const en = [
        `${rate ? `${rate.en} + ` : ''}${number(row.margin)} % a year`,
        row.advanceRate && `advance ${number(row.advanceRate)} %`,
        row.validUntil && `until ${row.validUntil}`,
        isOpen && (row.offeredTo ? 'waits for acceptance' : 'waits for your acceptance'),
      ]
      const cn = [
        `${rate ? `${rate.cn} + ` : ''}${number(row.margin)}%`,
        row.advanceRate && `融资比例 ${number(row.advanceRate)}%`,
        row.validUntil && `有效至 ${row.validUntil}`,
        isOpen && (row.offeredTo ? '待接受' : '待您接受'),
      ]
      return say(
        request,
        `${row.name} (${row.funder})${row.offeredTo ? ` for ${row.offeredTo}` : ''}: ${en.filter(Boolean).join(', ')}`,
        `${zh ? row.nameCn : row.name}（${row.funder}）${row.offeredTo ? `，面向${row.offeredTo}` : ''}：${cn.filter(Boolean).join('，')}`,
      )
    })
    const noun = readsOffers ? (['offer', 'offers', '份报价'] as const) : (['product', 'products', '个产品'] as const)
    return { text: [...lines, ...leftUntold(request, left, noun)].join('\n'), links }
  },
}

const mostRates = 12

/** The newest fixing of each benchmark. */
export const baseRateTool: Tool = {
  name: 'base_rate',
  description:
    'The newest fixing of each benchmark rate up to the day `to`, such as SOFR, EURIBOR or LPR; which names one of them.',
  takes: ['which', 'from', 'to'],
  run: async (request, { which, to }) => {
    const day = to && to < request.today ? to : request.today
    const { rows, left } = await firstRows<{ type: string; effectiveDate: string; percentRate: string }>(
      request,
      sql`select distinct on (type) type, effective_date, percent_rate::text as percent_rate from base_rate_fixing
      where effective_date <= ${day}::date and ${which ? sql`type ilike ${`${which.replace(/[%_\\]/g, '')}%`}` : sql`true`} order by type, effective_date desc, revision desc`,
      sql`type`,
      mostRates,
    )
    const links = request.actor.permissions.has('system.rate.view')
      ? [{ label: say(request, 'Base rates', '基准利率'), to: '/system/rate' }]
      : []
    if (rows.length === 0) return { text: say(request, 'There is no fixing of that rate.', '没有该利率的定盘。'), links }
    const nameOfRate = await benchmarkNames(
      request.tx,
      rows.map(({ type }) => type),
    )
    return {
      text: [
        ...rows.map(({ type, effectiveDate, percentRate }) =>
          say(
            request,
            `${nameOfRate(type).en}: ${percentRate.replace(/\.?0+$/, '')} % of ${effectiveDate}`,
            `${nameOfRate(type).cn}：${percentRate.replace(/\.?0+$/, '')}%（${effectiveDate}）`,
          ),
        ),
        ...leftUntold(request, left, ['benchmark', 'benchmarks', '个基准']),
      ].join('\n'),
      links,
    }
  },
}

const mostNews = 4
const mostSignals = 3
const shortened = (text: string) => (text.length > 240 ? `${text.slice(0, 240)}…` : text)

/** What is heard of buyers, and news. The words of news are quoted and never read as a question. */
export const newsTool: Tool = {
  name: 'news',
  description: 'The latest news and, with party, the signals heard of that buyer.',
  takes: ['party', 'question'],
  needs: ['buyer-outlook.view'],
  run: async (request, { party }) => {
    const { today } = request
    const links = [{ label: say(request, 'Buyer outlook', '买方展望'), to: '/buyer-outlook' }]
    if (party) {
      const mine = (await ownBuyers(request)).find(({ code }) => code === party)
      const name = await nameOf(request, party)
      const { rows, left } = mine
        ? await firstRows<{ newsDate: string; title: string; text: string }>(
            request,
            sql`select s.id, s.news_date, ${signalWords(request.language)} from news_signal s where buyer_id = ${mine.id} and news_date <= ${today}::date`,
            sql`news_date desc, id`,
            mostSignals,
          )
        : { rows: [], left: 0 }
      if (rows.length === 0)
        return { text: say(request, `Nothing was heard of ${name} lately.`, `近期没有关于${name}的消息。`), links }
      return {
        text: [
          ...rows.map(({ newsDate, title, text }) => `${newsDate}: ${title}. ${shortened(text)}`),
          ...leftUntold(request, left, ['signal', 'signals', '条消息']),
        ].join('\n'),
        links,
      }
    }
    const { rows, left } = await firstRows<{ newsDate: string; region: string; title: string }>(
      request,
      sql`select id, news_date, region, ${newsWords(request.language)} from news_item where kind = 'PANEL' and not withdrawn and news_date <= ${today}::date`,
      sql`news_date desc, id desc`,
      mostNews,
    )
    return {
      text:
        rows.length > 0
          ? [
              ...rows.map(({ newsDate, region, title }) => `${newsDate}, ${region}: ${title}`),
              ...leftUntold(request, left, ['entry', 'entries', '条']),
            ].join('\n')
          : say(request, 'There is no news.', '暂无新闻。'),
      links,
    }
  },
}

/** The form of a finance order with an invoice in it; nothing is saved. */
export const prepareTool: Tool = {
  name: 'prepare',
  description: 'Opens the form of a new finance order, with the invoice named by number in it. It saves and submits nothing.',
  takes: ['number'],
  needs: ['finance.finance-order.add'],
  run: async (request, { number }) => {
    const { tx, actor } = request
    const form = '/finance/finance-order/add'
    if (number) {
      const found = await tx
        .selectFrom('invoice')
        .select(['id', 'invoiceNo', 'docStatus', 'financeStatus', carriesLoan(sql`invoice.purchase_order_id`).as('isOfLoan')])
        .where('supplierId', '=', actor.companyId)
        .where(sql`upper(invoice_no)`, '=', number.toUpperCase())
        .orderBy('createdAt', 'desc')
        .executeTakeFirst()
      if (!found || found.docStatus !== 'CONFIRMED' || found.financeStatus !== 'UNFINANCED' || found.isOfLoan)
        return {
          text: !found
            ? say(
                request,
                `I find no confirmed invoice ${number} of yours that could be financed.`,
                `没有找到您可以融资的已确认发票 ${number}。`,
              )
            : found.docStatus !== 'CONFIRMED'
              ? say(
                  request,
                  `Invoice ${found.invoiceNo} cannot be financed: its buyer has not confirmed it.`,
                  `发票 ${found.invoiceNo} 尚未由买方确认，不能融资。`,
                )
              : found.financeStatus === 'UNFINANCED'
                ? say(
                    request,
                    `Invoice ${found.invoiceNo} is for the loan on its purchase order: it pays that loan off by conversion.`,
                    `发票 ${found.invoiceNo} 对应的采购订单已有融资，该发票只能用于转换并偿还该笔融资。`,
                  )
                : say(
                    request,
                    `Invoice ${found.invoiceNo} is already in a finance order.`,
                    `发票 ${found.invoiceNo} 已在融资订单中。`,
                  ),
          links: found ? [{ label: found.invoiceNo, to: `/trading/invoice/${found.id}/details` }] : [],
        }
      return {
        text: say(
          request,
          `The form is ready with invoice ${found.invoiceNo}. You look at the price and submit it yourself.`,
          `表单已准备好，含发票 ${found.invoiceNo}。请您查看价格后自行提交。`,
        ),
        links: [{ label: say(request, 'Open the order form', '打开订单表单'), to: `${form}?invoice=${found.id}` }],
      }
    }
    const { rows } = await firstOfEach<{ invoiceNo: string; currency: string; place: string }>(
      request,
      sql`select i.invoice_no, i.currency, i.outstanding from invoice i where ${own(actor)} and i.doc_status = 'CONFIRMED' and i.finance_status = 'UNFINANCED' and i.outstanding > 0 and i.due_date > ${request.today}::date + 7
        and not ${carriesLoan(sql`i.purchase_order_id`)}`,
      sql`outstanding desc, invoice_no`,
      3,
    )
    // The largest of each currency come before the second largest.
    const proposed = rows.sort((a, b) => Number(a.place) - Number(b.place)).slice(0, 3)
    return {
      text: say(
        request,
        'The form is open to you: choose buyer, product and invoices, look at the price and submit it yourself. Or name an invoice and I open the form with it.',
        '表单已为您打开：请选择买方、产品和发票，查看价格后自行提交。也可以告诉我发票号，由我带入表单。',
      ),
      links: [{ label: say(request, 'Open the order form', '打开订单表单'), to: form }],
      next: proposed.map(({ invoiceNo }) =>
        say(request, `Prepare a finance order for ${invoiceNo}`, `帮我准备 ${invoiceNo} 的融资订单`),
      ),
    }
  },
}

/** Whom the caller trades with. */
export const partiesTool: Tool = {
  name: 'parties',
  description:
    'Whom the caller trades with: the buyers of a supplier, the suppliers of a buyer, the debtors of a funder. which = SUPPLIERS or BUYERS for staff and funders.',
  takes: ['which'],
  // Staff read a list of companies with another right than a company its own trade.
  needs: ({ staff }) => (staff ? companyListRights : ['org.company.view']),
  run: async (request, { which }) => {
    const { actor, tx } = request
    const side =
      actor.companyRole === 'BUYER' || (actor.companyRole !== 'SUPPLIER' && which === 'SUPPLIERS') ? 'supplier' : 'buyer'
    const { rows } = await sql<{ name: string; nameLocal: string | null }>`
      select distinct c.name, c.name_local from ${
        actor.staff
          ? sql`company c join company_role r on r.company_id = c.id and r.role = ${side.toUpperCase()} and r.status = 'ENABLE'`
          : sql`invoice i join company c on c.id = ${sql.ref(`i.${side}_id`)} where ${own(actor)} and i.doc_status <> 'CANCELLED'`
      } order by 1`.execute(tx)
    const links = [{ label: say(request, 'Buyer outlook', '买方展望'), to: '/buyer-outlook' }]
    const what = side === 'supplier' ? ['supplier', '供应商'] : ['buyer', '买方']
    if (rows.length === 0) return { text: say(request, 'There is no trade yet.', '还没有贸易往来。'), links }
    return {
      text: [
        say(request, `${plural(rows.length, what[0]!)}:`, `共 ${rows.length} 家${what[1]}：`),
        ...rows.slice(0, 30).map((row) => say(request, row.name, row.nameLocal ?? row.name)),
        ...(rows.length > 30 ? ['…'] : []),
      ].join('\n'),
      links,
    }
  },
}
