import type { TimelineEntry } from '@usance/wire/fields'
import { t } from '../i18n/i18n.ts'

/** The actor of an event: a person, or a company with its role. */
export const doerText = ({ by, byRole }: Pick<TimelineEntry, 'by' | 'byRole'>): string | null =>
  by && byRole ? `${by} · ${t.of('companyRole', byRole)}` : by
