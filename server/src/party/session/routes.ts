import { sessionCalls } from '@usance/wire/session/calls'
import { routes } from '../../http/context.ts'
import { confirmAddress } from '../account/address.ts'
import { allRoles, changeRole, chooseRole } from './choose-role.ts'
import { exchangeGuidance, login, logout, publicKey } from './login.ts'
import { menus } from './menus.ts'
import { changePassword, requestReset, setPassword } from './password.ts'
import { preferenceDetail, preferenceEdit, readColumns, saveColumns } from './preferences.ts'
import { me } from './principal.ts'
import { beginSecondFactor, confirmSecondFactor, renewRecoveryCodes } from './second-factor.ts'
import { listSessions, revokeSession } from './sessions.ts'

export const sessionRoutes = routes(sessionCalls, {
  publicKey,
  login,
  logout,
  allRoles,
  choose: chooseRole,
  change: changeRole,
  me,
  menus,
  preferenceEdit,
  preferenceDetail,
  columns: readColumns,
  saveColumns,
  resetRequest: requestReset,
  setPassword,
  confirmAddress,
  changePassword,
  mfaBegin: beginSecondFactor,
  mfaConfirm: confirmSecondFactor,
  mfaCodes: renewRecoveryCodes,
  guidance: exchangeGuidance,
  sessions: listSessions,
  revokeSession,
})
