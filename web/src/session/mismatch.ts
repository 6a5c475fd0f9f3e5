import { t } from '../i18n/i18n.ts'
import { ask } from '../ui/dialog.tsx'
import { giveUp, loginAddress } from './leave.ts'
import { knownSession, leaveSeat } from './session.ts'
import { sessionStore } from './store.ts'

/** Before every action: has another user signed in in another tab meanwhile? If so, nothing is done. */
export async function sameUser(): Promise<boolean> {
  const stored = sessionStore.userId()
  const user = knownSession()?.user
  if (!stored || !user || stored === user.id || stored === user.username) return true
  await ask({ title: t('common.tip'), text: t('common.login_invalid'), cancel: null })
  giveUp()
  location.assign(loginAddress(location.pathname + location.search))
  return false
}

/** Follows sign-ins and sign-outs of other tabs. */
export function watchOtherTabs() {
  addEventListener('storage', (event) => {
    if (event.key === 'authentication' && !event.newValue) {
      giveUp()
      location.assign(loginAddress(location.pathname + location.search))
    }
    const page = knownSession()?.user
    if (event.key === 'companyId' && event.newValue && page && event.newValue !== page.companyId) return leaveSeat('COMPANY')
    if (event.key !== 'userId' || !event.newValue || event.newValue === knownSession()?.user.id) return
    giveUp()
    location.reload()
  })
}
