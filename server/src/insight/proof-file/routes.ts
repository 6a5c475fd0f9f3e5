import { type ProofKind, proofFileCalls } from '@usance/wire/proof-file/calls'
import { sql } from 'kysely'
import { staffName } from '../../audit/doer.ts'
import { audit } from '../../audit/record.ts'
import { elevate } from '../../database/database.ts'
import { newId } from '../../database/id.ts'
import { type Actor, type Context, type Handler, routes } from '../../http/context.ts'
import { Refused } from '../../http/refused.ts'
import { asAttachment, sendOpened } from '../../http/send-file.ts'
import type { Source } from '../../list/source.ts'
import { filesOf } from '../../platform/paper/papers.ts'
import { bankProofSource, collectSource, orderFileSource } from '../report/proofs.ts'
import { subledgerSource } from '../report/subledgers.ts'

const sources: Record<ProofKind, Source> = {
  bank: bankProofSource,
  collect: collectSource,
  e_one: orderFileSource,
  subledgers: subledgerSource,
}
type Named = { kind: ProofKind; ownerId: string }
type Asking = Pick<Context, 'app' | 'tx' | 'today'> & { actor: Actor }

/** Goes on only for a row that the caller's own list of proofs holds; the transaction sees every company afterwards. */
async function seen({ app, tx, actor, today }: Asking, { kind, ownerId }: Named, word: 'view' | 'upload'): Promise<void> {
  if (!actor.permissions.has(`proof.${kind}.${word}`)) throw new Refused('FORBIDDEN')
  const row = await tx
    .selectFrom(sources[kind].rows(tx, { app, actor, today }).as('rows'))
    .select('rows.id')
    .where('rows.id', '=', ownerId)
    .limit(1)
    .executeTakeFirst()
  if (!row) throw new Refused('NOT_FOUND')
  await elevate(tx)
}

const filesOn = ({ tx, actor }: Pick<Asking, 'tx' | 'actor'>, { kind, ownerId }: Named) =>
  tx
    .selectFrom('proofFile as p')
    .innerJoin('storedFile as s', 's.objectKey', 'p.objectKey')
    .select(['p.id', 'p.fileName', 's.size', 'p.createdAt as addedAt'])
    .select(staffName(actor, sql.ref('p.created_by'), sql.ref('p.created_at')).as('addedBy'))
    .where('p.kind', '=', kind)
    .where('p.ownerId', '=', ownerId)
    .where('p.removedAt', 'is', null)
    .orderBy('p.createdAt')
    .orderBy('p.id')
    .execute()
    .then((rows) => rows.map((row) => ({ ...row, size: Number(row.size) })))

const list: Handler<typeof proofFileCalls.list> = async (request) => {
  await seen(request, request.body, 'view')
  return filesOn(request, request.body)
}

const add: Handler<typeof proofFileCalls.add> = async (request) => {
  const { tx, actor, body } = request
  // Seen as the caller: a file of others is answered like one that is not there.
  const files = await filesOf(request, body.files)
  await seen(request, body, 'upload')
  await tx
    .insertInto('proofFile')
    .values(
      [...new Map(files.map((file) => [file.objectKey, file])).values()].map(({ objectKey, fileName, sha256 }) => ({
        ...{ id: newId(), kind: body.kind, ownerId: body.ownerId, createdBy: actor.userId },
        ...{ objectKey, fileName, sha256 },
      })),
    )
    .onConflict((c) => c.columns(['kind', 'ownerId', 'objectKey']).doUpdateSet({ removedAt: null }))
    .execute()
  await audit(request, {
    event: 'PROOF_FILES_ADDED',
    objectType: 'PROOF',
    objectId: body.ownerId,
    after: { kind: body.kind, files: files.map(({ fileName, sha256 }) => ({ fileName, sha256 })) },
  })
  return filesOn(request, body)
}

const remove: Handler<typeof proofFileCalls.remove> = async (request) => {
  const { tx, body } = request
  await seen(request, body, 'upload')
  const removed = await tx
    .updateTable('proofFile')
    .set({ removedAt: sql`app_now()` })
    .where('id', '=', body.id)
    .where('kind', '=', body.kind)
    .where('ownerId', '=', body.ownerId)
    .where('removedAt', 'is', null)
    .returning(['fileName', 'sha256'])
    .executeTakeFirst()
  if (!removed) throw new Refused('NOT_FOUND')
  await audit(request, {
    event: 'PROOF_FILE_REMOVED',
    objectType: 'PROOF',
    objectId: body.ownerId,
    before: { kind: body.kind, ...removed },
  })
  return filesOn(request, body)
}

const download: Handler<typeof proofFileCalls.download> = async (request) => {
  const { app, tx, body } = request
  await seen(request, body, 'view')
  const file = await tx
    .selectFrom('proofFile as p')
    .innerJoin('storedFile as s', 's.objectKey', 'p.objectKey')
    .select(['p.fileName', 'p.objectKey', 's.contentType'])
    .where('p.id', '=', body.id)
    .where('p.kind', '=', body.kind)
    .where('p.ownerId', '=', body.ownerId)
    .where('p.removedAt', 'is', null)
    .executeTakeFirst()
  if (!file) throw new Refused('NOT_FOUND')
  return sendOpened(request, await app.files.stream(file.objectKey), {
    'content-type': file.contentType,
    'content-disposition': asAttachment(file.fileName),
    'cache-control': 'no-store',
  })
}

export const proofFileRoutes = routes(proofFileCalls, { list, add, remove, download })
