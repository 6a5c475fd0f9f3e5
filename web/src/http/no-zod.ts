// Stands in for zod in the browser bundle. The schemas of a call are only evaluated there, never used: the server
// validates, and their types exist at compile time. That keeps some 20 KB of code out of every first page.
const anything: unknown = new Proxy((): unknown => anything, {
  get: (_target, key) => (key === 'then' || key === Symbol.toPrimitive ? undefined : anything),
  apply: () => anything,
})

/** @public Imported as zod's (`alias` in vite.config.ts). */
export const z = anything
/** @public */
export default anything
