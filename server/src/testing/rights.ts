import type { Portal } from './portal.ts'

/** A right, with the letters of the roles that have it. */
export type RightOfRoles = { permission: string; roles: string }

/** The rights as they stand. */
export const rightsNow = (portal: Portal): Promise<RightOfRoles[]> =>
  portal.look((tx) => tx.selectFrom('rolePermission').select(['permission', 'roles']).execute())

/** Gives rights to these roles alone; they hold for the next call (decision 281). */
export const grant = (portal: Portal, rights: readonly RightOfRoles[]): Promise<void> =>
  portal.look(async (tx) => {
    for (const { permission, roles } of rights)
      await tx
        .updateTable('rolePermission')
        .set((eb) => ({ roles, version: eb('version', '+', 1) }))
        .where('permission', '=', permission)
        .execute()
  })
