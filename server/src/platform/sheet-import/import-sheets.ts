import { Port } from '../../port.ts'
import type { ImportSheet } from './sheet.ts'

/** A sheet that is imported, as suppliers fill it in and as staff configure it. */
export type ConfigurableSheet = { supplier: ImportSheet; staff: ImportSheet }

export const importSheets = new Port<Record<'INVOICE' | 'PURCHASE_ORDER', ConfigurableSheet>>('importSheets')
