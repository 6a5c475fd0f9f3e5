import type { PaperKind } from '@usance/domain/papers'
import type { RecordKind } from '@usance/wire/act'
import type { Access } from '@usance/wire/call'
import { contractCalls } from '@usance/wire/contract/calls'
import { financeOrderCalls } from '@usance/wire/finance-order/calls'
import { intentCalls } from '@usance/wire/intent/calls'
import { invoiceCalls } from '@usance/wire/invoice/calls'
import type { ProofKind } from '@usance/wire/proof-file/calls'
import { purchaseOrderCalls } from '@usance/wire/purchase-order/calls'
import { type RawBuilder, sql } from 'kysely'
import type { App } from '../../app.ts'
import type { Actor } from '../../http/context.ts'
import { records } from '../../http/records.ts'

type Reader = Pick<Actor, 'permissions' | 'staff'>

/** What a file hangs on; `places_of_file` names the same places. */
type FilePlace = PaperKind | 'CONTRACT' | 'INTENT' | 'ONBOARDING' | `PROOF_${Uppercase<ProofKind>}`

type Rule = {
  /** The permission of the page of the record. */
  access: (reader: Reader) => Access
  /**
   * The records as its page reads them in the seat of the reader, and the SQL that says whether one of them, by its id, holds the stored file
   * `f`; null where row-level security alone decides on the record.
   */
  record: { kind: RecordKind; holds: (id: RawBuilder<unknown>) => RawBuilder<boolean> } | null
}

const paper = (access: Access, owner: PaperKind, kind: RecordKind): Rule => ({
  access: () => access,
  record: {
    kind,
    holds: (id) => sql<boolean>`exists (select from attachment a
      where a.owner_type = ${owner} and a.owner_id = ${id} and a.object_key = f.object_key and a.removed_at is null)`,
  },
})
// Staff alone read the files of a proof (`proof_file`).
const proof = (kind: ProofKind): Rule => ({ access: () => ({ permission: `proof.${kind}.view` }), record: null })

/** By which rule each place shows its files: that of the page of its record. */
const filePlaces: Readonly<Record<FilePlace, Rule>> = {
  INVOICE: paper(invoiceCalls.detail.access, 'INVOICE', 'invoice'),
  PO: paper(purchaseOrderCalls.detail.access, 'PO', 'purchaseOrder'),
  FINANCE_ORDER: paper(financeOrderCalls.detail.access, 'FINANCE_ORDER', 'financeOrder'),
  CONTRACT: {
    access: () => contractCalls.download.access,
    record: {
      kind: 'contract',
      holds: (id) => sql<boolean>`exists (select from contract c where c.id = ${id} and c.object_key = f.object_key)`,
    },
  },
  INTENT: { access: () => intentCalls.intent.access, record: null },
  // A company reads its own statement with the right to its company page; staff need the permission to view companies.
  ONBOARDING: { access: ({ staff }) => ({ permission: staff ? 'system.company.view' : 'org.company.detail' }), record: null },
  PROOF_BANK: proof('bank'),
  PROOF_COLLECT: proof('collect'),
  PROOF_E_ONE: proof('e_one'),
  PROOF_SUBLEDGERS: proof('subledgers'),
}

const isPlace = (place: string): place is FilePlace => place in filePlaces

/** Whether the permissions of a user open the papers at this place. */
export function mayOpen(reader: Reader, place: string): boolean {
  if (!isPlace(place)) return false
  const access = filePlaces[place].access(reader)
  if (typeof access === 'string') return true
  return [access.permission].flat().some((permission) => reader.permissions.has(permission))
}

/** SQL: the places at which the reader, whatever their right, sees a record that the stored file `f` hangs on. */
export function placesSeen(app: App, actor: Actor): RawBuilder<string[]> {
  const { sources } = records.of(app)
  const isSeen = ({ record }: Rule) =>
    record ? sql`exists (select from (${sources[record.kind](actor)}) r where ${record.holds(sql.ref('r.id'))})` : sql`true`
  return sql<string[]>`array(select place from places_of_file(f.object_key, f.company_id) place where case place ${sql.join(
    Object.entries(filePlaces).map(([place, rule]) => sql`when ${sql.lit(place)} then ${isSeen(rule)}`),
    sql` `,
  )} else false end)`
}
