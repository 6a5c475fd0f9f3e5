import { countryName } from '../../../ui/format.ts'

const codes = [
  'US',
  'CN',
  'EU',
  'GB',
  'HK',
  'SG',
  'JP',
  'KW',
  'AU',
  'CA',
  'CH',
  'NZ',
  'KR',
  'IN',
  'TH',
  'MY',
  'ID',
  'VN',
  'PH',
  'AE',
  'SA',
  'SE',
  'NO',
  'DK',
  'PL',
  'MX',
  'BR',
  'ZA',
]

/** The countries whose calendars staff keep, as options in the reader's language. */
export const calendarCountries = () => codes.map((value) => ({ value, label: `${countryName(value)} (${value})` }))
