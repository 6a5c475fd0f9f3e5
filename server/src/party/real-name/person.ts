import { checkIdentity } from '@usance/domain/identity-document'
import type { PersonIdentity, realNameCalls } from '@usance/wire/real-name/calls'
import { audit } from '../../audit/record.ts'
import { sealText } from '../../auth/sealed-text.ts'
import type { Tx } from '../../database/database.ts'
import type { Handler } from '../../http/context.ts'
import { faultyField } from '../../http/refused.ts'
import { maskedAccount as covered, lastOf } from '../bank-account/account-number.ts'

/** The real-name data of a user, the document's number covered; null before any were given. */
export async function personOf(tx: Tx, userId: string): Promise<PersonIdentity | null> {
  const row = await tx.selectFrom('personIdentity').selectAll().where('userId', '=', userId).executeTakeFirst()
  if (!row) return null
  const { userId: _, documentNo: __, documentSealed: ___, documentEnd, ...person } = row
  return { ...person, documentNo: covered(documentEnd ?? '') } as PersonIdentity
}

/** Without a body it reads; with one it checks the document, keeps what was stated, and says what is wrong with it. */
export const personInfo: Handler<typeof realNameCalls.personInfo> = async (request) => {
  const { app, tx, actor, body, today, now } = request
  const { idempotencyKey: _, ...given } = body
  if (Object.values(given).every((value) => value === undefined || value === null)) return personOf(tx, actor.userId)
  const { name, documentType, documentNo } = given
  if (!name) throw faultyField('name', 'BAD_REQUEST')
  if (!documentType) throw faultyField('documentType', 'BAD_REQUEST')
  if (!documentNo) throw faultyField('documentNo', 'BAD_REQUEST')
  const judged = checkIdentity(
    { type: documentType, number: documentNo, birthDate: given.birthDate ?? null, expiresOn: given.expiresOn ?? null },
    today,
  )
  const person = {
    name,
    documentType,
    documentNo: null,
    documentSealed: sealText(app, 'identity', judged.documentNo),
    documentEnd: lastOf(judged.documentNo),
    country: given.country ?? { CN_ID: 'CN', HK_ID: 'HK', SG_NRIC: 'SG', PASSPORT: null }[documentType],
    birthDate: judged.birthDate ?? null,
    expiresOn: judged.expiresOn ?? null,
    status: judged.faults.length === 0 ? ('PASSED' as const) : ('FAILED' as const),
    faults: judged.faults as string[],
    checkedAt: now.toISOString(),
  }
  // A date that no calendar has is told, not kept.
  if (judged.faults.includes('BIRTH_DATE')) person.birthDate = null
  await tx
    .insertInto('personIdentity')
    .values({ userId: actor.userId, ...person })
    .onConflict((conflict) => conflict.column('userId').doUpdateSet(person))
    .execute()
  await audit(request, {
    event: `PERSON_IDENTITY_${person.status}`,
    objectType: 'PERSON_IDENTITY',
    objectId: actor.userId,
    objectNo: actor.userName,
    after: { documentType, documentNo: covered(judged.documentNo), faults: judged.faults },
  })
  return personOf(tx, actor.userId)
}
