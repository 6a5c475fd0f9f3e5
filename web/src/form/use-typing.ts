import { type FocusEvent, useLayoutEffect, useRef, useState } from 'react'

const isWhole = ({ value, selectionStart, selectionEnd }: HTMLInputElement) =>
  value !== '' && selectionStart === 0 && selectionEnd === value.length

/**
 * Whether somebody types in a field that shows another text while they do. Who comes by the tabulator finds the whole text
 * selected; it stays selected although it changes, so that what is typed takes its place.
 */
export function useTyping() {
  const [typing, setTyping] = useState(false)
  const whole = useRef<HTMLInputElement>(undefined)
  const begin = ({ target }: FocusEvent<HTMLInputElement>) => {
    const see = () => {
      whole.current = isWhole(target) ? target : undefined
    }
    see()
    // A script selects only after it has focused, yet before the other text is drawn.
    queueMicrotask(see)
    setTyping(true)
  }
  useLayoutEffect(() => {
    if (typing) whole.current?.select()
    whole.current = undefined
  }, [typing])
  return { typing, begin, end: () => setTyping(false) }
}
