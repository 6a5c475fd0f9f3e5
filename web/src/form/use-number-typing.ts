import { type FocusEvent, useState } from 'react'
import { t } from '../i18n/i18n.ts'
import { groupThousands } from '../ui/decimal.ts'
import { boundOf, type NumberLimits, nearestFigure, readTyped, refusalWords, showNumber } from './number-input.ts'
import { useTyping } from './use-typing.ts'

/**
 * The state of a typed figure. The text stays as typed, so that no key is dropped. The value is the figure, or the text itself
 * where it is no figure: `refusal` then gives the reason, and the server refuses it.
 */
export function useNumberTyping({
  value = '',
  onChange,
  onSettle,
  onFigure,
  grouped = true,
  nearest,
  ...limits
}: NumberLimits & {
  value?: string | undefined
  onChange?: ((value: string) => void) | undefined
  onSettle?: ((value: string) => void) | undefined
  /** Called with the figure and its bound at each key; empty while the text is no figure. */
  onFigure?: ((value: string) => void) | undefined
  grouped?: boolean | undefined
  /** Leaving the field makes the nearest figure of a text that is none of its kind. */
  nearest?: boolean | undefined
}) {
  const { typing, begin, end } = useTyping()
  /** The typed text and its value; a different value has come from elsewhere. */
  const [typed, setTyped] = useState<{ text: string; value: string }>()
  const [note, setNote] = useState('')
  /** Enter asks what is typed so far to be judged, though the field is not left. */
  const [judged, setJudged] = useState(false)
  const take = (next: string) => {
    if (next !== value) onChange?.(next)
  }
  const read = readTyped(value, limits)
  return {
    shown: typing && typed?.value === value ? typed.text : showNumber(value, limits, grouped && !typing),
    note,
    refusal: value.trim() === '' || read.ok ? '' : refusalWords(read.refusal, limits.kind),
    typing: typing && !judged,
    onEnter: () => setJudged(true),
    onFocus: (event: FocusEvent<HTMLInputElement>) => {
      setTyped(undefined)
      begin(event)
    },
    onType: (text: string) => {
      const figure = readTyped(text, limits)
      const next = figure.ok ? figure.value : text.trim() === '' ? '' : text
      setTyped({ text, value: next })
      setNote('')
      setJudged(false)
      take(next)
      onFigure?.(figure.ok ? figure.value : '')
    },
    onLeave: () => {
      end()
      const beyond = read.ok ? boundOf(read.value, limits) : undefined
      if (beyond) {
        const words = { typed: read.ok ? groupThousands(read.value) : '', bound: groupThousands(beyond.bound) }
        onFigure?.(beyond.bound)
        setNote(t(beyond.beyond === 'min' ? 'common.validation.raised' : 'common.validation.lowered', words))
      }
      const near = !read.ok && nearest ? nearestFigure(value, limits) : ''
      if (near) onFigure?.(near)
      const settled = beyond ? showNumber(beyond.bound, limits, false) : read.ok ? read.value : near || value
      take(settled)
      onSettle?.(settled)
    },
  }
}
