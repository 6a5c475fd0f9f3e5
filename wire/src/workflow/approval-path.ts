/** What an approval is opened by: the id of its object. The number beside it is for people. */
type Named = { businessNo: string; businessType: string; businessId: string }

/**
 * The address of an approval in the portal: to decide on it, to correct a returned object, or to read it. With a company role,
 * the address opens in that seat for a user who holds it.
 */
export const approvalPath = (
  { businessNo, businessType, businessId }: Named,
  page: 'approve' | 'edit' | 'view',
  companyRole?: string,
): string =>
  `/approval/${encodeURIComponent(businessNo)}/${page}?businessType=${businessType}&businessId=${businessId}${companyRole ? `&__role=${companyRole}` : ''}`

/** The same from a row of a list: it opens in the seat that the row names, unless that one is in use. */
export const approvalPathFrom = (
  row: Named & { seat: string | null },
  page: 'approve' | 'edit' | 'view',
  inUse: string,
): string => approvalPath(row, page, row.seat && row.seat !== inUse ? row.seat : undefined)
