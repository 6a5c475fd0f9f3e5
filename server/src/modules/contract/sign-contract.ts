import { createHash } from 'node:crypto'
import { contractCan } from '@usance/domain/states/contract'
import type { contractCalls } from '@usance/wire/contract/calls'
import { audit } from '../../audit/record.ts'
import { elevate } from '../../database/database.ts'
import type { Handler, UseCaseContext } from '../../http/context.ts'
import { faultyField, Refused } from '../../http/refused.ts'
import { notify } from '../../notify/notify.ts'
import { fileOf, storeGenerated } from '../file/stored-file.ts'
import { confirmWhereNobodyIsAsked } from '../finance-order/confirm-right.ts'
import { contractPdf } from './contract-pdf.ts'
import { textHash } from './issue-contracts.ts'
import { signaturesOf } from './signatures.ts'

/** Signs for the caller's company. The last signature makes the signed file, whose hash proves every copy of it. */
export const signContract: Handler<typeof contractCalls.sign> = async (request) => {
  const { tx, actor, body, now, ip } = request
  const visible = await tx.selectFrom('contract').select('id').where('id', '=', body.id).executeTakeFirst()
  if (!visible) throw new Refused('NOT_FOUND')
  const image = body.method === 'TYPED' ? null : await pictureOf(request, body.signatureObjectKey)
  await elevate(tx)
  const contract = await tx.selectFrom('contract').selectAll().where('id', '=', body.id).forUpdate().executeTakeFirstOrThrow()
  const own = await tx
    .selectFrom('contractSignatory')
    .select(['id', 'party', 'signedAt'])
    .where('contractId', '=', contract.id)
    .where('companyId', '=', actor.companyId)
    .orderBy('signedAt', (order) => order.desc().nullsFirst())
    .execute()
  // Only people appointed to sign, in the seat of the party or as its director.
  const mine = own.find((one) => [one.party, 'COMPANY'].includes(actor.companyRole))
  if (!mine || !actor.signatory) throw new Refused('FORBIDDEN')
  if (mine.signedAt) throw new Refused('STALE_VERSION')
  if (!contractCan.sign(contract.status as 'PENDING_SIGN')) throw new Refused('ILLEGAL_TRANSITION')
  const hash = textHash(contract)
  if (body.textSha256.toLowerCase() !== hash) throw new Refused('CONTENT_CHANGED')
  await tx
    .updateTable('contractSignatory')
    .set({
      userId: actor.userId,
      signedName: body.name,
      signedAt: now.toISOString(),
      method: body.method,
      ip,
      sha256: hash,
      signatureKey: image,
    })
    .where('id', '=', mine.id)
    .execute()
  const signatures = await signaturesOf(request, contract.id)
  const complete = signatures.every((one) => one.signedAt !== null)
  const status = complete ? 'SIGNED' : 'PARTIALLY_SIGNED'
  const file = complete ? await signedFile(request, { ...contract, textSha256: hash, signatures }) : {}
  await tx
    .updateTable('contract')
    .set((eb) => ({ status, version: eb('version', '+', 1), ...file }))
    .where('id', '=', contract.id)
    .execute()
  await audit(request, {
    event: 'CONTRACT_SIGNED',
    objectType: 'CONTRACT',
    objectId: contract.id,
    objectNo: contract.no,
    before: { status: contract.status },
    after: { status, party: mine.party, name: body.name, method: body.method, textSha256: hash, ...file },
  })
  await notify(tx, {
    event: complete ? 'CONTRACT_COMPLETED' : 'CONTRACT_SIGNED',
    companyIds: signatures.map((one) => one.companyId).filter((id) => complete || id !== actor.companyId),
    params: { contractNo: contract.no, party: actor.companyName },
    objectType: 'CONTRACT',
    objectId: contract.id,
    link: `/contract/info?id=${contract.id}`,
  })
  if (complete && contract.orderId) await confirmWhereNobodyIsAsked(request, contract.orderId)
  return { status }
}

/** The picture of a signature: an image of the caller's own company. */
async function pictureOf({ tx, actor }: UseCaseContext, objectKey: string | undefined): Promise<string> {
  if (!objectKey) throw faultyField('signatureObjectKey', 'BAD_REQUEST')
  const file = await fileOf(tx, objectKey)
  if (file.companyId !== actor.companyId) throw new Refused('NOT_FOUND')
  if (!['image/png', 'image/jpeg'].includes(file.contentType)) throw faultyField('signatureObjectKey', 'FILE_TYPE')
  return file.objectKey
}

type Signed = Parameters<typeof contractPdf>[0] & { supplierId: string | null; funderId: string | null }

async function signedFile({ app, tx, now }: UseCaseContext, contract: Signed) {
  const content = await contractPdf(contract)
  const objectKey = await storeGenerated(app, tx, {
    companyId: (contract.supplierId ?? contract.funderId)!,
    fileName: `${contract.no}.pdf`,
    contentType: 'application/pdf',
    content,
    purpose: 'contract',
  })
  return { objectKey, sha256: createHash('sha256').update(content).digest('hex'), signedAt: now.toISOString() }
}
