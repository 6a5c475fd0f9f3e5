/** What is said beside the sums of a journal: where it has lines of other orders, that it balances with them. */
export function balanceWords({ balanced, hasOtherLines }: { balanced: boolean; hasOtherLines: boolean }) {
  if (!balanced) return 'ledger.unbalanced' as const
  return hasOtherLines ? ('ledger.balancedWithOthers' as const) : ('ledger.balanced' as const)
}
