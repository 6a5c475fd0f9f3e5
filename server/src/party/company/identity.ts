import { comparableRegistration } from '@usance/domain/fingerprint'
import { sql } from 'kysely'
import type { Tx } from '../../database/database.ts'
import { faultyField } from '../../http/refused.ts'
import { isoCountries } from '../../reference/codes.ts'

type Registered = { country: string; bizRegNo: string }

/**
 * Whether another company has a registration number, of this country where one is given, however the number is written: punctuation, case
 * and width do not count, nor does the alphabet of letters that are drawn alike. A company whose own number it is already keeps it.
 */
export async function isRegistered(
  tx: Tx,
  { country, bizRegNo }: { country?: string | undefined; bizRegNo: string },
  exceptId: string | null,
): Promise<boolean> {
  const wanted = comparableRegistration(bizRegNo)
  const companies = await tx
    .selectFrom('company')
    .select(['id', 'bizRegNo'])
    .$if(country !== undefined, (query) => query.where('country', '=', country!))
    .execute()
  const holders = companies.filter((company) => comparableRegistration(company.bizRegNo) === wanted)
  return holders.length > 0 && !holders.some(({ id }) => id === exceptId)
}

/**
 * A registration number names one company of its country. Throws beside the field. Of several who give one number at a moment the others
 * wait until the first has stored it.
 */
export async function checkIdentity(tx: Tx, { country, bizRegNo }: Registered, exceptId: string | null): Promise<void> {
  if (!isoCountries().some((one) => one.code === country)) throw faultyField('country', 'BAD_REQUEST')
  await sql`select pg_advisory_xact_lock(hashtextextended(${`registrations of ${country}`}, 0))`.execute(tx)
  if (await isRegistered(tx, { country, bizRegNo }, exceptId)) throw faultyField('bizRegNo', 'ALREADY_EXISTS')
}
