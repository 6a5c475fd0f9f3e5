import { setTimeout as sleep } from 'node:timers/promises'
import { type Embedded, type EmbeddedOptions, startEmbedded } from './embedded.ts'
import { isAlive } from './embedded-process.ts'

/**
 * Watches a PostgreSQL that was started and starts it again, on the port that everybody knows, when it has died under us:
 * killed for want of memory, or by itself on a full disk. It goes on trying until there is room again. `stop` ends both.
 */
export function keepRunning(
  first: Embedded,
  options: EmbeddedOptions,
  say: (line: string) => void,
): { stop: () => Promise<void> } {
  let current = first
  let stopping = false
  let returning: Promise<void> | undefined
  const bringBack = async () => {
    say('Database: it has died and is started again')
    for (let said = ''; !stopping; await sleep(1000)) {
      try {
        current = await startEmbedded({ ...options, port: first.port })
        say('Database: answers again')
        return
      } catch (error) {
        const reason = (error as Error).message
        if (reason !== said) say(reason)
        said = reason
      }
    }
  }
  const watch = setInterval(() => {
    if (stopping || returning || isAlive(current.pid)) return
    returning = bringBack().finally(() => {
      returning = undefined
    })
  }, 300)
  watch.unref()
  return {
    async stop() {
      stopping = true
      clearInterval(watch)
      await returning
      await current.stop()
    },
  }
}
