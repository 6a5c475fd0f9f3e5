import { useText } from '../i18n/i18n.ts'
import { IconButton } from '../ui/button.tsx'
import { setTheme, useTheme } from '../ui/theme.ts'

export function ThemeButton() {
  const text = useText()
  const dark = useTheme() === 'dark-1'
  return (
    <IconButton
      icon={dark ? 'sun' : 'moon'}
      label={`${text('shell.theme')}: ${text(dark ? 'shell.light' : 'shell.dark')}`}
      className="topbar-wide"
      onClick={() => setTheme(dark ? 'light' : 'dark-1')}
    />
  )
}
