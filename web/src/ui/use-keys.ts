import { useEffect, useRef } from 'react'

/** Where a letter is typed, or means something to what is there. */
const typing = 'input:not([type=checkbox], [type=radio], [type=button]), textarea, select, [contenteditable], [role=combobox]'
/** What lies above the page has keys of its own. */
const above = 'dialog[open], .popover'

/** What a press of a single key starts; undefined where it is none of the page's. */
function keyOf(event: KeyboardEvent): string | undefined {
  if (event.defaultPrevented || event.isComposing || event.ctrlKey || event.metaKey || event.altKey) return undefined
  if (event.target instanceof Element && event.target.closest(typing)) return undefined
  return document.querySelector(above) ? undefined : event.key
}

/** Single keys of a page; none while something is typed, with a modifier, or below a dialog. */
export function useKeys(keys: Readonly<Record<string, () => unknown>>, isOn: boolean) {
  const now = useRef(keys)
  now.current = keys
  useEffect(() => {
    if (!isOn) return
    const press = (event: KeyboardEvent) => {
      const key = keyOf(event)
      const act = key !== undefined && Object.hasOwn(now.current, key) ? now.current[key] : undefined
      if (!act) return
      event.preventDefault()
      act()
    }
    document.addEventListener('keydown', press)
    return () => document.removeEventListener('keydown', press)
  }, [isOn])
}
