import { grantMayChange } from '@usance/domain/permissions'
import { sql } from 'kysely'
import { faultyField, Refused } from '../../http/refused.ts'
import type { Kind } from './kind.ts'

const letters = [...'SBFDORTPAU']

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
    const lines = changes.map(
      ({ permission, roles }) =>
        `${permission}: ${before.find((one) => one.permission === permission)!.roles || '-'} → ${roles || '-'}`,
    )
    return { before, title: lines.slice(0, 5).join('; ') + (lines.length > 5 ? ` (+${lines.length - 5})` : ''), concerns: [] }
  },
  async apply({ tx, actor }, { values: { changes } }) {
    for (const { permission, roles, version } of changes) {
      const changed = await tx
        .updateTable('rolePermission')
        .set({ roles, version: version + 1, updatedAt: sql`app_now()`, updatedBy: actor.userId })
        .where('permission', '=', permission)
        .where('version', '=', version)
        .executeTakeFirst()
      if (changed.numUpdatedRows !== 1n) throw new Refused('STALE_VERSION')
    }
  },
}
