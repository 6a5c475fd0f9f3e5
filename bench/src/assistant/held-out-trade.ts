import { type Ask, allOrNothing, dueIn, from, idOf, owedBy, owedTo } from './held-out-ask.ts'
import { money, type Oracle, sums } from './oracle.ts'

const number = (rows: Record<string, unknown>[]) => rows.map((row) => String(row.invoice_no))
const toInvoice = /^\/trading\/invoice\/.+\/details/

/** Receivables, dues and invoices, asked by suppliers and buyers. */
// biome-ignore lint/complexity/noExcessiveLinesPerFunction: a table of questions with their answers, one below the other
export async function heldOutTrade(o: Oracle, ask: Ask) {
  const [year, month] = o.today.split('-').map(Number) as [number, number]
  const december = String(year)
  const sumOf = (source: string) => sums(o, source, [])
  const late = `and due_date < '${o.today}'`

  ask('receivables', 'chen.jie', ['whats our total AR right now, usd only', '我们美元应收账款现在总共多少钱'], async () => ({
    all: await sumOf(owedTo('LIANHE', `and currency = 'USD'`)),
    none: ['EUR '],
  }))
  ask('receivables', 'chen.jie', ['hw much does northgte still owe us??', 'northgate那边还有多少没付'], async () => ({
    all: await sumOf(owedTo('LIANHE', from('NORTHW'))),
  }))
  ask('receivables', 'chen.jie', ['Compare what Northgate and Huaxin owe us', 'Northgate 和华信谁欠我们更多？'], async () => ({
    all: [...(await sumOf(owedTo('LIANHE', from('NORTHW')))), ...(await sumOf(owedTo('LIANHE', from('HUAXIN'))))],
  }))
  const byAmount = await o.rows(
    `select invoice_no, outstanding::text as amount, currency from ${owedTo('RHEIN')} order by outstanding desc`,
  )
  ask('receivables', 'jonas.weber', ['top 3 unpaid invoices by amount', '金额最大的三张未付发票'], {
    all: number(byAmount.slice(0, 3)),
    none: number(byAmount.slice(3)),
  })
  ask(
    'receivables',
    'jonas.weber',
    ["What's the biggest invoice Delacroix hasn't paid yet?", 'Delacroix 欠我们最大的一笔是哪张发票'],
    {
      all: [byAmount[0]!.invoice_no, money(byAmount[0]!.amount, byAmount[0]!.currency)],
    },
  )
  const count = async (source: string) => String((await o.rows(`select count(*)::int as n from ${source}`))[0]!.n)
  ask('receivables', 'liu.yang', ['how many open invoices do we have with Huaxin', '华信还有几张发票没结'], async () => ({
    all: [await count(owedTo('BRIGHT', from('HUAXIN'))), ...(await sumOf(owedTo('BRIGHT', from('HUAXIN'))))],
  }))
  ask(
    'receivables',
    'chen.jie',
    ['how much is owed to us excluding Northgate', '除了Northgate以外，别人还欠我们多少'],
    async () => ({
      all: await sumOf(owedTo('LIANHE', `and buyer_id <> ${idOf('NORTHW')}`)),
      none: await sumOf(owedTo('LIANHE', from('NORTHW'))),
    }),
  )
  ask('receivables', 'chen.jie', ['which invoices are NOT overdue and how much are they', '还没逾期的应收有多少'], async () => ({
    all: await sumOf(owedTo('LIANHE', `and due_date >= '${o.today}'`)),
    none: await sumOf(owedTo('LIANHE', late)),
  }))
  const both = await o.rows(`select sum(outstanding)::text as amount from ${owedTo('LIANHE')}`)
  ask('receivables', 'chen.jie', ['Give me one total for everything, USD and EUR together', '把美元和欧元加在一起，一共多少'], {
    none: [money(both[0]!.amount, 'USD').slice(4)],
    any: [...(await sumOf(owedTo('LIANHE'))), 'cannot', 'do not convert', '不做币种折算', '无法', '不能'],
  })
  ask(
    'receivables',
    'sato.kenji',
    ['show me what Aoyama still has to pay, in yen', '青山商事还欠多少日元', 'AOYAMA outstanding?'],
    async () => ({
      all: await sumOf(owedTo('SEIMIT', from('AOYAMA'))),
    }),
  )
  ask('receivables', 'chen.jie', ['how many buyers do we have', '我们一共有几个买家'], async () => ({
    all: [
      String(
        (await o.rows(`select count(distinct buyer_id)::int as n from invoice where supplier_id = ${idOf('LIANHE')}`))[0]!.n,
      ),
    ],
  }))
  const large = await o.rows(`select invoice_no from ${owedTo('LIANHE', `and currency = 'USD' and outstanding > 100000`)}`)
  const small = await o.rows(`select invoice_no from ${owedTo('LIANHE', `and currency = 'USD' and outstanding <= 100000`)}`)
  ask('receivables', 'chen.jie', ['unpaid invoices over USD 100,000', '超过10万美元的未付发票有哪些'], {
    all: number(large),
    none: number(small),
  })

  ask('overdue', 'chen.jie', ['anything more than 30 days overdue?', '有逾期30天以上的吗'], async () =>
    allOrNothing(await sumOf(owedTo('LIANHE', `and due_date < '${o.shift(-30)}'`))),
  )
  const oldest = (await o.rows(`select invoice_no from ${owedTo('LIANHE', late)} order by due_date limit 1`))[0]
  ask('overdue', 'chen.jie', ["what's our oldest overdue invoice", '逾期最久的是哪一张'], {
    all: [oldest!.invoice_no],
    link: toInvoice,
  })
  ask('overdue', 'chen.jie', ['How much of Delacroix’s balance is late?', 'Delacroix 的欠款里多少已经逾期'], async () =>
    allOrNothing(await sumOf(owedTo('LIANHE', `${from('DELACR')} ${late}`))),
  )
  ask('overdue', 'fahad.alrashid', ['has anybody not paid on time', '有谁拖着没付款'], async () =>
    allOrNothing(await sumOf(owedTo('DATES', late))),
  )
  ask('overdue', 'jonas.weber', ['overdue amount pls', '逾期金额'], async () => allOrNothing(await sumOf(owedTo('RHEIN', late))))
  ask('overdue', 'chen.jie', ['overdue receivables in dollars from Northgate', 'Northgate 美元逾期金额'], async () =>
    allOrNothing(await sumOf(owedTo('LIANHE', `${from('NORTHW')} ${late} and currency = 'USD'`)), ['EUR ']),
  )
  ask('overdue', 'chen.jie', ['how much was overdue at the end of last month', '上个月底的时候逾期多少'], async () => ({
    any: ['cannot', 'do not know', '无法', '不能', o.monthSpan(-1)[1]],
    none: await sumOf(owedTo('LIANHE', late)),
  }))

  ask('due', 'chen.jie', ['anything coming due tomorrow?', '明天有到期的吗'], async () =>
    allOrNothing(await sumOf(owedTo('LIANHE', `and due_date = '${o.shift(1)}'`))),
  )
  ask('due', 'chen.jie', ['invoices that were due yesterday', '昨天到期的发票'], async () =>
    allOrNothing(await sumOf(owedTo('LIANHE', `and due_date = '${o.shift(-1)}'`))),
  )
  ask(
    'due',
    'chen.jie',
    [`invoices maturing between 1 Dec and 15 Dec ${december}`, `${december}年12月1日到12月15日之间到期的发票`],
    async () => allOrNothing(await sumOf(owedTo('LIANHE', dueIn([`${december}-12-01`, `${december}-12-15`])))),
  )
  ask('due', 'chen.jie', ["what's falling due in December", '十二月到期的应收有多少'], async () =>
    allOrNothing(await sumOf(owedTo('LIANHE', dueIn([`${december}-12-01`, `${december}-12-31`])))),
  )
  ask(
    'due',
    'jonas.weber',
    ['what will Delacroix have to pay us in the next two weeks', '未来两周 Delacroix 要付我们多少'],
    async () => allOrNothing(await sumOf(owedTo('RHEIN', `${from('DELACR')} ${dueIn([o.today, o.shift(14)])}`))),
  )
  ask('due', 'jonas.weber', ['EUR receivables due next week', '下周到期的欧元应收'], async () =>
    allOrNothing(await sumOf(owedTo('RHEIN', dueIn(o.week(1))))),
  )
  ask('due', 'chen.jie', ['how much is due next year', '明年到期的应收有多少'], async () =>
    allOrNothing(await sumOf(owedTo('LIANHE', dueIn([`${year + 1}-01-01`, `${year + 1}-12-31`])))),
  )
  const next = await o.rows(
    `select invoice_no, due_date from ${owedTo('LIANHE', `and due_date >= '${o.today}'`)} order by due_date limit 1`,
  )
  ask('due', 'chen.jie', ['which is the next invoice to fall due', '最近一张要到期的发票是哪张'], {
    all: [next[0]!.invoice_no, next[0]!.due_date],
    link: toInvoice,
  })
  ask('due', 'chen.jie', ['what came due last week and is still unpaid', '上周到期还没付的有多少'], async () =>
    allOrNothing(await sumOf(owedTo('LIANHE', dueIn(o.week(-1))))),
  )
  ask('due', 'jonas.weber', ['How much falls due by the end of this month?', '到月底还有多少到期'], async () =>
    allOrNothing(await sumOf(owedTo('RHEIN', dueIn([o.today, o.monthSpan(0)[1]])))),
  )
  ask('due', 'chen.jie', ['Huaxin invoices due in January', '华信一月份到期的发票'], async () =>
    allOrNothing(await sumOf(owedTo('LIANHE', `${from('HUAXIN')} ${dueIn([`${year + 1}-01-01`, `${year + 1}-01-31`])}`))),
  )
  const begun = (month - 1) % 3
  const quarter: [string, string] = [o.monthSpan(-begun)[0], o.monthSpan(2 - begun)[1]]
  ask('due', 'sato.kenji', ['what is due this quarter', '本季度到期多少'], async () =>
    allOrNothing(await sumOf(owedTo('SEIMIT', dueIn(quarter)))),
  )
  ask('due', 'liu.yang', ['which invoices are due 90 days from now or sooner', '90天内要到期的一共多少'], async () => ({
    all: await sumOf(owedTo('BRIGHT', dueIn([o.today, o.shift(90)]))),
  }))

  // One invoice by its number.
  const one = async (code: string, where: string) =>
    (
      await o.rows(
        `select i.*, b.name as buyer, b.name_local as buyer_cn from invoice i join company b on b.id = i.buyer_id where supplier_id = ${idOf(code)} and ${where} order by i.due_date, i.id limit 1`,
      )
    )[0]
  const returned = await one('LIANHE', `doc_status = 'DRAFT' and return_comment is not null`)
  if (returned)
    ask('invoice', 'chen.jie', [`why was ${returned.invoice_no} sent back`, `${returned.invoice_no} 为什么被退回`], {
      all: [returned.return_comment.replace(/\.$/, '')],
      link: toInvoice,
    })
  const disputed = (await one('LIANHE', `doc_status = 'DISPUTED'`))!
  ask('invoice', 'chen.jie', [`what's the dispute on ${disputed.invoice_no} about?`, `${disputed.invoice_no} 的争议原因是什么`], {
    all: [disputed.dispute_reason.replace(/\.$/, '')],
    link: toInvoice,
  })
  const financed = (await one('LIANHE', `finance_status = 'FINANCED'`))!
  const itsOrder = await o.rows(
    `select order_no from finance_order_item i join finance_order f on f.id = i.order_id where i.invoice_id = '${financed.id}' and i.active`,
  )
  ask(
    'invoice',
    'chen.jie',
    [`is ${financed.invoice_no} already financed, and in which order?`, `${financed.invoice_no} 融资了没有，在哪个订单里`],
    {
      all: [itsOrder[0]?.order_no ?? financed.invoice_no],
    },
  )
  ask('invoice', 'chen.jie', [`who is the buyer on ${financed.invoice_no}`, `${financed.invoice_no} 是开给哪家的`], {
    any: [financed.buyer, financed.buyer_cn ?? financed.buyer],
    link: toInvoice,
  })
  const paid = (await one('LIANHE', `pay_status = 'PAID'`))!
  ask('invoice', 'chen.jie', [`has ${paid.invoice_no} been paid in full?`, `${paid.invoice_no} 付清了吗`], {
    any: ['paid', 'settled', '付清', '结清', '已付'],
    all: [money(paid.amount, paid.currency)],
    link: toInvoice,
  })
  ask(
    'invoice',
    'chen.jie',
    [`issue date and due date of ${financed.invoice_no}`, `${financed.invoice_no} 是哪天开的，哪天到期`],
    {
      all: [financed.issue_date, financed.due_date],
    },
  )
  const free = (await one(
    'LIANHE',
    `doc_status = 'CONFIRMED' and finance_status = 'UNFINANCED' and outstanding > 0 and purchase_order_id is null and due_date > '${o.shift(20)}'`,
  ))!
  const rate = await o.rows(
    `select max(p.advance_rate)::text as rate, trunc(${free.outstanding} * max(p.advance_rate) / 100, 2)::text as amount from financing_product p join pricing_offer f on f.product_id = p.id and f.supplier_id = ${idOf('LIANHE')} and f.status = 'ACCEPTED' where p.type = 'RECEIVABLE_PURCHASE' and p.status = 'ENABLE' and '${free.currency}' = any(p.currencies)`,
  )
  ask(
    'invoice',
    'chen.jie',
    [`how much could I get for ${free.invoice_no} if I finance it`, `${free.invoice_no} 最多能融多少钱`],
    {
      all: [money(rate[0]!.amount, free.currency)],
    },
  )
  ask('invoice', 'chen.jie', ['status of invoice LI-000000-XX9', 'LI-000000-XX9 这张发票怎么样了'], {
    any: ['find no', '没有找到'],
    none: ['USD ', 'EUR '],
  })

  // Invoices by what they are.
  const issued = `invoice where supplier_id = ${idOf('RHEIN')} and doc_status not in ('DRAFT', 'CANCELLED') and issue_date between '${o.monthSpan(-1)[0]}' and '${o.monthSpan(-1)[1]}'`
  ask('invoices', 'jonas.weber', ['How much did we invoice last month?', '上个月我们开了多少发票'], async () =>
    allOrNothing(await sums(o, issued, [], 'amount')),
  )
  ask('invoices', 'liu.yang', ['what is Northgate still to confirm', 'Northgate 还没确认的发票'], async () =>
    allOrNothing(
      number(
        await o.rows(
          `select invoice_no from invoice where supplier_id = ${idOf('BRIGHT')} ${from('NORTHW')} and doc_status = 'SUBMITTED'`,
        ),
      ),
    ),
  )
  ask('invoices', 'chen.jie', ['any of our invoices in dispute with a customer?', '客户对哪些发票提出了争议'], async () => ({
    all: number(await o.rows(`select invoice_no from invoice where supplier_id = ${idOf('LIANHE')} and doc_status = 'DISPUTED'`)),
  }))
  ask(
    'invoices',
    'liu.yang',
    ['which confirmed invoices of Huaxin have not been financed yet', '华信已确认但还没融资的发票有多少'],
    async () => ({
      all: await sumOf(
        owedTo(
          'BRIGHT',
          `${from('HUAXIN')} and doc_status = 'CONFIRMED' and finance_status = 'UNFINANCED' and due_date > '${o.today}'`,
        ),
      ),
    }),
  )

  // The buyer's side.
  ask('buyer', 'emily.carter', ['what do we owe Brightwave', '我们欠深圳明波多少钱'], async () =>
    allOrNothing(await sumOf(owedBy('NORTHW', `and supplier_id = ${idOf('BRIGHT')}`))),
  )
  ask('buyer', 'claire.fontaine', ['which bills of ours are past due', '我们有哪些逾期未付的'], async () => ({
    all: await sumOf(owedBy('DELACR', late)),
  }))
  ask('buyer', 'zhao.lei', ['我们下个月要付多少人民币', 'CNY payables due next month'], async () =>
    allOrNothing(await sumOf(owedBy('HUAXIN', `and currency = 'CNY' ${dueIn(o.monthSpan(1))}`))),
  )
  const biggest = await o.rows(`select invoice_no from ${owedBy('DELACR')} order by outstanding desc limit 1`)
  ask('buyer', 'claire.fontaine', ['what is the largest bill we have to pay', '最大的一笔应付是哪张发票'], {
    all: [biggest[0]!.invoice_no],
  })
  const bill = (await o.rows(`select invoice_no, due_date from ${owedBy('DELACR')} order by due_date desc limit 1`))[0]!
  ask('buyer', 'claire.fontaine', [`when do we have to pay ${bill.invoice_no}?`, `${bill.invoice_no} 我们哪天要付`], {
    all: [bill.due_date],
    link: toInvoice,
  })
  const paidOut = `invoice_payment where buyer_id = ${idOf('DELACR')} and pay_date between '${o.monthSpan(0)[0]}' and '${o.today}'`
  ask('buyer', 'claire.fontaine', ['how much have we paid so far this month', '本月我们已经付了多少款'], async () =>
    allOrNothing(await sums(o, paidOut, [], 'amount')),
  )
  ask('buyer', 'claire.fontaine', ['invoices from Rheintal', 'Rheintal 开给我们的发票还有多少没付'], async () =>
    allOrNothing(await sumOf(owedBy('DELACR', `and supplier_id = ${idOf('RHEIN')}`))),
  )
}
