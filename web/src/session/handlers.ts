import type { Session } from './permissions.ts'

/** Why the seat of a page is no longer the session's. */
export type SeatChange = 'ROLE' | 'COMPANY'

/** What the portal does when a session is needed, is ended by its user, or has to say who that is. */
export type SessionHandlers = {
  /** Shows the sign-in page and remembers where to come back to. */
  login: () => void
  logout: () => Promise<void>
  /** Continues in the seat of the session after the page's own was removed, or another company was chosen in another tab. */
  seatLost: (why: SeatChange) => void
  /** Asks for the password of a user who came by a link from a mail. */
  passwordNeeded: () => void
  /** Loads the signed-in user. */
  principal: () => Promise<Session>
}

/** The portal was put together wrongly; no user can help it. */
export class ConfigurationError extends Error {
  override name = 'ConfigurationError'
}

const names = {
  login: 'login handler',
  logout: 'logout handler',
  seatLost: 'lost-seat handler',
  passwordNeeded: 'password handler',
  principal: 'principal loader',
} as const
let known: SessionHandlers | undefined

/** Registers the reactions to session events; the portal does not start without all of them. */
export function configureSession(given: Partial<SessionHandlers>) {
  for (const [key, words] of Object.entries(names))
    if (typeof given[key as keyof SessionHandlers] !== 'function')
      throw new ConfigurationError(`The portal was started without a ${words}.`)
  known = given as SessionHandlers
}

export function sessionHandlers(): SessionHandlers {
  if (!known) throw new ConfigurationError('The portal was used before its session handlers were given.')
  return known
}
