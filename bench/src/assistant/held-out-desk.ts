import { type Ask, allOrNothing, idOf } from './held-out-ask.ts'
import { money, type Oracle, sums } from './oracle.ts'

const percent = (text: string) => text.replace(/\.?0+$/, '')
const toOrder = (id: string) => new RegExp(`^/finance/finance-order/${id}/detail`)

/** Orders, prices, repayments, limits, approvals, rates and papers, asked by every side. */
// biome-ignore lint/complexity/noExcessiveLinesPerFunction: a table of questions with their answers, one below the other
export async function heldOutDesk(o: Oracle, ask: Ask) {
  const orders = (where: string) => o.rows(`select * from finance_order where ${where} order by order_no`)
  const lianhe = `supplier_id = ${idOf('LIANHE')}`

  const refused = (await orders(`status = 'REFUSED' and supplier_id = ${idOf('DATES')}`)).at(-1)
  if (refused) {
    const why = (
      await o.rows(
        `select h.audit_comment as said from workflow_history h join workflow_instance w on w.id = h.instance_id where w.business_no = '${refused.order_no}' and h.operation = 'REFUSED'`,
      )
    )[0]!
    ask('order', 'fahad.alrashid', [`why was ${refused.order_no} refused?`, `${refused.order_no} 为什么被拒绝`], {
      all: [why.said.replace(/\.$/, '')],
      link: toOrder(refused.id),
    })
  }
  const running = (await orders(`${lianhe} and status = 'FUNDED' and type = 'RECEIVABLE_PURCHASE' and interest_amount > 0`)).at(
    -1,
  )!
  const amount = (value: string) => money(value, running.currency)
  ask('order', 'chen.jie', [`when do I have to repay ${running.order_no}`, `${running.order_no} 哪天要还款，还多少`], {
    all: [running.maturity, amount(running.principal_outstanding)],
    link: toOrder(running.id),
  })
  ask('order', 'chen.jie', [`how was the interest on ${running.order_no} worked out`, `${running.order_no} 的利息怎么算出来的`], {
    all: [amount(running.interest_amount), percent(running.rate)],
  })
  ask('order', 'chen.jie', [`what interest rate are we paying on ${running.order_no}`, `${running.order_no} 的年利率是多少`], {
    all: [percent(running.rate)],
  })
  const items = await o.rows(`select doc_no from finance_order_item where order_id = '${running.id}'`)
  ask('order', 'chen.jie', [`which invoices are in ${running.order_no}`, `${running.order_no} 里面有哪些发票`], {
    all: items.map((item) => item.doc_no),
  })
  const funder = (await o.rows(`select name from company where id = '${running.funder_id}'`))[0]!.name
  ask('order', 'chen.jie', [`who funded ${running.order_no}`, `${running.order_no} 是哪家资金方放的款`], { all: [funder] })
  ask(
    'order',
    'chen.jie',
    [`how much did we actually receive for ${running.order_no} and on which day`, `${running.order_no} 实际到账多少，哪天到账的`],
    {
      all: [amount(running.net_amount), running.funding_date],
    },
  )
  const last = (await orders(lianhe)).at(-1)!
  ask('order', 'chen.jie', ["what's our latest finance order", '我们最新的一笔融资订单是哪个'], { all: [last.order_no] })
  const waiting = await orders(`${lianhe} and status in ('PASSED', 'RIGHT_CONFIRMED', 'FUNDING')`)
  ask('order', 'chen.jie', ['which of our orders are approved but not paid out yet', '哪些订单审批通过了但还没放款'], () =>
    allOrNothing(waiting.map((order) => order.order_no)),
  )
  const first = (
    await o.rows(
      `select order_no, maturity from finance_order where ${lianhe} and principal_outstanding > 0 and maturity >= '${o.today}' order by maturity limit 1`,
    )
  )[0]!
  ask('order', 'chen.jie', ['which order do we have to repay next', '下一笔要还的是哪个订单，哪天'], {
    all: [first.order_no, first.maturity],
  })
  const pending = (await orders(`status = 'IN_APPROVE' and supplier_id = ${idOf('SAIGON')}`))[0]
  if (pending)
    ask('order', 'nguyen.anh', [`who has to approve ${pending.order_no} next`, `${pending.order_no} 现在卡在谁那里`], {
      any: ['approval', 'Document', 'Operations', '审批', '单据', '审核', '运营'],
      link: toOrder(pending.id),
    })
  const [one, other] = (await orders(`${lianhe} and status = 'FUNDED' and interest_amount > 0`)).slice(0, 2)
  ask(
    'price',
    'chen.jie',
    [`compare the cost of ${one!.order_no} and ${other!.order_no}`, `${one!.order_no} 和 ${other!.order_no} 哪个更贵`],
    {
      all: [money(one!.interest_amount, one!.currency), money(other!.interest_amount, other!.currency)],
    },
  )
  const fee = (await o.rows(`select amount::text from order_fee where order_id = '${running.id}' and code = 'SERVICE'`))[0]
  if (fee)
    ask('price', 'chen.jie', [`how much is the service fee on ${running.order_no}`, `${running.order_no} 的服务费是多少`], {
      all: [amount(fee.amount)],
    })
  ask(
    'price',
    'chen.jie',
    [`fees and interest of ${running.order_no} in detail pls`, `${running.order_no} 一共花了我们多少成本`],
    {
      all: [amount(running.interest_amount), amount(running.net_amount)],
    },
  )

  // What is borrowed and lent.
  const principal = async (where: string) =>
    (
      await o.rows(
        `select o.currency, sum(i.principal_outstanding)::text as amount from finance_order_item i join finance_order o on o.id = i.order_id where o.status in ('FUNDED', 'PARTIALLY_REPAID', 'OVERDUE') and i.principal_outstanding > 0 and ${where} group by 1`,
      )
    ).map((row) => money(row.amount, row.currency))
  const by = (role: string, code: string) => `o.${role}_id = ${idOf(code)}`
  ask('financing', 'chen.jie', ['how much do we still have to pay back to Meridian', '我们还欠 Meridian 多少本金'], async () =>
    allOrNothing(
      await principal(`${by('supplier', 'LIANHE')} and ${by('funder', 'MERIDN')}`),
      await principal(`${by('supplier', 'LIANHE')} and ${by('funder', 'HARBOR')}`),
    ),
  )
  ask('repayments', 'chen.jie', [`repayments between 1 and 31 December ${o.today.slice(0, 4)}`, '十二月要还多少本金'], async () =>
    allOrNothing(
      await principal(
        `${by('supplier', 'LIANHE')} and i.maturity between '${o.today.slice(0, 4)}-12-01' and '${o.today.slice(0, 4)}-12-31'`,
      ),
    ),
  )
  ask('financing', 'grace.lim', ['how much have we lent to Lianhe', '我们借给联禾多少钱'], async () =>
    allOrNothing(await principal(`${by('supplier', 'LIANHE')} and ${by('funder', 'HARBOR')}`)),
  )
  const bad = await orders(`status = 'OVERDUE' and funder_id = ${idOf('MERIDN')}`)
  ask('financing', 'rajesh.nair', ['which of our orders are overdue', '我们有哪些订单逾期了'], () =>
    allOrNothing(bad.map((order) => order.order_no)),
  )
  ask('repayments', 'rajesh.nair', ['how much comes back to us this month', '本月我们会收回多少本金'], async () =>
    allOrNothing(
      await principal(`${by('funder', 'MERIDN')} and i.maturity between '${o.monthSpan(0)[0]}' and '${o.monthSpan(0)[1]}'`),
    ),
  )
  ask('financing', 'audit', ['total financing balance on the platform in JPY', '平台日元融资余额合计'], async () => ({
    all: await principal(`o.currency = 'JPY'`),
    none: ['USD ', 'EUR '],
  }))
  ask('financing', 'grace.lim', ['what is our exposure to each supplier', '我们对各供应商的敞口是多少'], async () => ({
    all: (
      await o.rows(
        `select o.currency, sum(i.principal_outstanding)::text as amount from finance_order_item i join finance_order o on o.id = i.order_id where o.status in ('FUNDED', 'PARTIALLY_REPAID', 'OVERDUE') and i.principal_outstanding > 0 and ${by('funder', 'HARBOR')} group by o.currency, o.supplier_id`,
      )
    ).map((row) => money(row.amount, row.currency)),
  }))
  ask('financing', 'fahad.alrashid', ['how much have we drawn in dinars', '第纳尔融资余额'], async () =>
    allOrNothing(await principal(`${by('supplier', 'DATES')} and o.currency = 'KWD'`)),
  )

  // Limits and what could be financed.
  const facilities = await o.rows(
    `select f.code, l.currency, l.amount::text as amount, l.expiry_date, (l.amount - coalesce((select sum(case when o.status in ('FUNDED', 'PARTIALLY_REPAID', 'OVERDUE') then i.principal_outstanding else i.apply_amount end) from finance_order_item i join finance_order o on o.id = i.order_id where i.active and i.supplier_id = l.supplier_id and i.funder_id = l.funder_id and o.currency = l.currency), 0))::text as free from credit_limit l join company f on f.id = l.funder_id where l.type = 'SUPPLIER_FACILITY' and l.supplier_id = ${idOf('LIANHE')} and l.status = 'ENABLE'`,
  )
  const harbour = facilities.find((row) => row.code === 'HARBOR' && row.currency === 'USD')!
  const meridian = facilities.find((row) => row.code === 'MERIDN' && row.currency === 'USD')!
  ask('limits', 'chen.jie', ['USD headroom left with Harbour?', 'Harbour 的美元额度还剩多少'], {
    all: [money(harbour.free, 'USD')],
    none: [money(meridian.free, 'USD')],
  })
  ask('limits', 'chen.jie', ['when does our facility expire', '我们的授信什么时候到期'], { all: [harbour.expiry_date] })
  const raise = await o.rows(
    `select i.currency, sum(trunc(i.outstanding * r.rate / 100, 3))::text as amount from invoice i join lateral (
      select max(p.advance_rate) as rate from financing_product p join pricing_offer f on f.product_id = p.id and f.supplier_id = i.supplier_id and f.status = 'ACCEPTED' and f.valid_until >= $1::date where p.status = 'ENABLE' and p.type = 'RECEIVABLE_PURCHASE' and i.currency = any(p.currencies)) r on true
    where i.supplier_id = ${idOf('DATES')} and i.doc_status = 'CONFIRMED' and i.finance_status = 'UNFINANCED' and i.outstanding > 0 and i.due_date > $1::date group by 1`,
    [o.today],
  )
  ask('available', 'fahad.alrashid', ['how much cash could we raise today at most', '今天最多能融到多少钱'], () =>
    raise.length > 0
      ? { all: raise.map((row) => money(row.amount, row.currency)) }
      : { any: ['KWD 0.000 could', '目前可融资 KWD 0.000'] },
  )

  // Money that moved.
  const came = (code: string, span: [string, string], more = '') =>
    sums(
      o,
      `invoice_payment where supplier_id = ${idOf(code)} and pay_date between '${span[0]}' and '${span[1]}' ${more}`,
      [],
      'amount',
    )
  ask('payments', 'jonas.weber', ['what did Delacroix pay us this month', 'Delacroix 这个月付了我们多少'], async () =>
    allOrNothing(await came('RHEIN', o.monthSpan(0), `and buyer_id = ${idOf('DELACR')}`)),
  )
  const latest = (
    await o.rows(
      `select pay_date, amount::text as amount, currency from invoice_payment where supplier_id = ${idOf('RHEIN')} order by pay_date desc limit 1`,
    )
  )[0]!
  ask(
    'payments',
    'jonas.weber',
    ['when did we last get a payment from a buyer and how much was it', '最近一次收到买方付款是哪天，多少钱'],
    {
      all: [latest.pay_date, money(latest.amount, latest.currency)],
    },
  )
  ask('payments', 'chen.jie', ['how much did Meridian pay out to us in October', 'Meridian 十月份给我们放了多少款'], async () =>
    allOrNothing(
      (
        await o.rows(
          `select p.currency, sum(p.amount)::text as amount from payment p join finance_order f on f.id = p.order_id where p.type = 'FUNDING' and p.status = 'PAID' and f.supplier_id = ${idOf('LIANHE')} and f.funder_id = ${idOf('MERIDN')} and p.value_date between '${o.today.slice(0, 4)}-10-01' and '${o.today.slice(0, 4)}-10-31' group by 1`,
        )
      ).map((row) => money(row.amount, row.currency)),
    ),
  )
  ask('payments', 'chen.jie', ['cash received in the last 7 days', '最近一周收到多少回款'], async () =>
    allOrNothing(await came('LIANHE', [o.shift(-7), o.today])),
  )
  const receipt = (
    await o.rows(`select no, amount::text as amount, currency from repayment where status = 'IN_APPROVE' order by no limit 1`)
  )[0]
  if (receipt)
    ask('payments', 'settle', [`what about repayment ${receipt.no}`, `${receipt.no} 处理到哪了`], {
      all: [money(receipt.amount, receipt.currency)],
    })
  const slip = (
    await o.rows(`select no, amount::text as amount, currency from payment where status = 'IN_APPROVE' order by no desc limit 1`)
  )[0]
  if (slip) ask('payments', 'settle', [`status of ${slip.no}`, `${slip.no} 付了吗`], { all: [money(slip.amount, slip.currency)] })

  // What waits for whom.
  const open = await o.rows(
    `select w.business_no, t.candidate_role as role, c.code, w.maker_ids from workflow_task t join workflow_instance w on w.id = t.instance_id left join company c on c.id = t.company_id where t.status = 'OPEN'`,
  )
  // Whoever took part in the making does not decide.
  const mayDecide = async (name: string) => {
    const { id } = (await o.rows('select id from app_user where user_name = $1', [name]))[0]!
    return (task: Record<string, unknown>) => !(task.maker_ids as string[]).includes(id)
  }
  const tasks = open
    .filter((task) => task.role === 'FUNDER' && task.code === 'MERIDN')
    .filter(await mayDecide('helen.koh'))
    .map((task) => task.business_no)
  ask('tasks', 'helen.koh', ['anything for me to approve?', '有什么等我审批的吗'], () => allOrNothing(tasks))
  const settling = open
    .filter((task) => task.role === 'SETTLEMENT')
    .filter(await mayDecide('settle2'))
    .map((task) => task.business_no)
  ask('tasks', 'settle2', ["what's in my approval queue", '我的待办审批有哪些'], () => allOrNothing(settling))

  // Rates, papers and the pool.
  const fixing = async (type: string, day: string) =>
    percent(
      (
        await o.rows(
          `select percent_rate::text as rate from base_rate_fixing where type = '${type}' and effective_date <= '${day}' order by effective_date desc, revision desc limit 1`,
        )
      )[0]!.rate,
    )
  ask('rates', 'jonas.weber', ['current 3 month euribor', '三个月Euribor现在多少'], async () => ({
    all: [await fixing('EURIBOR_3M', o.today)],
  }))
  const then = o.shift(-10)
  ask('rates', 'chen.jie', [`what was SOFR on ${then}`, `${then} 的 SOFR 是多少`], async () => {
    const [past, now] = [await fixing('SOFR', then), await fixing('SOFR', o.today)]
    return { all: [past], none: past === now ? [] : [`${now} %`, `${now}%`] }
  })
  ask('rates', 'sato.kenji', ['TONA latest fixing', 'TONA 最新利率'], async () => ({ all: [await fixing('TONA', o.today)] }))
  const contract = (await o.rows(`select no from contract where order_id = '${running.id}' limit 1`))[0]
  if (contract)
    ask('papers', 'chen.jie', [`is the contract for ${running.order_no} signed`, `${running.order_no} 的合同签了吗`], {
      any: (await o.rows(`select no from contract where order_id = '${running.id}'`)).map((row) => row.no),
    })
  const bought = (await o.rows(`select * from purchase_order where supplier_id = ${idOf('LIANHE')} order by po_no limit 1`))[0]!
  ask('papers', 'chen.jie', [`what is the state of purchase order ${bought.po_no}`, `采购订单 ${bought.po_no} 什么状态`], {
    all: [money(bought.amount, bought.currency)],
    link: /^\/trading\/purchase\//,
  })
  const pool = (
    await o.rows(
      `select x.availability::text as amount, p.currency from pool p join pool_position x on x.pool_id = p.id where p.supplier_id = ${idOf('SAIGON')} order by business_date desc limit 1`,
    )
  )[0]
  if (pool)
    ask('pool', 'nguyen.anh', ['how much can I still draw from the pool', '资金池里还能提多少款'], {
      all: [money(pool.amount, pool.currency)],
    })
  ask('news', 'chen.jie', ['any news about Northgate?', 'Northgate 最近有什么动态'], {
    any: ['Credit line renewed', '续签授信额度'],
  })
  ask('news', 'sato.kenji', ['is there something new about Aoyama', '青山商事有什么新闻'], { any: ['Rating raised', '评级上调'] })

  // Staff.
  const suppliers = String(
    (await o.rows(`select count(distinct company_id)::int as n from company_role where role = 'SUPPLIER'`))[0]!.n,
  )
  ask('staff', 'ops', ['how many suppliers are on the platform', '平台上有多少家供应商'], {
    any: [suppliers, 'cannot', 'do not know', '无法'],
  })
  ask('staff', 'risk', ['how much do all buyers owe in EUR, over all suppliers', '全平台欧元应收有多少'], async () => ({
    all: await sums(o, `invoice where doc_status not in ('DRAFT', 'CANCELLED') and outstanding > 0 and currency = 'EUR'`, []),
  }))
  ask('staff', 'ops', ['which finance orders are in approval at the moment', '目前审批中的融资订单'], async () =>
    allOrNothing((await orders(`status = 'IN_APPROVE'`)).map((order) => order.order_no)),
  )
}
