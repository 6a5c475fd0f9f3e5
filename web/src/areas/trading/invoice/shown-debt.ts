type Debt = { id: string; amount: string; proposedAmount: string | null; currency: string; dueDate: string }

/** A debt as its buyer is shown it, for the confirmation: one that has other terms by now is refused. */
export const shownDebt = ({ id, amount, proposedAmount, currency, dueDate }: Debt) => ({
  id,
  shownAmount: proposedAmount ?? amount,
  shownCurrency: currency,
  shownDueDate: dueDate,
})
