/** Counts the rounds of the event loop until it is stopped. */
export function roundsOfLoop() {
  let count = 0
  let isOver = false
  const next = () => {
    count += 1
    if (!isOver) setImmediate(next)
  }
  setImmediate(next)
  const stop = () => {
    isOver = true
  }
  return { count: () => count, stop }
}
