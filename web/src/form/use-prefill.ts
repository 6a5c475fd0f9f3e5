import type { FormInstance } from 'antd'
import { useEffect, useRef } from 'react'

const nothing = {}

/**
 * Fills a form with values that arrive after it is on screen, such as those of the order it was opened from. It does so once.
 * Fields that the user has changed meanwhile, or that were restored, keep their values.
 */
export function usePrefill(
  form: FormInstance,
  found: Readonly<Record<string, unknown>> | undefined,
  initial: Readonly<Record<string, unknown>> = nothing,
): void {
  const isDone = useRef(false)
  useEffect(() => {
    if (!found || isDone.current) return
    isDone.current = true
    const untouched = ([name]: [string, unknown]) => !form.isFieldTouched(name) && form.getFieldValue(name) === initial[name]
    form.setFieldsValue(Object.fromEntries(Object.entries(found).filter(untouched)))
  }, [form, found, initial])
}
