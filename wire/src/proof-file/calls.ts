import type { Permission } from '@usance/domain/permissions'
import { z } from 'zod'
import { ownFile } from '../act.ts'
import { call } from '../call.ts'
import { DerivedId, FileRef, Id, IdempotencyKey } from '../fields.ts'

const base = '/{p}-financial-transaction/proof/client/files'
/** The lists of proofs, by the last word of their permission. */
export const proofKinds = ['bank', 'collect', 'e_one', 'subledgers'] as const
export type ProofKind = (typeof proofKinds)[number]
/** The row of a proof. */
const inItsList = { judged: 'rows of a list of proofs; whoever may see the row in that list may name it' } as const
/** A paper of that row. */
const onItsRow = { judged: 'papers of the row that the request names; whoever may see the row may read them' } as const
const Proof = z.object({ kind: z.enum(proofKinds), ownerId: DerivedId })
const may = <Word extends 'view' | 'upload'>(word: Word) => {
  const is = {
    bank: `proof.bank.${word}`,
    collect: `proof.collect.${word}`,
    e_one: `proof.e_one.${word}`,
    subledgers: `proof.subledgers.${word}`,
  } as const satisfies Record<ProofKind, Permission>
  return { permission: Object.values(is), meant: { at: 'body.kind', is } } as const
}
const Files = z.array(
  z.object({ id: z.string(), fileName: z.string(), size: z.number(), addedAt: z.string(), addedBy: z.string().nullable() }),
)

/** Papers hung on a row of a list of proofs, for whoever may see that row. */
export const proofFileCalls = {
  list: call({
    method: 'POST',
    path: `${base}/list`,
    access: may('view'),
    scope: 'company',
    effect: 'read',
    names: { 'body.ownerId': inItsList },
    title: 'The papers that hang on a proof',
    body: Proof,
    answer: Files,
  }),
  add: call({
    method: 'POST',
    path: `${base}/add`,
    access: may('upload'),
    scope: 'company',
    effect: 'write',
    names: {
      'body.ownerId': inItsList,
      'body.files[].objectKey': ownFile,
    },
    act: { by: { PLATFORM: 'either' }, second: 'nobody', event: 'PROOF_FILES_ADDED' },
    title: 'Hang uploaded papers on a proof',
    body: Proof.extend({ files: z.array(FileRef).min(1).max(20), idempotencyKey: IdempotencyKey }),
    answer: Files,
  }),
  remove: call({
    method: 'POST',
    path: `${base}/remove`,
    access: may('upload'),
    scope: 'company',
    effect: 'write',
    names: {
      'body.ownerId': inItsList,
      'body.id': { kind: 'proofPaper', of: 'seen' },
    },
    act: { by: { PLATFORM: 'either' }, second: 'nobody', event: 'PROOF_FILE_REMOVED' },
    title: 'Take a paper off a proof; it stays stored',
    body: Proof.extend({ id: Id, idempotencyKey: IdempotencyKey }),
    answer: Files,
  }),
  download: call({
    method: 'POST',
    path: `${base}/download`,
    access: may('view'),
    scope: 'company',
    effect: 'read',
    names: {
      'body.ownerId': inItsList,
      'body.id': onItsRow,
    },
    title: 'One paper of a proof',
    kind: 'file',
    body: Proof.extend({ id: Id }),
    answer: z.any(),
  }),
}
