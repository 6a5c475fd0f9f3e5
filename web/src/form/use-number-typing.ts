import { type FocusEvent, useState } from 'react'
import { t } from '../i18n/i18n.ts'
import { groupThousands } from '../ui/decimal.ts'
import { boundOf, type NumberLimits, readTyped, refusalWords, showNumber } from './number-input.ts'
import { useTyping } from './use-typing.ts'

/**
 * The typing of a figure. The text stays as it was typed while somebody types, so that no key is ever dropped. The value is the
 * figure that it stands for, or the text itself where it stands for none: `refusal` then says why, and no server takes it.
 */
export function useNumberTyping({
  value = '',
  onChange,
  onSettle,
  onFigure,
  grouped = true,
  ...limits
}: NumberLimits & {
  value?: string | undefined
  onChange?: ((value: string) => void) | undefined
  onSettle?: ((value: string) => void) | undefined
  /** Told what the text stands for at each key, and the bound that it became; empty while it is no figure. */
  onFigure?: ((value: string) => void) | undefined
  grouped?: boolean | undefined
}) {
  const { typing, begin, end } = useTyping()
  /** What was typed, and the value that it became: another value since then has come from elsewhere. */
  const [typed, setTyped] = useState<{ text: string; value: string }>()
  const [note, setNote] = useState('')
  const take = (next: string) => {
    if (next !== value) onChange?.(next)
  }
  const read = readTyped(value, limits)
  return {
    shown: typing && typed?.value === value ? typed.text : showNumber(value, limits, grouped && !typing),
    note,
    refusal: value.trim() === '' || read.ok ? '' : refusalWords(read.refusal, limits.kind),
    typing,
    onFocus: (event: FocusEvent<HTMLInputElement>) => {
      setTyped(undefined)
      begin(event)
    },
    onType: (text: string) => {
      const figure = readTyped(text, limits)
      const next = figure.ok ? figure.value : text.trim() === '' ? '' : text
      setTyped({ text, value: next })
      setNote('')
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
      const settled = beyond ? showNumber(beyond.bound, limits, false) : read.ok ? read.value : value
      take(settled)
      onSettle?.(settled)
    },
  }
}
