import type { BusinessType } from '@usance/domain/approval-flows'
import { sql } from 'kysely'
import type { UseCaseContext } from '../../http/context.ts'
import { approvals } from './decision.ts'

type About = { businessType: BusinessType; businessId: string }

/** The ids of the companies and people that an object concerns. The transaction sees every company. */
export async function concernedIn({ app, tx }: Pick<UseCaseContext, 'app' | 'tx'>, about: About): Promise<string[]> {
  const concerned = approvals.of(app)[about.businessType]?.concerned
  if (!concerned) return []
  const { rows } = await sql<{ id: string | null }>`
    select found.id from (${concerned(about.businessId)}) as found (id)`.execute(tx)
  return rows.flatMap(({ id }) => id ?? [])
}
