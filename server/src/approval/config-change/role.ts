import type { CandidateRole } from '@usance/domain/approval'
import { type BusinessType, lacksToDecide } from '@usance/domain/approval-flows'
import { grantMayChange } from '@usance/domain/permissions'
import { sql } from 'kysely'
import { matrixRows } from '../../auth/permission-matrix.ts'
import type { Tx } from '../../database/database.ts'
import { faultyField, Refused } from '../../http/refused.ts'
import { endEndpoints } from '../../platform/webhook/end-endpoints.ts'
import type { Kind, ValuesOf } from './kind.ts'
import { aloneIn } from './stale.ts'
import { currentFlows } from './workflow.ts'

const letters = [...'SBFDORTPAU']

type Asked = { type: BusinessType; role: CandidateRole }

/** Who is asked on what: by the flows in force, and by what is left of the approvals under way. */
async function askedInFlows(tx: Tx): Promise<Asked[]> {
  const { rows } = await sql<Asked>`
    select distinct i.business_type as type, r.role
    from workflow_instance i
    cross join jsonb_to_recordset(i.steps) as step (seq int, needed boolean, roles jsonb)
    cross join jsonb_array_elements_text(step.roles) as r (role)
    where i.status = 'IN_APPROVE' and step.needed and step.seq >= i.current_seq`.execute(tx)
  const inForce = (await currentFlows(tx)).flatMap(({ id: type, steps }) =>
    steps.flatMap((step) => step.roles.map((role) => ({ type, role }))),
  )
  return [...inForce, ...rows]
}

/**
 * Refuses a matrix that takes from a role what it needs to decide in a flow: its tasks would wait for ever, and those on the matrix
 * and on the flows themselves for good. What a role lacked before does not count.
 */
async function refuseStuck(tx: Tx, changes: ValuesOf<'ROLE'>['changes']): Promise<void> {
  const before = await matrixRows(tx)
  const after = before.map((row) => ({
    ...row,
    roles: changes.find(({ permission }) => permission === row.permission)?.roles ?? row.roles,
  }))
  for (const { type, role } of await askedInFlows(tx)) {
    const permission = lacksToDecide(after, type, role)
    if (permission && !lacksToDecide(before, type, role)) throw faultyField('changes', 'ROLE_DECIDES', { permission })
  }
}

/** Who may do what: changed by an administrator, passed by operations. */
export const roleKind: Kind<'ROLE'> = {
  permission: 'system.role.edit',
  page: '/system/role',
  businessType: () => 'ROLE',
  async prepare(tx, { values: { changes } }) {
    const names = changes.map(({ permission }) => permission)
    const before = await tx
      .selectFrom('rolePermission')
      .select(['permission', 'roles', 'alwaysGranted', 'version'])
      .where('permission', 'in', names)
      .orderBy('permission')
      .execute()
    for (const change of changes) {
      const known = before.find(({ permission }) => permission === change.permission)
      if (!known) throw faultyField('changes', 'NOT_FOUND')
      if (known.version !== change.version) throw new Refused('STALE_VERSION')
      for (const letter of letters)
        if (change.roles.includes(letter) !== known.roles.includes(letter) && !grantMayChange(known, letter))
          throw faultyField('changes', 'FORBIDDEN')
    }
    await refuseStuck(tx, changes)
    const lines = changes.map(
      ({ permission, roles }) =>
        `${permission}: ${before.find((one) => one.permission === permission)!.roles || '-'} → ${roles || '-'}`,
    )
    return { before, title: lines.slice(0, 5).join('; ') + (lines.length > 5 ? ` (+${lines.length - 5})` : ''), concerns: [] }
  },
  async apply(context, { values: { changes } }) {
    const { tx, actor } = context
    // A flow may have changed since it was put forward.
    await aloneIn(tx, 'ROLE')
    await refuseStuck(tx, changes)
    for (const { permission, roles, version } of changes) {
      const changed = await tx
        .updateTable('rolePermission')
        .set({ roles, version: version + 1, updatedAt: sql`app_now()`, updatedBy: actor.userId })
        .where('permission', '=', permission)
        .where('version', '=', version)
        .executeTakeFirst()
      if (changed.numUpdatedRows !== 1n) throw new Refused('STALE_VERSION')
    }
    await endEndpoints(context, {}, 'RIGHT_TAKEN')
  },
}
