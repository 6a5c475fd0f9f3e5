import { contractCan } from '@usance/domain/states/contract'
import type { contractCalls } from '@usance/wire/contract/calls'
import { rowOfSeat } from '../../books/servicing/side-of-seat.ts'
import type { Tx } from '../../database/database.ts'
import { elevate } from '../../database/database.ts'
import { type Actor, type Handler, Later } from '../../http/context.ts'
import { callerActedForAnother } from '../../http/one-party.ts'
import { Refused } from '../../http/refused.ts'
import { sendOpened } from '../../http/send-file.ts'
import { accountInstead } from './account-named.ts'
import { contractPdf } from './contract-pdf.ts'
import { htmlOf } from './fill-template.ts'
import { textHash } from './issue-contracts.ts'
import { signaturesOf } from './signatures.ts'

async function findContract({ tx, actor }: { tx: Tx; actor: Actor }, id: string) {
  const contract = await tx
    .selectFrom('contract as c')
    .innerJoin('contractTemplate as t', 't.id', 'c.templateId')
    .selectAll('c')
    .select('t.nameCn')
    .select(callerActedForAnother('c.id').as('actsForAnother'))
    .where('c.id', '=', id)
    .where(rowOfSeat(actor, 'c'))
    .executeTakeFirst()
  if (!contract) throw new Refused('NOT_FOUND')
  return contract
}

/** One contract as its parties see it. */
export const showContract: Handler<typeof contractCalls.detail> = async (request) => {
  const { tx, actor, body } = request
  const contract = await findContract(request, body.id)
  await elevate(tx)
  const signatories = await signaturesOf(request, contract.id)
  const order = contract.orderId
    ? await tx.selectFrom('financeOrder').select('orderNo').where('id', '=', contract.orderId).executeTakeFirst()
    : undefined
  const names = await tx
    .selectFrom('company')
    .select(['id', 'name'])
    .where(
      'id',
      'in',
      [contract.supplierId, contract.buyerId, contract.funderId].filter((id): id is string => id !== null),
    )
    .execute()
  // One that names no buyer is about the whole order, and no buyer sees it.
  const parts =
    contract.orderId && !contract.buyerId
      ? await tx
          .selectFrom('financeOrderPart as p')
          .innerJoin('company as c', 'c.id', 'p.buyerId')
          .select('c.name')
          .where('p.orderId', '=', contract.orderId)
          .orderBy('c.name')
          .execute()
      : []
  const nameOf = (id: string | null) => names.find((one) => one.id === id)?.name ?? null
  return {
    id: contract.id,
    no: contract.no,
    name: contract.name,
    nameCn: contract.nameCn,
    status: contract.status,
    orderId: contract.orderId,
    orderNo: order?.orderNo ?? null,
    supplierName: nameOf(contract.supplierId),
    buyerName: nameOf(contract.buyerId) ?? (parts.map(({ name }) => name).join(', ') || null),
    funderName: nameOf(contract.funderId),
    createdAt: contract.createdAt,
    signedAt: contract.signedAt,
    sha256: contract.sha256,
    textSha256: textHash(contract),
    accountInstead: await accountInstead(tx, contract),
    html: { en: htmlOf(contract.contentEn), cn: htmlOf(contract.contentCn) },
    signatories: shown(signatories),
    operations: ['download', ...(!contract.actsForAnother && maySign(actor, contract.status, signatories) ? ['signoff'] : [])],
  }
}

const shown = (signatories: Awaited<ReturnType<typeof signaturesOf>>) =>
  signatories.map(({ image: _, ...one }) => ({ ...one, party: one.party as 'SUPPLIER' }))

const maySign = (actor: Actor, status: string, signatories: { companyId: string; party: string; signedAt: string | null }[]) =>
  actor.signatory &&
  actor.permissions.has('contract.info.signoff') &&
  contractCan.sign(status as 'DRAFT') &&
  signatories.some(
    (one) => one.companyId === actor.companyId && [one.party, 'COMPANY'].includes(actor.companyRole) && one.signedAt === null,
  )

/** The signed file itself, or before that the contract as it stands, marked where signatures are missing. */
export const downloadContract: Handler<typeof contractCalls.download> = async (request) => {
  const { tx, app, query, raw } = request
  const contract = await findContract(request, query.id)
  await elevate(tx)
  const headers = {
    'content-type': 'application/pdf',
    'content-disposition': `${query.preview === 'true' ? 'inline' : 'attachment'}; filename="${contract.no}.pdf"`,
    'cache-control': 'no-store',
  }
  if (contract.objectKey) return sendOpened(request, await app.files.stream(contract.objectKey), headers)
  const signatures = await signaturesOf(request, contract.id)
  return new Later(async (outside) =>
    raw.reply
      .headers({ ...headers, 'x-content-type-options': 'nosniff' })
      .send(await contractPdf(outside, { ...contract, textSha256: textHash(contract), signatures })),
  )
}

/** Whether a file is, byte for byte, a contract the caller may see; then who signed it, when and how. */
export const verifyContract: Handler<typeof contractCalls.verify> = async (request) => {
  const { tx, actor, body } = request
  const contract = await tx
    .selectFrom('contract as c')
    .innerJoin('contractTemplate as t', 't.id', 'c.templateId')
    .select(['c.id', 'c.no', 'c.name', 't.nameCn', 'c.status', 'c.signedAt'])
    .where('c.sha256', '=', body.sha256.toLowerCase())
    .where(rowOfSeat(actor, 'c'))
    .executeTakeFirst()
  if (!contract) return { matches: false, contract: null }
  await elevate(tx)
  return { matches: true, contract: { ...contract, signatories: shown(await signaturesOf(request, contract.id)) } }
}
