import { useState } from 'react'
import { useText } from '../../../i18n/i18n.ts'
import { formatDate } from '../../../ui/format.ts'
import { numbersWords } from '../../../ui/numbers-words.ts'
import { ToldApart } from '../../payment/told-apart.tsx'

/** The earlier receipt that one may duplicate, as the list has it: its number with its date, and its id. */
export type Likeness = { maybeSameAs: string | null; maybeSameAsId: string | null }

/** The sign of a receipt that may duplicate an earlier one, and what its use sends once the two were told apart. */
export function useToldApart({ maybeSameAs, maybeSameAsId }: Likeness) {
  const [apartFrom, setApartFrom] = useState<string | null>(null)
  const isApart = maybeSameAsId !== null && apartFrom === maybeSameAsId
  const tell = (isTold: boolean) => setApartFrom(isTold ? maybeSameAsId : null)
  return {
    sign: maybeSameAs && <MaybeSame told={maybeSameAs} isApart={isApart} onTell={tell} />,
    apart: isApart ? { notTheSameAs: maybeSameAsId } : {},
    isUntold: maybeSameAsId !== null && !isApart,
  }
}

function MaybeSame({ told, isApart, onTell }: { told: string; isApart: boolean; onTell: (isApart: boolean) => void }) {
  const text = useText()
  // The list's 'RC-2026-000001 · 2026-01-02'.
  const [no = '', date = ''] = told.split(' · ')
  return (
    <ToldApart
      sign={text('repayment.maybeSame', { no, date: formatDate(date) })}
      label={text('repayment.notTheSame')}
      isApart={isApart}
      onTell={onTell}
    />
  )
}

/** The sign of a receipt that may bring payments back. */
export function MaybeReturn({
  payments,
  ...told
}: {
  payments: readonly string[]
  isApart: boolean
  onTell: (isApart: boolean) => void
}) {
  const text = useText()
  return (
    <ToldApart
      sign={text('repayment.maybeReturn', { payments: numbersWords(payments) })}
      numbers={payments}
      label={text('repayment.notReturn')}
      {...told}
    />
  )
}
