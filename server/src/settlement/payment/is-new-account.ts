import { addDays, type LocalDate } from '@usance/domain/local-date'

/** For so many days after it was entered an account is new, and who decides on a payment to it is told so. */
const daysNew = 30

export const isNewAccount = ({ createdAt }: { createdAt: string }, today: LocalDate): boolean =>
  createdAt > addDays(today, -daysNew)
