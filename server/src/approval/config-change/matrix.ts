import type { MatrixRow } from '@usance/domain/permissions'
import type { Tx } from '../../database/database.ts'

/** The permission matrix in force. */
export const matrixRows = (tx: Tx): Promise<MatrixRow[]> =>
  tx.selectFrom('rolePermission').select(['permission', 'roles', 'alwaysGranted']).execute()
