import type { ErrorName, FieldError, RefusalData } from '@usance/wire/errors'

/** An answer that was not a success: a business refusal, a transport refusal or a broken connection. */
export class Refused extends Error {
  readonly code: number
  readonly refusal: ErrorName | undefined
  readonly data: Partial<RefusalData>
  constructor(code: number, message: string, data: Partial<RefusalData> = {}) {
    super(message)
    this.name = 'Refused'
    this.code = code
    this.data = data
    this.refusal = data.error
  }
  get fields(): readonly FieldError[] {
    return this.data.fields ?? []
  }
  get requestId(): string | undefined {
    return this.data.requestId
  }
}

/** The connection failed before an answer came; the same request may be sent again. */
export class Unreachable extends Refused {
  constructor(message: string) {
    super(0, message)
    this.name = 'Unreachable'
  }
}

// What a server in between answers when it has lost ours.
const gatewayCodes = [502, 503, 504]
/**
 * Whether nobody knows if what was asked has been done, or the server says that it was too busy to begin: it may be asked
 * again, but only as the same request.
 */
export const isUncertain = (error: unknown): boolean =>
  error instanceof Unreachable || (error instanceof Refused && (gatewayCodes.includes(error.code) || error.refusal === 'BUSY'))

/** The caller or the clock ended the request. Nobody needs a notice for what they cancelled. */
export class Cancelled extends Refused {
  constructor(message = 'cancelled') {
    super(0, message)
    this.name = 'Cancelled'
  }
}

/** The request was never sent, because the page is on its way to the sign-in page. */
export class Blocked extends Cancelled {
  constructor() {
    super('blocked')
    this.name = 'Blocked'
  }
}
