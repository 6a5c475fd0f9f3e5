import type { Access } from '@usance/wire/call'
import { contractCalls } from '@usance/wire/contract/calls'
import { financeOrderCalls } from '@usance/wire/finance-order/calls'
import { intentCalls } from '@usance/wire/intent/calls'
import { invoiceCalls } from '@usance/wire/invoice/calls'
import { proofKinds } from '@usance/wire/proof-file/calls'
import { purchaseOrderCalls } from '@usance/wire/purchase-order/calls'
import type { Actor } from '../../http/context.ts'

type Reader = Pick<Actor, 'permissions' | 'staff'>

/** What opens each thing that papers hang on: the right that its own page asks for. `places_of_file` names the same places. */
const opening: Readonly<Record<string, (reader: Reader) => Access>> = {
  INVOICE: () => invoiceCalls.detail.access,
  PO: () => purchaseOrderCalls.detail.access,
  FINANCE_ORDER: () => financeOrderCalls.detail.access,
  CONTRACT: () => contractCalls.download.access,
  INTENT: () => intentCalls.intent.access,
  // A company reads its own statement in every seat; staff read it with the right to look at companies.
  ONBOARDING: ({ staff }) => (staff ? { permission: 'system.company.view' } : 'signed-in'),
  ...Object.fromEntries(
    proofKinds.map((kind) => [`PROOF_${kind.toUpperCase()}`, () => ({ permission: `proof.${kind}.view` })] as const),
  ),
}

/** Whether somebody may open what papers hang on at this place, as far as their permissions decide. The row itself decides besides. */
export function mayOpen(reader: Reader, place: string): boolean {
  const access = opening[place]?.(reader)
  if (access === undefined) return false
  if (typeof access === 'string') return true
  return [access.permission].flat().some((permission) => reader.permissions.has(permission))
}
