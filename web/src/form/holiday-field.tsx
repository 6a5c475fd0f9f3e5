import { Form } from 'antd'
import { useEffect, useMemo } from 'react'
import { useText } from '../i18n/i18n.ts'
import { notify } from '../ui/notice.ts'
import { DateField, type FieldProps } from './fields.tsx'
import { isClosedDay, useHolidays } from './holidays.ts'

/** A working day of the calendars of one or several currencies. A chosen day that turns out closed is cleared, with a notice. */
export function HolidayField({
  currency,
  isDisabled,
  ...field
}: FieldProps & { currency: string | readonly string[] | undefined; isDisabled?: (day: string) => boolean }) {
  const text = useText()
  const form = Form.useFormInstance()
  const { data } = useHolidays(currency)
  const chosen: string | undefined = Form.useWatch(field.name, form)
  const closed = useMemo(() => (day: string) => isClosedDay(day, data ?? []) || (isDisabled?.(day) ?? false), [data, isDisabled])
  useEffect(() => {
    if (!data || !chosen || !closed(chosen)) return
    form.setFieldValue(field.name, undefined)
    notify('info', text('form.dayClosed', { label: field.label }))
  }, [data, chosen, closed, form, field.name, field.label, text])
  return <DateField {...field} isDisabled={closed} />
}
