import type { AnyList } from '@usance/wire/list'
import type { FilterValues } from './conditions.ts'
import type { Fixed } from './use-rows.ts'

export type HeadFilters = {
  filters: FilterValues
  apply: (filters: FilterValues) => void
  fixed?: Fixed
} & (
  | {
      /** The list whose server is asked for the values of a column. */
      asked: AnyList
    }
  | {
      /** The values of a column of rows in memory. */
      valuesOf: (name: string) => readonly string[]
    }
)
