import type { ReactNode } from 'react'

/** Fields three to a row, fewer on narrow screens. */
export const FormGrid = ({ children }: { children: ReactNode }) => <div className="form-grid">{children}</div>
