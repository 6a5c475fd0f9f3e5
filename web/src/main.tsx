import 'virtual:tokens.css'
import './ui/base.css'
import './ui/controls.css'
import { isCompanyRole } from '@usance/wire/roles'
import { createRoot } from 'react-dom/client'
import { config } from './config.ts'
import { startTexts, t } from './i18n/i18n.ts'
import { language } from './i18n/language.ts'
import { portalTexts } from './i18n/portal-texts.ts'
import { askEarly } from './session/first-calls.ts'
import { sessionStore } from './session/store.ts'
import { watchChunks } from './shell/chunk-reload.ts'
import { notify } from './ui/notice.ts'
import { startTheme } from './ui/theme.ts'

startTheme()
document.documentElement.lang = language()
watchChunks(() => notify('warning', t(navigator.onLine === false ? 'common.error.network' : 'common.error.updated')))
config().catch(() => undefined)

// The sign-in page must not wait for router, lists and menus, so it is an application of its own.
const signingIn = ['/login', '/reset-pwd'].includes(location.pathname.replace(/\/+$/, ''))
const app = signingIn ? import('./areas/login/start.tsx') : openPortal()
/** Code, texts and user are asked for at the same time: on a slow network each wait after another would be seen. */
async function openPortal() {
  const role = new URLSearchParams(location.search).get('__role')
  if (isCompanyRole(role)) sessionStore.setCompanyRole(role)
  // A guidance link replaces the session, so the present user is not loaded.
  if (sessionStore.token() && !location.search.includes('guidance=')) askEarly()
  void portalTexts[language()]().catch(() => undefined)
  const portal = await import('./app.tsx')
  await portal.ready
  return portal
}

const place = document.getElementById('root')!
Promise.all([app, startTexts()])
  .then(([{ start }]) => start(createRoot(place)))
  .catch((error) => {
    console.error(error)
    place.textContent = 'The portal could not be loaded. Please reload the page. / 页面加载失败，请刷新。'
  })
