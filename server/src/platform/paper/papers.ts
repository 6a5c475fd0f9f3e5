import {
  commonGroup,
  groupsKept,
  missingPapers,
  type PaperGroup,
  type PaperKind,
  type PaperStage,
  shownGroup,
} from '@usance/domain/papers'
import type { Paper } from '@usance/wire/paper/calls'
import { sql } from 'kysely'
import { nameAt } from '../../audit/doer.ts'
import { audit } from '../../audit/record.ts'
import { anyOf, type Tx } from '../../database/database.ts'
import { newId } from '../../database/id.ts'
import type { Actor, UseCaseContext } from '../../http/context.ts'
import { faultyField } from '../../http/refused.ts'
import { type FileReader, fileOf } from '../file/stored-file.ts'
import { paperGroupsOf, requirePapers, told } from './groups.ts'

/** A document with papers. */
export type PaperOwner = { kind: PaperKind; id: string; no: string }
export type GivenPaper = Awaited<ReturnType<typeof fileOf>> & { groupKey: string }

/** The stored files of a browser's references; the caller may read each of them. */
export async function filesOf(reader: FileReader, references: readonly { objectKey: string }[] = []) {
  const files: Awaited<ReturnType<typeof fileOf>>[] = []
  for (const { objectKey } of references) files.push(await fileOf(reader, objectKey))
  return files
}

type Reference = { objectKey: string; groupKey?: string | undefined }
type Asked = { kind: PaperKind; stage: PaperStage; groups: readonly PaperGroup[] }

/** The papers of a form: each a file that the caller may read, in a group of this stage. */
export async function papersGiven(reader: FileReader, references: readonly Reference[], asked: Asked): Promise<GivenPaper[]> {
  const { kind, stage, groups } = asked
  const files = await filesOf(reader, references)
  return files.map((file, at) => {
    const groupKey = references[at]?.groupKey || commonGroup(kind, stage)
    if (!groups.some((group) => group.code === groupKey && group.stage === stage))
      throw faultyField('attachments', 'PAPER_GROUP_UNKNOWN', { group: groupKey })
    return { ...file, groupKey }
  })
}

type Change =
  /** The complete papers of a stage. Papers left out stay stored and are no longer shown. */
  { replaces: PaperStage; groups: readonly PaperGroup[] } | 'ADDS'

/**
 * Attaches papers to a document, in the given order. A removed paper leaves a line in the timeline; a kept one keeps its sender
 * and time. The query is sent before anything is awaited.
 */
export async function storePapers(context: UseCaseContext, owner: PaperOwner, papers: readonly GivenPaper[], change: Change) {
  const { tx, actor } = context
  const rows = papers.map(({ objectKey, fileName, sha256, groupKey }, seq) => ({
    id: newId(),
    object_key: objectKey,
    file_name: fileName,
    sha256,
    group_code: groupKey,
    seq: seq + 1,
  }))
  const kept = change === 'ADDS' ? [] : groupsKept(change.groups, change.replaces)
  const { rows: removed } = await sql<{ fileName: string; groupCode: string }>`
    with given as (
      select distinct on (group_code, object_key) * from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb)
        as g (id uuid, object_key text, file_name text, sha256 text, group_code text, seq integer)
      order by group_code, object_key, seq
    ), held as (
      select group_code, max(version) as version from attachment where owner_type = ${owner.kind} and owner_id = ${owner.id} group by group_code
    ), removed as (
      update attachment a set removed_at = app_now(), removed_by = ${actor.userId}
      where ${change !== 'ADDS'} and owner_type = ${owner.kind} and owner_id = ${owner.id} and removed_at is null
        and group_code <> all (${kept}::text[])
        and not exists (select 1 from given g where g.object_key = a.object_key and g.group_code = a.group_code)
      returning file_name, group_code
    ), stored as (
      insert into attachment as a (id, owner_type, owner_id, group_code, object_key, file_name, sha256, created_by, company_id, seq, version)
      select g.id, ${owner.kind}, ${owner.id}, g.group_code, g.object_key, g.file_name, g.sha256, ${actor.userId}, ${actor.companyId},
        g.seq, coalesce(h.version, 0) + 1
      from given g left join held h using (group_code)
      on conflict (owner_type, owner_id, group_code, object_key) do update set
        seq = excluded.seq,
        removed_at = null,
        removed_by = null,
        version = case when a.removed_at is null then a.version else excluded.version end,
        created_at = case when a.removed_at is null then a.created_at else excluded.created_at end,
        created_by = case when a.removed_at is null then a.created_by else excluded.created_by end,
        company_id = case when a.removed_at is null then a.company_id else excluded.company_id end
    )
    select file_name, group_code from removed order by file_name`.execute(tx)
  if (removed.length === 0) return
  await audit(context, {
    event: 'PAPER_REMOVED',
    objectType: owner.kind === 'PO' ? 'PURCHASE_ORDER' : owner.kind,
    objectId: owner.id,
    objectNo: owner.no,
    after: { comment: removed.map(({ fileName }) => fileName).join(', '), files: removed },
  })
}

type Seen = { tx: Tx; actor: Pick<Actor, 'companyId' | 'staff'> }

/** The papers of a document in their groups, with senders named as the caller may see them. */
export async function papersOf(
  { tx, actor }: Seen,
  kind: PaperKind,
  id: string,
  groups: readonly PaperGroup[],
): Promise<Paper[]> {
  const rows = await tx
    .selectFrom('attachment as a')
    .leftJoin('company as c', 'c.id', 'a.companyId')
    .select(['a.id', 'a.objectKey', 'a.fileName', 'a.groupCode', 'a.createdAt', 'a.version', 'a.companyId'])
    .select(['c.name as company', nameAt(sql.ref('a.createdBy'), sql.ref('a.createdAt')).as('person')])
    .where('a.ownerType', '=', kind)
    .where('a.ownerId', '=', id)
    .where('a.removedAt', 'is', null)
    .orderBy('a.groupCode')
    .orderBy('a.version')
    .orderBy('a.seq')
    .orderBy('a.createdAt')
    .execute()
  return rows.map((row) => {
    const groupKey = shownGroup(kind, groups, row.groupCode)
    return {
      id: row.id,
      objectKey: row.objectKey,
      fileName: row.fileName,
      fileSource: 'S3',
      groupKey,
      stage: groups.find(({ code }) => code === groupKey)?.stage ?? null,
      createTime: row.createdAt,
      addedBy: actor.staff || row.companyId === actor.companyId ? row.person : row.company,
      version: row.version,
    }
  })
}

/** The papers of a document by group; an empty group is included, since papers may be added to it. */
export async function papersByGroup(seen: Seen, kind: PaperKind, id: string, productId?: string) {
  const groups = await paperGroupsOf(seen.tx, kind, productId)
  const papers = await papersOf(seen, kind, id, groups)
  return groups.map((group) => ({ ...told(group), files: papers.filter(({ groupKey }) => groupKey === group.code) }))
}

/** Refuses documents whose stored papers lack a required one of this stage. */
export async function checkPapers(
  { tx, language }: UseCaseContext,
  owners: readonly PaperOwner[],
  stage: PaperStage,
): Promise<void> {
  const [first] = owners
  if (!first) return
  const { kind } = first
  const groups = await paperGroupsOf(tx, kind)
  if (missingPapers(groups, stage, []).length === 0) return
  const held = await tx
    .selectFrom('attachment')
    .select(['ownerId', 'groupCode'])
    .where('ownerType', '=', kind)
    .where('ownerId', '=', anyOf(owners.map(({ id }) => id)))
    .where('removedAt', 'is', null)
    .execute()
  for (const { id, no } of owners) {
    const own = held.filter(({ ownerId }) => ownerId === id)
    requirePapers(
      { groups, stage, docNo: no, language },
      own.map(({ groupCode }) => ({ groupKey: shownGroup(kind, groups, groupCode) })),
    )
  }
}
