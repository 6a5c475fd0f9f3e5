import { internationalCalls } from '@usance/wire/international/calls'
import { send } from '../http/client.ts'
import { sessionStore } from '../session/store.ts'
import { whenMissing } from './i18n.ts'
import type { Language } from './language.ts'

const afterMs = 3000
const most = 50

/** Tells the server of keys that a screen found no text for, once a visit, gathered for three seconds. */
export function reportMissing(): void {
  const told = new Set<string>()
  let waiting: { language: Language; keys: Set<string> } | undefined
  whenMissing((key, language) => {
    const mark = `${language} ${key}`
    // A key looks like `area.name`; what was given as words is no key.
    if (told.has(mark) || !/^[a-zA-Z]\w*(\.[\w-]+)+$/.test(key)) return
    told.add(mark)
    if (waiting) {
      if (waiting.language === language && waiting.keys.size < most) waiting.keys.add(key)
      return
    }
    const gathered = { language, keys: new Set([key]) }
    waiting = gathered
    setTimeout(() => {
      waiting = undefined
      if (!sessionStore.token()) return
      const body = { langKey: gathered.language, page: location.pathname, keys: [...gathered.keys] }
      send(internationalCalls.reportMissing, { body }, { quiet: true }).catch(() => undefined)
    }, afterMs)
  })
}
