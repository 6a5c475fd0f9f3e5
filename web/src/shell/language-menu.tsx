import { chooseLanguage } from '../i18n/choose-language.ts'
import { useText } from '../i18n/i18n.ts'
import { type Language, language } from '../i18n/language.ts'
import { IconButton } from '../ui/button.tsx'
import { Menu } from '../ui/popover.tsx'

const names: Record<Language, string> = { 'en-US': 'English', 'zh-CN': '简体中文' }

export function LanguageMenu() {
  const text = useText()
  return (
    <Menu
      align="end"
      label={text('shell.language')}
      trigger={(props) => <IconButton icon="language" label={text('shell.language')} {...props} />}
      entries={(Object.keys(names) as Language[]).map((name) => ({
        key: name,
        label: names[name],
        chosen: language() === name,
        onSelect: () => void chooseLanguage(name),
      }))}
    />
  )
}
