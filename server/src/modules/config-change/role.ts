import { sql } from 'kysely'
import { faultyField, Refused } from '../../http/refused.ts'
import type { Kind } from './kinds.ts'

// An administrator keeps the machinery and never acts in the business itself.
const administratorMay = (permission: string) =>
  /^(system|org\.account|approval|user-center|home)\b/.test(permission) || /\.(view|detail|details|export)$/.test(permission)

/** Who may do what: changed by an administrator, passed by operations. */
export const roleKind: Kind<'ROLE'> = {
  permission: 'system.role.edit',
  page: '/system/role',
  businessType: () => 'ROLE',
  async prepare(tx, { values: { changes } }) {
    const names = changes.map(({ permission }) => permission)
    const before = await tx
      .selectFrom('rolePermission')
      .select(['permission', 'roles', 'version'])
      .where('permission', 'in', names)
      .orderBy('permission')
      .execute()
    for (const change of changes) {
      const known = before.find(({ permission }) => permission === change.permission)
      if (!known) throw faultyField('changes', 'NOT_FOUND')
      if (known.version !== change.version) throw new Refused('STALE_VERSION')
      if (change.roles.includes('A') && !known.roles.includes('A') && !administratorMay(change.permission))
        throw faultyField('changes', 'FORBIDDEN')
    }
    const lines = changes.map(
      ({ permission, roles }) =>
        `${permission}: ${before.find((one) => one.permission === permission)!.roles || '-'} → ${roles || '-'}`,
    )
    return { before, title: lines.slice(0, 5).join('; ') + (lines.length > 5 ? ` (+${lines.length - 5})` : '') }
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
