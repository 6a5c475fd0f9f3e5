import { sealText } from '../../auth/sealed-text.ts'
import { type Db, inTransaction } from '../../database/database.ts'
import { lastOf } from '../bank-account/account-number.ts'

/** Seals the numbers of identity documents that an earlier version of the portal kept open; afterwards there are none. */
export async function sealClearIdentities(db: Db, installKey: Buffer): Promise<void> {
  await inTransaction(db, { kind: 'system' }, 'write', async (tx) => {
    const open = await tx
      .selectFrom('personIdentity')
      .select(['userId', 'documentNo'])
      .where('documentNo', 'is not', null)
      .forUpdate()
      .execute()
    for (const { userId, documentNo } of open)
      await tx
        .updateTable('personIdentity')
        .set({
          documentNo: null,
          documentSealed: sealText({ installKey }, 'identity', documentNo!),
          documentEnd: lastOf(documentNo!),
        })
        .where('userId', '=', userId)
        .execute()
  })
}
