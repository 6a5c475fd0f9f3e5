// What is asked, what the button says and what is told after it when an invoice is returned, disputed, or a way out of its dispute is proposed.
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
export const reasonsDone = {
  RETURN: 'trading.didReturn',
  DISPUTE: 'trading.didDispute',
  PROPOSE: 'trading.didPropose',
} as const
