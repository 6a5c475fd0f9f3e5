import { accountCalls } from '@usance/wire/account/calls'
import { routes } from '../../http/context.ts'
import {
  accountDetail,
  activateAccount,
  addAccount,
  disableAccount,
  editAccount,
  resetPassword,
  seatRoles,
  sendInvite,
} from './accounts.ts'

export const accountRoutes = routes(accountCalls, {
  detail: accountDetail,
  seatRoles,
  add: addAccount,
  edit: editAccount,
  sendInvite,
  disable: disableAccount,
  activate: activateAccount,
  resetPassword,
})
