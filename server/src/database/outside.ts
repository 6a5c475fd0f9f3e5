/**
 * Proves that no transaction is open. Slow work, such as drawing a PDF, requires it as a parameter, so that no connection
 * waits for the work. Only the choke point of the calls makes one (`server/src/http`).
 */
export class Outside {
  readonly #none = 'no transaction'
  toString(): string {
    return this.#none
  }
}
