import { sql } from 'kysely'
import type { Tx } from '../../database/database.ts'

type Sender = { payerAccount?: string | undefined; payerName?: string | undefined }

const texts = (all: readonly (string | undefined)[]) => sql<string>`any(${[...new Set(all.filter(Boolean))]}::text[])`

/**
 * Who sent some receipts, read once for all of them: the company that owns the paying account, else the one whose name the bank wrote.
 * Only an account that was checked and is switched on names its owner: anybody may enter the number of another, and would read whose
 * money came from it.
 */
export async function payersOf(tx: Tx, senders: readonly Sender[]): Promise<(sender: Sender) => string | null> {
  const owners = await tx
    .selectFrom('bankAccount')
    .select(['bankAccount as key', 'companyId as id'])
    .distinct()
    .where('bankAccount', '=', texts(senders.map(({ payerAccount }) => payerAccount)))
    .where('approval', '=', 'PASSED')
    .where('status', '=', 'ENABLE')
    .execute()
  const named = await tx
    .selectFrom('company')
    .select(({ fn }) => [fn<string>('lower', ['name']).as('key'), 'id'])
    .where(({ fn, eb }) =>
      eb(fn<string>('lower', ['name']), '=', texts(senders.map(({ payerName }) => payerName?.toLowerCase()))),
    )
    .execute()
  const ownerOf = theOnlyOne(owners)
  const namesake = theOnlyOne(named)
  return ({ payerAccount, payerName }) => ownerOf(payerAccount) ?? namesake(payerName?.toLowerCase()) ?? null
}

function theOnlyOne(found: readonly { key: string; id: string }[]) {
  const byKey = new Map<string, string[]>()
  for (const { key, id } of found) byKey.set(key, [...(byKey.get(key) ?? []), id])
  return (key: string | undefined): string | undefined => {
    const ids = key ? byKey.get(key) : undefined
    return ids?.length === 1 ? ids[0] : undefined
  }
}
