import { Form } from 'antd'
import type { ReactNode } from 'react'

/** What is said of a list of rows as a whole; each list of a form has it, or its faults would be told nowhere. */
export function ListFaults({ errors }: { errors: ReactNode[] }) {
  return (
    <div className="list-faults" role="alert">
      <Form.ErrorList errors={errors} />
    </div>
  )
}
