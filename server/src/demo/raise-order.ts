import { addDays, type LocalDate, weekday } from '@usance/domain/local-date'
import { financeOrderCalls } from '@usance/wire/finance-order/calls'
import { sql } from 'kysely'
import { inTransaction } from '../database/database.ts'
import type { Day } from './day.ts'
import { orRefused, personOf } from './person.ts'
import { randomOf } from './random.ts'

export type Wanted = {
  /** Left out where several buyers owe the documents. */
  buyerCode?: string
  currency: string
  docType: 'INVOICE' | 'PO'
  docIds: string[]
  /** A document's own number: what is drawn for an order must not hang on ids, which differ from machine to machine. */
  docNo: string
  arpOfOrderId?: string
}

/** Money moves on weekdays, and what a conversion leaves in cash is worked out for the very day it moves. */
const weekdayFrom = (day: LocalDate): LocalDate => (weekday(day) <= 5 ? day : weekdayFrom(addDays(day, 1)))

/** The supplier's maker chooses a product, sees the price, and submits; now and then it stays a draft or is withdrawn. */
export async function raiseOrder(day: Day, supplierCode: string, wanted: Wanted): Promise<void> {
  const { client, seed, today } = day
  const random = randomOf(seed, 'order', wanted.docNo)
  const maker = personOf(supplierCode, 0)
  // A draft of yesterday or an order taken back is not raised the same way again.
  const fate = randomOf(seed, 'order fate', wanted.docNo, today)
  if (await hasDraft(day, wanted)) return
  const buyer = wanted.buyerCode ? { buyerCode: wanted.buyerCode } : {}
  const product = wanted.arpOfOrderId
    ? await arpProductOf(day, wanted.arpOfOrderId)
    : random.pick(
        (await orRefused(
          client.ask(maker, financeOrderCalls.availableFinanceProductList, {
            body: { currency: wanted.currency, docType: wanted.docType },
          }),
        )) ?? [],
      )?.id
  if (!product) return
  const request = {
    financingProductId: product,
    ...buyer,
    currency: wanted.currency,
    fundingDate: weekdayFrom(addDays(today, random.between(2, 4))),
    items: wanted.docIds.map((docId) => ({ docType: wanted.docType, docId })),
    ...(wanted.arpOfOrderId ? { arpOfOrderId: wanted.arpOfOrderId } : {}),
  }
  const trial = await orRefused(client.ask(maker, financeOrderCalls.trialCalculation, { body: request }))
  if (!trial) return
  const order = await orRefused(
    client.ask(maker, financeOrderCalls.createOrder, {
      body: {
        ...request,
        pricingHash: trial.pricingHash,
        payeeBankAccountId: await payeeOf(day, maker),
        saveType: fate.chance(0.04) ? 'DRAFT' : 'SUBMIT',
        remark: '',
      },
    }),
  )
  if (order?.status === 'IN_APPROVE' && fate.chance(0.04))
    await orRefused(client.ask(maker, financeOrderCalls.revocation, { query: { id: order.id }, body: {} }))
}

const hasDraft = ({ app }: Day, { docIds }: Wanted) =>
  inTransaction(app.db, { kind: 'system' }, 'read', async (tx) => {
    const draft = await tx
      .selectFrom('financeOrderItem as i')
      .innerJoin('financeOrder as o', 'o.id', 'i.orderId')
      .select('o.id')
      .where('o.status', '=', 'DRAFT')
      .where((eb) => eb.or([eb('i.invoiceId', 'in', docIds), eb('i.purchaseOrderId', 'in', docIds)]))
      .executeTakeFirst()
    return draft !== undefined
  })

const arpProductOf = ({ app }: Day, orderId: string) =>
  inTransaction(app.db, { kind: 'system' }, 'read', async (tx) => {
    const { rows } = await sql<{
      id: string | null
    }>`select p.arp_target_product as id from finance_order o join financing_product p on p.id = o.product_id where o.id = ${orderId}`.execute(
      tx,
    )
    return rows[0]?.id ?? undefined
  })

async function payeeOf({ app, client }: Day, maker: string): Promise<string> {
  const { companyId } = await client.person(maker)
  return inTransaction(app.db, { kind: 'system' }, 'read', async (tx) => {
    const account = await tx
      .selectFrom('bankAccount')
      .select('id')
      .where('companyId', '=', companyId)
      .where('purpose', '=', 'PAYMENT')
      .executeTakeFirstOrThrow()
    return account.id
  })
}
