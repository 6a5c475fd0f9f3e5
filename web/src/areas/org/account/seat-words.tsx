import { useText } from '../../../i18n/i18n.ts'

/** Seats as the list answers them, "SUPPLIER: Maker, Checker; COMPANY: Director", in the user's language. */
export function SeatWords({ roles }: { roles: string }) {
  const text = useText()
  return roles
    .split('; ')
    .filter(Boolean)
    .map((seat) => {
      const [role = '', held = ''] = seat.split(': ')
      const names = held.split(', ').filter(Boolean)
      return `${text(`word.${role}`)}: ${names.map((name) => text(`userRole.${name}`)).join(', ')}`
    })
    .join('; ')
}
