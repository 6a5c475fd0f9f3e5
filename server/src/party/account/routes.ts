import { accountCalls } from '@usance/wire/account/calls'
import { routes } from '../../http/context.ts'
import {
  accountChange,
  accountDetail,
  activateAccount,
  addAccount,
  disableAccount,
  editAccount,
  resetFactor,
  resetPassword,
  seatRoles,
  sendInvite,
} from './accounts.ts'
import { removeAccount } from './remove-account.ts'

export const accountRoutes = routes(accountCalls, {
  detail: accountDetail,
  change: accountChange,
  seatRoles,
  add: addAccount,
  edit: editAccount,
  sendInvite,
  disable: disableAccount,
  activate: activateAccount,
  remove: removeAccount,
  resetFactor,
  resetPassword,
})
