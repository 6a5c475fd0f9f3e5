import type { FieldError } from '@usance/wire/errors'
import { type ReactNode, useState } from 'react'
import { useText } from '../../i18n/i18n.ts'
import { numbersShown, numbersWords } from '../../ui/numbers-words.ts'

/** What may be one movement of the bank, and whether somebody says that it is two. */
export function ToldApart({
  sign,
  numbers = [],
  label,
  isApart,
  onTell,
}: {
  sign: ReactNode
  /** All that the sign may have cut. */
  numbers?: readonly string[]
  label: string
  isApart: boolean
  onTell: (isApart: boolean) => void
}) {
  const text = useText()
  return (
    <div className="form-hint" role="alert">
      {sign}
      {numbers.length > numbersShown ? (
        <details>
          <summary>{text('payment.allNumbers', { count: numbers.length })}</summary>
          {numbers.join(', ')}
        </details>
      ) : (
        <br />
      )}
      <label>
        <input type="checkbox" checked={isApart} onChange={(event) => onTell(event.target.checked)} /> {label}
      </label>
    </div>
  )
}

/**
 * The numbers of what may be the same money, and whether somebody tells each of them apart. What is told is kept by number: one that is
 * named later asks again.
 */
export function useNumbersTold(asked: readonly string[]) {
  const [apart, setApart] = useState<readonly string[]>([])
  return {
    asked,
    apart: [...apart],
    isApart: asked.every((no) => apart.includes(no)),
    tell: (isApart: boolean) => setApart(isApart ? asked : []),
  }
}

/** The same of the numbers that an act was refused for. */
export function useNumbersAsked(faults: readonly FieldError[], { field, param }: { field: string; param: string }) {
  const told = faults.find((one) => one.field === field)?.params?.[param]
  return useNumbersTold(typeof told === 'string' ? told.split(', ') : [])
}

/** The booked receipts that an act was refused for, since its payments may have come back as them. */
export const useBookedAsked = (faults: readonly FieldError[]) =>
  useNumbersAsked(faults, { field: 'notBookedAs', param: 'receipts' })

/** The booked receipts that payments may have come back as, once the server has named them. */
export function BookedApart({
  booked,
  sign = 'payment.maybeBooked',
}: {
  booked: ReturnType<typeof useNumbersTold>
  sign?: 'payment.maybeBooked' | 'payment.file.maybeBooked'
}) {
  const text = useText()
  return (
    booked.asked.length > 0 && (
      <ToldApart
        sign={text(sign, { receipts: numbersWords(booked.asked) })}
        numbers={booked.asked}
        label={text('payment.notBooked')}
        isApart={booked.isApart}
        onTell={booked.tell}
      />
    )
  )
}
