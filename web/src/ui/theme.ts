import { useSyncExternalStore } from 'react'
import { sessionStore } from '../session/store.ts'
import type { ThemeName } from './tokens.ts'

const listeners = new Set<() => void>()
const current = (): ThemeName => (document.documentElement.dataset.theme === 'dark-1' ? 'dark-1' : 'light')

/** Starts with the look chosen in this browser, else with the one that the system asks for. */
export function startTheme() {
  const chosen = sessionStore.read('theme')
  const dark = chosen ? chosen === 'dark-1' : matchMedia('(prefers-color-scheme: dark)').matches
  document.documentElement.dataset.theme = dark ? 'dark-1' : 'light'
}

/** Switches the look and remembers it in this browser. */
export function setTheme(name: ThemeName) {
  document.documentElement.dataset.theme = name
  sessionStore.write('theme', name)
  for (const listener of listeners) listener()
}

export const useTheme = (): ThemeName =>
  useSyncExternalStore((listener) => {
    listeners.add(listener)
    return () => listeners.delete(listener)
  }, current)
