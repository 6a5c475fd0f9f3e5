/** Where the portal shows an approval: to decide on it, to correct what was sent back, or to read it. */
export const approvalPath = (approval: { businessNo: string; businessType: string }, page: 'approve' | 'edit' | 'view'): string =>
  `/approval/${encodeURIComponent(approval.businessNo)}/${page}?businessType=${approval.businessType}`
