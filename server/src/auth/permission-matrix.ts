import { effectivePermissions, type MatrixRow } from '@usance/domain/permissions'
import { sql } from 'kysely'
import type { Db, Tx } from '../database/database.ts'

/** The matrix as an administrator last saved it. A change is in force within a second in every process. */
export type PermissionMatrix = { permissionsOf: (companyRole: string, userRoles: string[]) => Promise<ReadonlySet<string>> }

/** The matrix as it stands in the database, or in a transaction that has just changed it. */
export const matrixRows = (db: Db | Tx): Promise<MatrixRow[]> =>
  db.selectFrom('rolePermission').select(['permission', 'roles', 'alwaysGranted']).execute()

const freshForMs = 1000

/** Reads the matrix from the database, at most once a second. */
export function permissionMatrix(db: Db, clock: () => number = Date.now): PermissionMatrix {
  let rows: MatrixRow[] = []
  let sets = new Map<string, ReadonlySet<string>>()
  let version = ''
  let readAt = 0
  let reading: Promise<void> | undefined
  const read = async () => {
    const found = await sql<{
      version: string
    }>`select count(*) || ':' || coalesce(sum(version), 0) as version from role_permission`.execute(db)
    if (found.rows[0]!.version !== version) {
      rows = await matrixRows(db)
      sets = new Map()
      version = found.rows[0]!.version
    }
    readAt = clock()
  }
  return {
    async permissionsOf(companyRole, userRoles) {
      if (clock() - readAt > freshForMs) {
        reading ??= read().finally(() => {
          reading = undefined
        })
        await reading
      }
      const key = `${companyRole}|${[...userRoles].sort().join(',')}`
      let set = sets.get(key)
      if (!set) {
        set = new Set(effectivePermissions(rows, companyRole, userRoles))
        sets.set(key, set)
      }
      return set
    },
  }
}
