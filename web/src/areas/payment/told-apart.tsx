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
