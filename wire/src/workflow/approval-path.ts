/** Where the portal shows an approval: to decide on it, to correct what was sent back, or to read it. With a company role, the
 *  address opens in that seat of whoever holds it. */
export const approvalPath = (
  approval: { businessNo: string; businessType: string },
  page: 'approve' | 'edit' | 'view',
  companyRole?: string,
): string =>
  `/approval/${encodeURIComponent(approval.businessNo)}/${page}?businessType=${approval.businessType}${companyRole ? `&__role=${companyRole}` : ''}`
