import { effectivePermissions, type MatrixRow } from '@usance/domain/permissions'
import { sql } from 'kysely'
import type { Db, Tx } from '../database/database.ts'

/**
 * The matrix as an administrator last saved it. Who authenticates a caller names the version that the same look-up has read, so that a
 * change holds for the next call in every process (decision 281). Without it the matrix is at most a second old.
 */
export type PermissionMatrix = {
  permissionsOf: (companyRole: string, userRoles: string[], version?: string) => Promise<ReadonlySet<string>>
}

/** SQL of the version of the matrix, which each change of it raises: read together with the caller, it costs no statement more. */
export const matrixVersion = `(select count(*) || ':' || coalesce(sum(version), 0) from role_permission)`

/** The matrix as it stands in the database, or in a transaction that has just changed it. */
export const matrixRows = (db: Db | Tx): Promise<MatrixRow[]> =>
  db.selectFrom('rolePermission').select(['permission', 'roles', 'alwaysGranted']).execute()

const freshForMs = 1000

/** Reads the matrix from the database when a caller was read with another version of it, or else at most once a second. */
export function permissionMatrix(db: Db, clock: () => number = Date.now): PermissionMatrix {
  let rows: MatrixRow[] = []
  let sets = new Map<string, ReadonlySet<string>>()
  let version = ''
  let readAt = 0
  let reading: Promise<void> | undefined
  const read = async () => {
    // In the statement of the rows: a version that was read before them would stand for rows of a later one.
    const found = await db
      .selectFrom('rolePermission')
      .select(['permission', 'roles', 'alwaysGranted', sql.raw<string>(matrixVersion).as('matrix')])
      .execute()
    const now = found[0]?.matrix ?? ''
    if (now !== version) {
      rows = found
      sets = new Map()
      version = now
    }
    readAt = clock()
  }
  const readOnce = () => {
    reading ??= read().finally(() => {
      reading = undefined
    })
    return reading
  }
  const isCurrent = (wanted: string | undefined) => (wanted === undefined ? clock() - readAt <= freshForMs : wanted === version)
  return {
    async permissionsOf(companyRole, userRoles, wanted) {
      if (!isCurrent(wanted)) {
        // A reading under way may have begun before the change; one that begins now sees it.
        await reading
        if (!isCurrent(wanted)) await readOnce()
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
