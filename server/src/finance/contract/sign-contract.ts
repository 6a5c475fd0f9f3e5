import { createHash } from 'node:crypto'
import { isOwnName } from '@usance/domain/signed-name'
import { contractCan } from '@usance/domain/states/contract'
import type { contractCalls } from '@usance/wire/contract/calls'
import { audit } from '../../audit/record.ts'
import { elevate } from '../../database/database.ts'
import { type Actor, afterwards, type Before, type UseCaseContext } from '../../http/context.ts'
import { PreparedForAnother } from '../../http/prepare.ts'
import { faultyField, Refused } from '../../http/refused.ts'
import { notify } from '../../notify/notify.ts'
import { parseFile } from '../../platform/file/parse-file.ts'
import { fileOf, storeGenerated } from '../../platform/file/stored-file.ts'
import { confirmWhereNobodyIsAsked } from '../finance-order/confirm-right.ts'
import { type ContractPdf, contractPdf } from './contract-pdf.ts'
import { textHash } from './issue-contracts.ts'
import { signaturesOf } from './signatures.ts'

// Four times the resolution of a contract in points.
const pictureSize = { width: 720, height: 216 }

type Prepared = { picture: Uint8Array | null; drawn?: Drawn }
/** A signed file, the fingerprint of what it shows, and the time of its last signature. */
type Drawn = { from: string; content: Buffer; at: Date }

/** Signs for the caller's company. The last signature makes the signed file, whose hash proves every copy of it. */
export const signContract = afterwards<typeof contractCalls.sign, Prepared>(prepare, async (request) => {
  const { tx, actor, body, ip, prepared } = request
  const { picture, drawn } = prepared
  const now = drawn?.at ?? request.now
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
  const mine = own.find((one) => signsFor(actor, one.party))
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
  const file = complete ? await signedFile(request, { ...contract, textSha256: hash, signatures }, drawn) : {}
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

const signsFor = ({ companyRole }: Pick<Actor, 'companyRole'>, party: string) => [party, 'COMPANY'].includes(companyRole)

/** Reduces the picture of the signature, and draws the signed file where this signature is the last one. */
async function prepare(request: Before): Promise<Prepared> {
  const picture = await pictureOf(request)
  const signed = await request.look((context) => signedWith(context, request, picture))
  if (!signed) return { picture }
  return { picture, drawn: { from: fingerprint(signed), content: await contractPdf(request.outside, signed), at: request.now } }
}

/** The contract that this signature completes; undefined where other signatures are missing or the caller may not sign. */
async function signedWith(context: UseCaseContext, { body, now }: Before, picture: Uint8Array | null) {
  const { tx, actor } = context
  const contract = await tx.selectFrom('contract').selectAll().where('id', '=', body.id).executeTakeFirst()
  if (!contract || !actor.signatory || !contractCan.sign(contract.status as 'PENDING_SIGN')) return undefined
  await elevate(tx)
  const signatures = await signaturesOf(context, contract.id)
  const open = signatures.filter((one) => one.signedAt === null)
  const [mine] = open
  if (!mine || open.length > 1 || mine.companyId !== actor.companyId || !signsFor(actor, mine.party)) return undefined
  const { cname } = await tx.selectFrom('appUser').select('cname').where('id', '=', actor.userId).executeTakeFirstOrThrow()
  const textSha256 = textHash(contract)
  const signature = {
    ...mine,
    signedName: cname,
    signedAt: now.toISOString(),
    method: body.method as string,
    sha256: textSha256,
    ...(picture ? { image: Buffer.from(picture) } : {}),
  }
  return { ...contract, textSha256, signatures: signatures.map((one) => (one === mine ? signature : one)) }
}

/** A hash of all that the signed file shows. */
const fingerprint = ({ no, contentEn, contentCn, textSha256, signatures }: ContractPdf) =>
  createHash('sha256')
    .update(
      JSON.stringify([
        ...[no, contentEn, contentCn, textSha256],
        ...signatures.map(({ party, companyName, signedName, signedAt, method, sha256, image }) => [
          ...[party, companyName, signedName, signedAt, method, sha256],
          image?.toString('base64') ?? null,
        ]),
      ]),
    )
    .digest('hex')

/** The registered name of the signer; other names are refused. */
async function ownName({ tx, actor, body }: UseCaseContext & { body: { name: string } }): Promise<string> {
  const { cname } = await tx.selectFrom('appUser').select('cname').where('id', '=', actor.userId).executeTakeFirstOrThrow()
  const params = { name: cname }
  if (!isOwnName(body.name, cname))
    throw new Refused('SIGNED_NAME_NOT_OWN', { ...params, fields: [{ field: 'name', message: 'SIGNED_NAME_NOT_OWN', params }] })
  return cname
}

/** The image of a signature, from an image of the caller's own company, reduced to the size in a contract. */
async function pictureOf(request: Before): Promise<Uint8Array | null> {
  const { actor, look, body } = request
  if (body.method === 'TYPED') return null
  if (!body.signatureObjectKey) throw faultyField('signatureObjectKey', 'BAD_REQUEST')
  const file = await look((context) => fileOf(context, body.signatureObjectKey))
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

type Signed = ContractPdf & { supplierId: string | null; funderId: string | null }

/** Stores the file of this contract. The call draws it again where another party has signed since. */
async function signedFile({ app, tx }: UseCaseContext, contract: Signed, drawn: Drawn | undefined) {
  if (drawn?.from !== fingerprint(contract)) throw new PreparedForAnother()
  const { content, at } = drawn
  const objectKey = await storeGenerated(app, tx, {
    companyId: (contract.supplierId ?? contract.funderId)!,
    fileName: `${contract.no}.pdf`,
    contentType: 'application/pdf',
    content,
    purpose: 'contract',
  })
  return { objectKey, sha256: createHash('sha256').update(content).digest('hex'), signedAt: at.toISOString() }
}
