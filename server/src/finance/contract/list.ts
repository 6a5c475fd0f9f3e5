import { contractList } from '@usance/wire/contract/list'
import { sql } from 'kysely'
import { ordersSeen } from '../../books/servicing/orders-seen.ts'
import { rowOfSeat } from '../../books/servicing/side-of-seat.ts'
import { source } from '../../list/source.ts'
import { toSign } from './to-sign.ts'

/** The contracts the caller's company is a party to, on the side of the seat; a buyer sees those it signs. */
export const contractSource = source(
  contractList,
  (tx, { actor }) =>
    tx
      .selectFrom('contract as c')
      .leftJoin('contractTemplate as t', 't.id', 'c.templateId')
      .where(rowOfSeat(actor, 'c'))
      .leftJoin(ordersSeen(actor).as('o'), 'o.id', 'c.orderId')
      .leftJoin('company as supplier', 'supplier.id', 'c.supplierId')
      .leftJoin('company as buyer', 'buyer.id', 'c.buyerId')
      .leftJoin('company as funder', 'funder.id', 'c.funderId')
      .select([
        'c.id',
        'c.no',
        'c.name',
        't.nameCn',
        'c.orderId',
        'o.orderNo',
        'supplier.name as supplierName',
        sql<string | null>`coalesce(buyer.name, (select string_agg(x.name, ', ' order by x.name)
          from finance_order_part p join company x on x.id = p.buyer_id where p.order_id = c.order_id))`.as('buyerName'),
        'funder.name as funderName',
        'c.status',
        'c.createdAt',
        'c.signedAt',
        sql<string | null>`case when c.status in ('PENDING_SIGN', 'PARTIALLY_SIGNED') then
          (select string_agg(s.party, ', ' order by s.party) from contract_signatory s
            where s.contract_id = c.id and s.signed_at is null) end`.as('waitsFor'),
        toSign(actor).as('toSign'),
      ]),
  (row) => ['view', 'download', ...(row.toSign ? ['signoff'] : [])],
)
