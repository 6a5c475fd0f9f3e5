import type { Seat } from '@usance/domain/seats'
import { contractCalls } from '@usance/wire/contract/calls'
import type { App } from '../../app.ts'

/** Whether contracts are signed in a seat by the people with the right to sign. */
export const maySign = async ({ matrix }: Pick<App, 'matrix'>, { role, userRoles }: Seat): Promise<boolean> =>
  (await matrix.permissionsOf(role, [...userRoles])).has(contractCalls.sign.access.permission)
