import type { PersonIdentity, realNameCalls } from '@usance/wire/real-name/calls'
import { audit } from '../../audit/record.ts'
import { openText } from '../../auth/sealed-text.ts'
import type { Handler } from '../../http/context.ts'
import { Refused } from '../../http/refused.ts'
import { maskedAccount as covered } from '../bank-account/account-number.ts'

/** Who of a company stated a document, as the staff read it: the numbers stay covered. */
export const persons: Handler<typeof realNameCalls.persons> = async ({ tx, body }) => {
  const rows = await tx
    .selectFrom('personIdentity as p')
    .innerJoin('appUser as u', 'u.id', 'p.userId')
    .select(['p.userId', 'u.userName', 'p.name', 'p.documentType', 'p.documentEnd', 'p.country', 'p.birthDate', 'p.expiresOn'])
    .select(['p.status', 'p.faults', 'p.checkedAt'])
    .where((eb) =>
      eb.exists(
        eb
          .selectFrom('userCompanyRole as r')
          .select('r.id')
          .whereRef('r.userId', '=', 'p.userId')
          .where('r.companyId', '=', body.companyId),
      ),
    )
    .orderBy('u.userName')
    .limit(200)
    .execute()
  return {
    list: rows.map(({ documentEnd, ...row }) => ({
      ...(row as typeof row & PersonIdentity),
      documentNo: covered(documentEnd ?? ''),
    })),
  }
}

/** Shows one number to somebody who decides on admissions; the audit log keeps who looked at whose, and why. */
export const reveal: Handler<typeof realNameCalls.reveal> = async (request) => {
  const { app, tx, body } = request
  const row = await tx
    .selectFrom('personIdentity as p')
    .innerJoin('appUser as u', 'u.id', 'p.userId')
    .select(['p.documentSealed', 'p.documentType', 'u.userName'])
    .where('p.userId', '=', body.userId)
    .executeTakeFirst()
  if (!row?.documentSealed) throw new Refused('NOT_FOUND')
  await audit(request, {
    event: 'IDENTITY_REVEALED',
    objectType: 'PERSON_IDENTITY',
    objectId: body.userId,
    objectNo: row.userName,
    after: { documentType: row.documentType, reason: body.reason },
  })
  return { documentNo: openText(app, 'identity', row.documentSealed) }
}
