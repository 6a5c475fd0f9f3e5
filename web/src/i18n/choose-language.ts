import { notify } from '../ui/notice.ts'
import { switchLanguage, t } from './i18n.ts'
import type { Language } from './language.ts'

/** Switches the language for a user who asked for it; the present one stays, with a notice, when the texts do not arrive. */
export async function chooseLanguage(lng: Language): Promise<void> {
  try {
    await switchLanguage(lng)
  } catch {
    notify('warning', t('common.error.language'))
  }
}
