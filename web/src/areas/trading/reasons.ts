// What is asked and what the button says when an invoice is returned, disputed, or a way out of its dispute is proposed.
export const reasonTitles = {
  RETURN: 'trading.returnTitle',
  DISPUTE: 'trading.disputeTitle',
  PROPOSE: 'trading.proposeTitle',
} as const
export const reasonVerbs = {
  RETURN: 'trading.return',
  DISPUTE: 'trading.dispute',
  PROPOSE: 'trading.proposeResolution',
} as const
