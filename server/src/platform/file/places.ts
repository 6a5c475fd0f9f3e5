import type { Access } from '@usance/wire/call'
import { contractCalls } from '@usance/wire/contract/calls'
import { financeOrderCalls } from '@usance/wire/finance-order/calls'
import { intentCalls } from '@usance/wire/intent/calls'
import { invoiceCalls } from '@usance/wire/invoice/calls'
import { proofKinds } from '@usance/wire/proof-file/calls'
import { purchaseOrderCalls } from '@usance/wire/purchase-order/calls'
import type { Actor } from '../../http/context.ts'

type Reader = Pick<Actor, 'permissions' | 'staff'>

/** The permission that opens each kind of record with papers: that of its own page. `places_of_file` names the same places. */
const opening: Readonly<Record<string, (reader: Reader) => Access>> = {
  INVOICE: () => invoiceCalls.detail.access,
  PO: () => purchaseOrderCalls.detail.access,
  FINANCE_ORDER: () => financeOrderCalls.detail.access,
  CONTRACT: () => contractCalls.download.access,
  INTENT: () => intentCalls.intent.access,
  // A company reads its own statement with the right to its company page; staff need the permission to view companies.
  ONBOARDING: ({ staff }) => ({ permission: staff ? 'system.company.view' : 'org.company.detail' }),
  ...Object.fromEntries(
    proofKinds.map((kind) => [`PROOF_${kind.toUpperCase()}`, () => ({ permission: `proof.${kind}.view` })] as const),
  ),
}

/** Whether the permissions of a user open the papers at this place. Row-level security decides on the record itself. */
export function mayOpen(reader: Reader, place: string): boolean {
  const access = opening[place]?.(reader)
  if (access === undefined) return false
  if (typeof access === 'string') return true
  return [access.permission].flat().some((permission) => reader.permissions.has(permission))
}
