import { Form } from 'antd'
import { useEffect, useRef, useState } from 'react'
import { NumberField } from './fields.tsx'
import { showNumber } from './number-input.ts'
import { inverseRate, minRate, ratesFor, showsRate } from './rate-pair.ts'

/**
 * The two exchange rates between two currencies. Each is one over the other and both may be typed; equal currencies
 * mean 1 and show nothing, a missing one clears them.
 */
export function RatePairFields({
  from,
  to,
  rateName,
  inverseName,
  label,
  inverseLabel,
  required,
}: {
  from: string | undefined
  to: string | undefined
  rateName: string
  inverseName: string
  label: string
  inverseLabel: string
  required?: boolean
}) {
  const form = Form.useFormInstance()
  const before = useRef({ from, to })
  const [workedOut, setWorkedOut] = useState<string>()
  useEffect(() => {
    const old = { rate: form.getFieldValue(rateName) ?? '', inverse: form.getFieldValue(inverseName) ?? '' }
    const next = ratesFor(before.current, { from, to }, old)
    before.current = { from, to }
    if (next.rate !== old.rate || next.inverse !== old.inverse)
      form.setFieldsValue({ [rateName]: next.rate || undefined, [inverseName]: next.inverse || undefined })
  }, [from, to, rateName, inverseName, form])
  if (!showsRate(from, to))
    return (
      <>
        <Form.Item name={rateName} noStyle>
          <Unseen />
        </Form.Item>
        <Form.Item name={inverseName} noStyle>
          <Unseen />
        </Form.Item>
      </>
    )
  // A rate that was worked out may be smaller than one that is typed: a rupiah is worth 0.0000615385 dollars.
  const limits = (name: string) => ({ kind: 'fxRate', min: name === workedOut ? undefined : minRate, required }) as const
  const other = (name: string) => (value: string) => {
    const inverse = inverseRate(value)
    setWorkedOut(name)
    form.setFieldValue(name, inverse ? showNumber(inverse, { kind: 'fxRate' }, false) : undefined)
    form.setFields([{ name, errors: [] }])
  }
  return (
    <>
      <NumberField
        name={rateName}
        label={`${label} (1 ${from} = ? ${to})`}
        {...limits(rateName)}
        onFigure={other(inverseName)}
        suffix={to}
      />
      <NumberField
        name={inverseName}
        label={`${inverseLabel} (1 ${to} = ? ${from})`}
        {...limits(inverseName)}
        onFigure={other(rateName)}
        suffix={from}
      />
    </>
  )
}

/** Holds a form value without an input. */
const Unseen = () => null
