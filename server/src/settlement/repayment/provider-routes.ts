import { providerCalls } from '@usance/wire/repayment/provider-calls'
import { audit } from '../../audit/record.ts'
import { elevate } from '../../database/database.ts'
import { type Handler, routes } from '../../http/context.ts'
import { Refused } from '../../http/refused.ts'
import { receiveProviderEvent, signProviderMessage } from './provider-event.ts'
import { toldBy } from './provider-told.ts'

const events: Handler<typeof providerCalls.events> = async ({ tx, app, body: { pageNum, pageSize } }) => {
  const all = tx.selectFrom('providerEvent as e')
  const { total } = await all.select(({ fn }) => fn.countAll<string>().as('total')).executeTakeFirstOrThrow()
  const rows = await all
    .leftJoin('collection as c', 'c.id', 'e.collectionId')
    .select(['e.id', 'e.eventId', 'e.name', 'e.status', 'e.reason', 'e.receivedAt', 'e.body', 'c.no as receiptNo'])
    .orderBy('e.receivedAt', 'desc')
    .orderBy('e.id', 'desc')
    .limit(pageSize)
    .offset((pageNum - 1) * pageSize)
    .execute()
  const list = rows.map(({ body, ...row }) => {
    const { virtualAccount, payerName, ...told } = toldBy(body)
    return { ...row, ...told, account: virtualAccount, payer: payerName }
  })
  return { sandbox: app.config.providerSecret === '', pageNum, pageSize, total: Number(total), list }
}

/** Plays the provider: signs an event as it would and hands it to the very function that its endpoint calls. */
const deposit: Handler<typeof providerCalls.deposit> = async (request) => {
  const { tx, app, actor, body, today } = request
  if (!actor.staff) throw new Refused('FORBIDDEN')
  if (app.config.providerSecret !== '') throw new Refused('PROVIDER_IS_LIVE')
  const account = await tx.selectFrom('virtualAccount').select('number').where('id', '=', body.id).executeTakeFirst()
  if (!account) throw new Refused('NOT_FOUND')
  const { amount, currency, payerName, idempotencyKey } = body
  const raw = JSON.stringify({
    // The same click sent twice is the same event.
    id: `sandbox-${idempotencyKey}`,
    name: 'deposit.settled',
    data: {
      virtualAccount: account.number,
      amount,
      currency,
      bankRef: `SB${idempotencyKey.slice(-24)}`,
      valueDate: today,
      ...(payerName ? { payerName } : {}),
    },
  })
  const timestamp = String(Math.floor(Date.now() / 1000))
  await elevate(tx)
  const message = { timestamp, raw, signature: signProviderMessage(app, timestamp, raw) }
  // A call has its turn already: one that waited for another would keep what it waits for.
  const outcome = await receiveProviderEvent(app, message, (work) => work(tx))
  // Whoever made the money up records the receipt: they decide on no use of it.
  await tx
    .updateTable('collection')
    .set({ createdBy: actor.userId })
    .where('id', 'in', (query) =>
      query.selectFrom('providerEvent').select('collectionId').where('eventId', '=', `sandbox-${idempotencyKey}`),
    )
    .where('createdBy', 'is', null)
    .execute()
  await audit(request, {
    event: 'SANDBOX_DEPOSIT',
    objectType: 'VIRTUAL_ACCOUNT',
    objectId: body.id,
    objectNo: account.number,
    after: { amount, currency, payerName, ...outcome },
  })
  return outcome
}

export const providerRoutes = routes(providerCalls, { events, deposit })
