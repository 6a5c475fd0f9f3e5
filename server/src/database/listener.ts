import pg from 'pg'

export type Listener = {
  /** Calls back with each payload of a channel, and with undefined after a gap in which some may have been missed. */
  on: (channel: string, heard: (payload: string | undefined) => void) => () => void
  close: () => Promise<void>
}

const pauseMs = 1000

/** Hears what any process tells through the database. One connection, made at first use and made again when it breaks. */
export function openListener(url: string): Listener {
  const listeners = new Map<string, Set<(payload: string | undefined) => void>>()
  let client: pg.Client | undefined
  let closed = false
  let connecting = false

  const connect = async () => {
    if (connecting || closed) return
    connecting = true
    const next = new pg.Client({ connectionString: url, application_name: 'usance-listen', keepAlive: true })
    const lost = () => {
      if (client !== next) return
      client = undefined
      next.end().catch(() => {})
      setTimeout(() => void connect(), pauseMs).unref()
    }
    next.on('error', lost)
    next.on('end', lost)
    next.on('notification', ({ channel, payload }) => {
      for (const heard of listeners.get(channel) ?? []) heard(payload)
    })
    try {
      await next.connect()
      for (const channel of listeners.keys()) await next.query(`listen ${channel}`)
      if (closed) return void (await next.end())
      client = next
      // Listeners are there before the first connection is, so that it ends a gap like every later one.
      for (const all of listeners.values()) for (const heard of all) heard(undefined)
    } catch {
      next.end().catch(() => {})
      setTimeout(() => void connect(), pauseMs).unref()
    } finally {
      connecting = false
    }
  }
  return {
    on(channel, heard) {
      if (!/^[a-z_]+$/.test(channel)) throw new Error('A channel is named in small letters.')
      const all = listeners.get(channel) ?? new Set()
      listeners.set(channel, all.add(heard))
      if (!client) void connect()
      else if (all.size === 1) client.query(`listen ${channel}`).catch(() => {})
      return () => all.delete(heard)
    },
    async close() {
      closed = true
      const open = client
      client = undefined
      await open?.end().catch(() => {})
    },
  }
}
