import { sql } from 'kysely'
import type { Tx } from '../../database/database.ts'
import { faultyField } from '../../http/refused.ts'
import { isoCountries } from '../../reference/codes.ts'

/** A registration number names one company of its country, however it is spelled. Throws beside the field. */
export async function checkIdentity(
  tx: Tx,
  { country, bizRegNo }: { country: string; bizRegNo: string },
  exceptId: string | null,
): Promise<void> {
  if (!isoCountries().some((one) => one.code === country)) throw faultyField('country', 'BAD_REQUEST')
  const { rows } = await sql<{
    id: string
  }>`select id from company where country = ${country} and id is distinct from ${exceptId}::uuid
    and upper(regexp_replace(biz_reg_no, '[^A-Za-z0-9]', '', 'g')) = upper(regexp_replace(${bizRegNo}, '[^A-Za-z0-9]', '', 'g'))`.execute(
    tx,
  )
  if (rows.length > 0) throw faultyField('bizRegNo', 'ALREADY_EXISTS')
}
