import { Form } from 'antd'
import type { ReactNode } from 'react'

/** The faults of a list of rows as a whole. Nothing else shows them, so each list of a form has this. */
export function ListFaults({ errors }: { errors: ReactNode[] }) {
  return (
    <div className="list-faults" role="alert">
      <Form.ErrorList errors={errors} />
    </div>
  )
}
