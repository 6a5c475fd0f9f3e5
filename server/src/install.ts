import { permissionRows } from '@usance/domain/permissions'
import { sql } from 'kysely'
import { openText, sealText } from './auth/sealed-text.ts'
import { newSignInPem } from './auth/sign-in-key.ts'
import { type Db, inTransaction, type Tx } from './database/database.ts'
import { newId } from './database/id.ts'
import { helpTexts } from './reference/help-texts.ts'
import { seedReference } from './reference/seed-reference.ts'

/** What every installation needs before its first request: the sign-in key, the permission matrix, the operator's company, the business date. */
export async function install(
  db: Db,
  today: string,
  installKey: Buffer,
): Promise<{ signInPem: string; platformId: string; fresh: boolean }> {
  return inTransaction(db, { kind: 'system' }, 'write', async (tx) => {
    await sql`select pg_advisory_xact_lock(727276)`.execute(tx)
    const signInPem = await signInPemOf(tx, installKey)
    for (const row of permissionRows)
      await tx
        .insertInto('rolePermission')
        .values(row)
        .onConflict((c) => c.doNothing())
        .execute()
    await seedReference(tx)
    await tx
      .insertInto('businessDay')
      .values({ id: 1, businessDate: today })
      .onConflict((c) => c.doNothing())
      .execute()
    const platform = await tx.selectFrom('company').select('id').where('isPlatform', '=', true).executeTakeFirst()
    const platformId = platform?.id ?? newId()
    if (!platform) {
      await tx
        .insertInto('company')
        .values({
          id: platformId,
          code: 'USANCE',
          name: 'Usance Platform',
          nameLocal: 'Usance 平台',
          bizRegNo: 'PLATFORM',
          country: 'SG',
          isPlatform: true,
          kycStatus: 'PASSED',
        })
        .execute()
      await tx.insertInto('companyRole').values({ id: newId(), companyId: platformId, role: 'PLATFORM' }).execute()
    }
    await seedHelp(tx)
    return { signInPem, platformId, fresh: !platform }
  })
}

/** The first help texts, once: what staff changed or took away stays so. */
async function seedHelp(tx: Tx): Promise<void> {
  if (await tx.selectFrom('helpText').select('id').limit(1).executeTakeFirst()) return
  await tx
    .insertInto('helpText')
    .values(
      helpTexts.map(({ category, en, cn }, index) => ({
        category,
        seq: (index + 1) * 10,
        titleEn: en[0],
        bodyEn: en[1],
        titleCn: cn[0],
        bodyCn: cn[1],
      })),
    )
    .execute()
}

/**
 * The private key that decrypts the fields of the sign-in page. It is stored sealed: a copy of the database with a record of
 * sign-ins must not reveal passwords. An unsealed key of an earlier version is replaced.
 */
async function signInPemOf(tx: Tx, installKey: Buffer): Promise<string> {
  const key = 'signInPem'
  const found = await tx.selectFrom('setting').select('value').where('key', '=', key).executeTakeFirst()
  if (typeof found?.value === 'string' && !found.value.startsWith('-----BEGIN'))
    return openText({ installKey }, 'signIn', found.value)
  const pem = newSignInPem()
  const value = JSON.stringify(sealText({ installKey }, 'signIn', pem))
  await tx
    .insertInto('setting')
    .values({ key, value })
    .onConflict((conflict) => conflict.column('key').doUpdateSet({ value }))
    .execute()
  return pem
}
