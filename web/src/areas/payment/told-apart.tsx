import type { FieldError } from '@usance/wire/errors'
import { type ReactNode, useState } from 'react'

/** What may be one movement of the bank, and whether somebody says that it is two. */
export function ToldApart({
  sign,
  label,
  isApart,
  onTell,
}: {
  sign: ReactNode
  label: string
  isApart: boolean
  onTell: (isApart: boolean) => void
}) {
  return (
    <p className="form-hint" role="alert">
      {sign}
      <br />
      <label>
        <input type="checkbox" checked={isApart} onChange={(event) => onTell(event.target.checked)} /> {label}
      </label>
    </p>
  )
}

/** The numbers that an act was refused for as they may be the same money, and those of them that somebody tells apart. */
export function useNumbersAsked(faults: readonly FieldError[], { field, param }: { field: string; param: string }) {
  const [apart, setApart] = useState<readonly string[]>([])
  const told = faults.find((one) => one.field === field)?.params?.[param]
  const asked = typeof told === 'string' ? told.split(', ') : []
  return {
    asked,
    apart: [...apart],
    isApart: asked.every((no) => apart.includes(no)),
    tell: (isApart: boolean) => setApart(isApart ? asked : []),
  }
}
