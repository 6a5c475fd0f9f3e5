/** The name of a column as a workbook shows it, counted from 0: A, Z, AA. */
export const columnName = (index: number): string =>
  index < 26 ? String.fromCharCode(65 + index) : columnName(Math.floor(index / 26) - 1) + columnName(index % 26)
