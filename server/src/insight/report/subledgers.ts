import { ledgerAccounts } from '@usance/domain/ledger/accounts'
import { subledgerList } from '@usance/wire/report/list'
import { sql } from 'kysely'
import { bookOfSeat } from '../../books/ledger/own-book.ts'
import { ordersSeen } from '../../books/servicing/orders-seen.ts'
import { type Selected, source } from '../../list/source.ts'

const accountText = (part: 'en' | 'zh') =>
  JSON.stringify(Object.fromEntries([...ledgerAccounts].map(([name, account]) => [name, account[part]])))
const onCredit = [...ledgerAccounts].filter(([, account]) => account.normalSide === 'C').map(([name]) => name)

/** The caller's books by account, order and counterparty, in the seat of one side its own; balances stand on the account's normal side. */
export const subledgerSource = source(subledgerList, (tx, { actor }) =>
  tx
    .selectFrom(
      sql<
        Selected<typeof subledgerList>
      >`(select md5(concat_ws('|', p.owner_id, p.book, p.account, p.currency, p.order_id, p.counterparty_id))::uuid as id,
          p.book || p.account as account_code, ${accountText('en')}::jsonb ->> (p.book || p.account) as account_name,
          ${accountText('zh')}::jsonb ->> (p.book || p.account) as account_name_cn, p.book, p.account, p.currency,
          owner.name as owner_name, p.owner_id, p.order_id, o.order_no, p.counterparty_id, party.name as counterparty_name,
          p.debit, p.credit, p.journals, p.last_on,
          (p.debit - p.credit) * case when p.book || p.account = any(${onCredit}) then -1 else 1 end as balance
        from (select owner_id, book, account, currency, order_id, counterparty_id,
            coalesce(sum(amount) filter (where side = 'D'), 0) as debit, coalesce(sum(amount) filter (where side = 'C'), 0) as credit,
            count(distinct journal_id)::int as journals, max(value_date) as last_on
          from posting where ${bookOfSeat(actor)} group by 1, 2, 3, 4, 5, 6) p
        join company owner on owner.id = p.owner_id
        left join company party on party.id = p.counterparty_id
        left join ${ordersSeen(actor)} o on o.id = p.order_id)`.as('x'),
    )
    .selectAll(),
)
