/** What the sign-in page shares with the frame of the portal. */
export const words = {
  shell: {
    theme: 'Theme',
    light: 'Light',
    dark: 'Dark',
  },
  companyRole: { SUPPLIER: 'Supplier', BUYER: 'Buyer', FUNDER: 'Funder', COMPANY: 'Company', PLATFORM: 'Platform' },
}
