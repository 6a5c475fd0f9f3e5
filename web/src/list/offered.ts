import type { RowAction } from './row-actions.tsx'

/** An action on a row, if the server offers its operation to this user now. */
export const offered = (row: { operations?: readonly string[] }, operation: string, action: RowAction): readonly RowAction[] =>
  row.operations?.includes(operation) ? [action] : []
