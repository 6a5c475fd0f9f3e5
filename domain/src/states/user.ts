import { machine } from './machine.ts'

/** Spelled as the front end stores and sends them. */
export const userStatuses = ['unActive', 'active', 'stop'] as const
export type UserStatus = (typeof userStatuses)[number]

/** The life of a user. An invitation is accepted once, within `invitationHours`; somebody who never joined goes back
 *  to it when let in again (`reinvite`). */
export const userMachine = machine(userStatuses, [
  [['unActive'], 'invite', ['D', 'A'], 'unActive'],
  [['unActive'], 'accept', ['system'], 'active'],
  [['unActive', 'active'], 'disable', ['D', 'A'], 'stop'],
  [['stop'], 'activate', ['D', 'A'], 'active'],
  [['stop'], 'reinvite', ['D', 'A'], 'unActive'],
  [['active'], 'resetPassword', ['D', 'A', 'system'], 'active'],
])
export const userCan = userMachine.can
export type UserEvent = (typeof userMachine.events)[number]

export const invitationHours = 72

/** Nobody disables himself: the company could be left without its last director. */
export const mayDisableUser = (target: { id: string; status: UserStatus }, byUserId: string): boolean =>
  userCan.disable(target.status) && target.id !== byUserId
