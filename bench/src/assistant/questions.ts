import { type Asked, all, type Expected, idOf, open, orNothing, type Side } from './expected.ts'
import { money, type Oracle, sums } from './oracle.ts'

/** Everything asked: who asks, what, and what the tables say about it. */
// biome-ignore lint/complexity/noExcessiveLinesPerFunction: a table of questions with their answers, one below the other
export function questions(): Asked[] {
  const list: Asked[] = []
  const ask = (group: string, who: string, asked: string | string[], expect: Asked['expect']) => {
    for (const question of [asked].flat()) list.push({ group, who, question, expect })
  }
  const lian = (more = '') => open('LIANHE', 'supplier', more)
  const nothing = ['Nothing', '没有', 'No ']

  // Receivables of a supplier, in all, by currency, buyer and age.
  ask(
    'receivables',
    'chen.jie',
    [
      'How much is owed to us?',
      'What are my total receivables?',
      'How much do my buyers owe me?',
      '有多少应收账款？',
      '客户一共欠我们多少钱？',
    ],
    (o) => all(sums(o, lian(), [])),
  )
  ask('receivables', 'chen.jie', ['What is owed in EUR?', 'How much do I have outstanding in euros?', '欧元应收有多少？'], (o) =>
    all(sums(o, lian(`and currency = 'EUR'`), [])),
  )
  ask(
    'receivables',
    'chen.jie',
    [
      'How much does Northgate owe me?',
      'What does Northgate Home Stores Inc. owe us in dollars?',
      'receivables from NORTHW',
      'Northgate 欠我们多少？',
    ],
    (o) => all(sums(o, lian(`and buyer_id = ${idOf('NORTHW')}`), [])),
  )
  ask(
    'receivables',
    'chen.jie',
    [
      'Which buyer owes me the most?',
      'Receivables by buyer',
      'Show me what each customer owes',
      '按买方列出应收账款',
      '哪个客户欠得最多？',
    ],
    async (o) => ({
      all: (await o.rows(`select currency, sum(outstanding)::text as amount from ${lian()} group by currency, buyer_id`)).map(
        (row) => money(row.amount, row.currency),
      ),
    }),
  )
  const ages =
    (code: string) =>
    async (o: Oracle): Promise<Expected> => ({
      all: (
        await o.rows(
          `select currency, sum(outstanding)::text as amount from ${open(code, 'supplier')} group by currency, case when $1::date - due_date <= 0 then 0 when $1::date - due_date <= 30 then 1 when $1::date - due_date <= 60 then 2 when $1::date - due_date <= 90 then 3 else 4 end`,
          [o.today],
        )
      ).map((row) => money(row.amount, row.currency)),
    })
  ask('receivables', 'chen.jie', ['Show me the ageing', 'How old are my receivables?', '账龄分布是怎样的'], ages('LIANHE'))
  ask('receivables', 'liu.yang', ['aging of my receivables', '应收账款账龄'], ages('BRIGHT'))
  ask('receivables', 'liu.yang', ['How much does Huaxin owe?', '华信欠我们多少？', '华信零售集团的应收是多少'], (o) =>
    all(sums(o, open('BRIGHT', 'supplier', `and buyer_id = ${idOf('HUAXIN')}`), [])),
  )
  ask('receivables', 'sato.kenji', ['What is the outstanding amount in yen?', '日元未付多少？'], (o) =>
    all(sums(o, open('SEIMIT', 'supplier', `and currency = 'JPY'`), [])),
  )
  ask('receivables', 'fahad.alrashid', ['How much is owed in KWD?', '第纳尔应收多少'], (o) =>
    all(sums(o, open('DATES', 'supplier', `and currency = 'KWD'`), [])),
  )

  // Overdue.
  const overdue =
    (code: string, as: Side, more = '') =>
    async (o: Oracle) =>
      orNothing(sums(o, open(code, as, `and due_date < '${o.today}' ${more}`), []), nothing)
  ask(
    'overdue',
    'chen.jie',
    ['What is overdue?', 'How much is past due?', '逾期多少？', '有没有逾期的款项？'],
    overdue('LIANHE', 'supplier'),
  )
  ask('overdue', 'liu.yang', ['What is overdue in CNY?', '人民币逾期多少'], overdue('BRIGHT', 'supplier', `and currency = 'CNY'`))
  ask('overdue', 'liu.yang', ['Who is late?', '谁逾期了？'], overdue('BRIGHT', 'supplier'))
  ask(
    'overdue',
    'jonas.weber',
    ['Is Delacroix overdue?', 'How much is overdue from Maison Delacroix?', 'Delacroix 逾期多少？'],
    overdue('RHEIN', 'supplier', `and buyer_id = ${idOf('DELACR')}`),
  )
  ask('overdue', 'liu.yang', ['What is more than 10 days overdue?', '逾期超过10天的有多少'], async (o) =>
    orNothing(sums(o, open('BRIGHT', 'supplier', `and due_date <= '${o.shift(-11)}'`), []), nothing),
  )
  ask('overdue', 'liu.yang', ['Which invoices are overdue?', '哪些发票逾期了？'], async (o) => {
    const rows = await o.rows(
      `select invoice_no from ${open('BRIGHT', 'supplier', `and due_date < '${o.today}'`)} order by due_date limit 2`,
    )
    return rows.length > 0
      ? { all: rows.map((row) => row.invoice_no), link: /^\/trading\/invoice\/.+\/details$/ }
      : { any: nothing }
  })

  // Falling due.
  const due =
    (code: string, as: Side, span: (o: Oracle) => [string, string], more = '') =>
    async (o: Oracle): Promise<Expected> => {
      const [from, to] = span(o)
      return { ...(await orNothing(sums(o, open(code, as, `and due_date between '${from}' and '${to}' ${more}`), []), nothing)) }
    }
  ask(
    'due',
    'chen.jie',
    ['What is due this week?', 'Which invoices fall due this week?', '本周有哪些发票到期？', '这周到期多少？'],
    due('LIANHE', 'supplier', (o) => o.week(0)),
  )
  ask(
    'due',
    'chen.jie',
    ['What falls due next week?', '下周到期的发票有哪些'],
    due('LIANHE', 'supplier', (o) => o.week(1)),
  )
  ask(
    'due',
    'chen.jie',
    ['What falls due within 30 days?', '未来30天内到期多少', 'invoices due in the next 30 days'],
    due('LIANHE', 'supplier', (o) => [o.today, o.shift(30)]),
  )
  ask(
    'due',
    'liu.yang',
    ['How much should come in next month?', '下个月到期多少？'],
    due('BRIGHT', 'supplier', (o) => o.monthSpan(1)),
  )
  ask(
    'due',
    'jonas.weber',
    ['What is due this month in EUR?', '本月到期的欧元发票'],
    due('RHEIN', 'supplier', (o) => o.monthSpan(0), `and currency = 'EUR'`),
  )
  ask(
    'due',
    'chen.jie',
    ['What is due from Northgate by 2027-03-31?'],
    due('LIANHE', 'supplier', (o) => [o.today, '2027-03-31'], `and buyer_id = ${idOf('NORTHW')}`),
  )

  // Invoices by their state and by their number.
  const invoices =
    (code: string, condition: string, amount: string) =>
    async (o: Oracle): Promise<Expected> => {
      const rows = await o.rows<{ currency: string; amount: string; n: number }>(
        `select currency, sum(${amount})::text as amount, count(*)::int as n from invoice where supplier_id = ${idOf(code)} and ${condition} group by 1`,
      )
      return rows.length > 0 ? { all: rows.flatMap((row) => [money(row.amount, row.currency), String(row.n)]) } : { any: nothing }
    }
  ask(
    'invoices',
    'liu.yang',
    ['Which invoices wait for confirmation?', 'How many invoices are unconfirmed?', '哪些发票待确认？'],
    invoices('BRIGHT', `doc_status = 'SUBMITTED'`, 'amount'),
  )
  ask(
    'invoices',
    'liu.yang',
    ['Which invoices are disputed?', '有争议的发票'],
    invoices('BRIGHT', `doc_status = 'DISPUTED'`, 'amount'),
  )
  ask(
    'invoices',
    'chen.jie',
    ['How many draft invoices do I have?', '草稿发票有几张'],
    invoices('LIANHE', `doc_status = 'DRAFT'`, 'amount'),
  )
  ask('invoices', 'chen.jie', ['Which invoices can I finance?', '哪些发票可以融资？', 'invoices not yet financed'], async (o) =>
    invoices(
      'LIANHE',
      `doc_status = 'CONFIRMED' and finance_status = 'UNFINANCED' and outstanding > 0 and due_date > '${o.today}' and not exists (select from purchase_order p where p.id = purchase_order_id and p.finance_status in ('FINANCED', 'OVERDUE'))`,
      'outstanding',
    )(o),
  )
  ask(
    'invoices',
    'chen.jie',
    ['Which invoices are financed?', '已融资的发票有多少张'],
    invoices('LIANHE', `finance_status = 'FINANCED'`, 'amount'),
  )

  // Finance orders.
  const orders =
    (where: string, amount = 'finance_amount') =>
    async (o: Oracle): Promise<Expected> => {
      const rows = await o.rows<{ currency: string; amount: string; n: number }>(
        `select status, currency, sum(${amount})::text as amount, count(*)::int as n from finance_order where ${where} group by 1, 2`,
      )
      return rows.length > 0
        ? { all: rows.map((row) => money(row.amount, row.currency)), link: /^\/finance\/finance-order/ }
        : { any: nothing }
    }
  const mine = `supplier_id = ${idOf('LIANHE')}`
  ask(
    'orders',
    'chen.jie',
    ['How many finance orders are in each status?', 'Show my finance orders', '各状态的融资订单有多少？'],
    orders(mine),
  )
  ask('orders', 'chen.jie', ['Which orders are funded?', '已放款的订单有哪些？'], orders(`${mine} and status = 'FUNDED'`))
  ask('orders', 'chen.jie', ['How many orders are settled?', '已结清的融资订单'], orders(`${mine} and status = 'SETTLED'`))
  ask('orders', 'chen.jie', ['Are any orders in approval?', '有审批中的订单吗？'], orders(`${mine} and status = 'IN_APPROVE'`))
  ask(
    'orders',
    'sato.kenji',
    ['Which finance orders are in approval?'],
    orders(`supplier_id = ${idOf('SEIMIT')} and status = 'IN_APPROVE'`),
  )
  ask(
    'orders',
    'jonas.weber',
    ['Which orders were sent back?', '被退回的订单'],
    orders(`supplier_id = ${idOf('RHEIN')} and status = 'REJECTED'`),
  )
  ask('orders', 'risk', ['Which finance orders are overdue?', '逾期的融资订单有哪些'], orders(`status = 'OVERDUE'`))
  return list
}
