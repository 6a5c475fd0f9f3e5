import { createHash } from 'node:crypto'
import { isOwnName } from '@usance/domain/signed-name'
import { contractCan } from '@usance/domain/states/contract'
import type { contractCalls } from '@usance/wire/contract/calls'
import { audit } from '../../audit/record.ts'
import { elevate, inTransaction } from '../../database/database.ts'
import { afterwards, type Before, type UseCaseContext } from '../../http/context.ts'
import { faultyField, Refused } from '../../http/refused.ts'
import { notify } from '../../notify/notify.ts'
import { parseFile } from '../file/parse-file.ts'
import { fileOf, storeGenerated } from '../file/stored-file.ts'
import { confirmWhereNobodyIsAsked } from '../finance-order/confirm-right.ts'
import { contractPdf } from './contract-pdf.ts'
import { textHash } from './issue-contracts.ts'
import { signaturesOf } from './signatures.ts'

// Four times the points that a contract prints.
const pictureSize = { width: 720, height: 216 }

/** Signs for the caller's company. The last signature makes the signed file, whose hash proves every copy of it. */
export const signContract = afterwards<typeof contractCalls.sign, Uint8Array | null>(pictureOf, async (request) => {
  const { tx, actor, body, now, ip, prepared: picture } = request
  const visible = await tx.selectFrom('contract').select('id').where('id', '=', body.id).executeTakeFirst()
  if (!visible) throw new Refused('NOT_FOUND')
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
  const name = await ownName(request)
  if (body.textSha256.toLowerCase() !== hash) throw new Refused('CONTENT_CHANGED')
  await tx
    .updateTable('contractSignatory')
    .set({
      userId: actor.userId,
      signedName: name,
      signedAt: now.toISOString(),
      method: body.method,
      ip,
      sha256: hash,
      signatureKey: picture && (await keepPicture(request, picture)),
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
    after: { status, party: mine.party, name, method: body.method, textSha256: hash, ...file },
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
})

/** The signer's name as it is registered; nobody signs under another one. */
async function ownName({ tx, actor, body }: UseCaseContext & { body: { name: string } }): Promise<string> {
  const { cname } = await tx.selectFrom('appUser').select('cname').where('id', '=', actor.userId).executeTakeFirstOrThrow()
  const params = { name: cname }
  if (!isOwnName(body.name, cname))
    throw new Refused('SIGNED_NAME_NOT_OWN', { ...params, fields: [{ field: 'name', message: 'SIGNED_NAME_NOT_OWN', params }] })
  return cname
}

/** The picture of a signature, from an image of the caller's own company, as small as a contract shows it. */
async function pictureOf(request: Before): Promise<Uint8Array | null> {
  const { app, actor, scope, body } = request
  if (body.method === 'TYPED') return null
  if (!body.signatureObjectKey) throw faultyField('signatureObjectKey', 'BAD_REQUEST')
  const file = await inTransaction(app.db, scope, 'read', (tx) => fileOf({ tx, actor }, body.signatureObjectKey))
  if (file.companyId !== actor.companyId) throw new Refused('NOT_FOUND')
  if (!['image/png', 'image/jpeg'].includes(file.contentType)) throw faultyField('signatureObjectKey', 'FILE_TYPE')
  return parseFile(request, file, 'picture', pictureSize)
}

const keepPicture = ({ app, tx, actor }: UseCaseContext, picture: Uint8Array) =>
  storeGenerated(app, tx, {
    companyId: actor.companyId,
    userId: actor.userId,
    fileName: 'signature.png',
    contentType: 'image/png',
    content: Buffer.from(picture),
    purpose: 'signature',
  })

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
