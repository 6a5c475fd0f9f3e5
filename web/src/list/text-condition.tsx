import type { Column } from '@usance/wire/list'
import type { InputHTMLAttributes } from 'react'
import { t } from '../i18n/i18n.ts'
import { formatCount } from '../ui/format.ts'
import { notify } from '../ui/notice.ts'
import { conditionOf, mostNumbers, numbersIn } from './numbers.ts'

type Props = Omit<InputHTMLAttributes<HTMLInputElement>, 'value' | 'onChange' | 'className' | 'maxLength' | 'onPaste'> & {
  column: Column
  value: string | string[] | undefined
  onValue: (value: string | string[]) => void
}

/**
 * The field of a condition on a text. One of numbers takes several at once, as they are copied from a sheet: the browser would run
 * the lines of a column together.
 */
export function TextCondition({ column, value, onValue, ...input }: Props) {
  const shown = [value ?? ''].flat().join(', ')
  if (!column.isNumber)
    return <input {...input} className="input" value={shown} maxLength={120} onChange={(event) => onValue(event.target.value)} />
  return (
    <input
      {...input}
      className="input"
      placeholder={t('table.oneOrSeveral')}
      value={shown}
      onChange={(event) => onValue(event.target.value)}
      onPaste={(event) => {
        const { selectionStart, selectionEnd } = event.currentTarget
        const pasted = numbersIn(event.clipboardData.getData('text'))
        if (pasted.length < 2) return
        event.preventDefault()
        const [before, after] = [shown.slice(0, selectionStart ?? shown.length), shown.slice(selectionEnd ?? shown.length)]
        const numbers = numbersIn([before, ...pasted, after].join('\n'))
        if (numbers.length > mostNumbers) notify('warning', t('table.mostNumbers', { count: formatCount(mostNumbers) }))
        onValue(conditionOf(numbers))
      }}
    />
  )
}
