import { isoCountries } from './codes.ts'

type Zones = { getTimeZones?: () => string[]; timeZones?: string[] }
let byZone: Map<string, string> | undefined
/** Countries by the name of a time zone as this program spells it. */
function zones(): Map<string, string> {
  if (byZone) return byZone
  byZone = new Map()
  for (const { code } of isoCountries()) {
    const region = new Intl.Locale(`und-${code}`) as Zones
    for (const zone of region.getTimeZones?.() ?? region.timeZones ?? []) if (!byZone.has(zone)) byZone.set(zone, code)
  }
  return byZone
}

/** A zone's name in the one spelling that is compared; nothing for what is no zone. */
function spelled(zone: string): string | undefined {
  try {
    return new Intl.DateTimeFormat('en', { timeZone: zone }).resolvedOptions().timeZone
  } catch {
    return undefined
  }
}

/**
 * The country (ISO 3166-1, two letters) a browser seems to stand in: that of its clock's zone, else the region of the language
 * it asks for. A guess for counting, from what the request itself says: nobody else is asked and nothing is decided by it.
 */
export function countryOfVisitor({ timeZone, languages }: { timeZone?: unknown; languages?: string | undefined }): string | null {
  const zone = typeof timeZone === 'string' && timeZone.length < 60 ? spelled(timeZone) : undefined
  const byClock = zone && zones().get(zone)
  if (byClock) return byClock
  const region = /^[a-z]{2,3}(?:-[A-Z][a-z]{3})?-([A-Z]{2})\b/i.exec(languages?.split(',')[0]?.trim() ?? '')?.[1]?.toUpperCase()
  return region && isoCountries().some(({ code }) => code === region) ? region : null
}
