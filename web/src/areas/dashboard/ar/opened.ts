import type { ArBucket } from '@usance/wire/ar/calls'

export type Opened =
  | { kind: 'owed'; bucket?: ArBucket; buyerCode?: string; title: string }
  | { kind: 'payments'; month?: string; buyerCode?: string; title: string }
  | { kind: 'dilution'; month?: string; buyerCode?: string; title: string }
  | { kind: 'due' | 'available' | 'financing'; title: string }

export type OpenedRows = Exclude<Opened, { kind: 'due' | 'available' | 'financing' }>
