import type { FormInstance } from 'antd'
import { useRef } from 'react'

/**
 * Returns a function that suggests a text for the field `name`. The field takes it while it is empty or holds the suggestion
 * before; what was typed, read from a document or stored stays.
 */
export function useSuggestion(form: FormInstance, name: string): (suggested: string) => void {
  const last = useRef<string>(undefined)
  return (suggested) => {
    const now: unknown = form.getFieldValue(name) ?? ''
    if (now !== '' && now !== last.current) return
    last.current = suggested
    form.setFieldValue(name, suggested)
  }
}
