import { once } from 'node:events'
import type { IncomingMessage } from 'node:http'
import { type AddressInfo, connect } from 'node:net'
import { sql } from 'kysely'
import type { Portal } from './portal.ts'
import type { Seat } from './world.ts'

export type Wanted = { method: 'GET' | 'POST'; path: string; body?: object }

/**
 * Sends requests as somebody and closes each connection while the server still asks the database who is calling. Requests of one
 * inner list share a connection, each behind the one before it. Returns when every connection is closed and the caller is known.
 */
export async function leaveEarly(portal: Portal, { token, companyRole }: Seat, connections: readonly Wanted[][]): Promise<void> {
  const { port } = portal.server.server.address() as AddressInfo
  const headers = { host: 'portal', appid: portal.app.config.appId, token, companyrole: companyRole }
  const textOf = ({ method, path, body }: Wanted) => {
    const payload = body ? JSON.stringify(body) : ''
    const all = { ...headers, ...(body ? { 'content-type': 'application/json', 'content-length': payload.length } : {}) }
    const lines = Object.entries(all).map(([name, value]) => `${name}: ${value}\r\n`)
    return `${method} ${path} HTTP/1.1\r\n${lines.join('')}\r\n${payload}`
  }
  const wanted = connections.flat().length
  const closed: Promise<unknown>[] = []
  let allArrived = () => {}
  const arrived = new Promise<void>((resolve) => (allArrived = resolve))
  const arrive = (request: IncomingMessage) => {
    closed.push(once(request.socket, 'close'))
    if (closed.length === wanted) allArrived()
  }
  portal.server.server.on('request', arrive)
  await portal.asOwner((db) =>
    db.transaction().execute(async (tx) => {
      await sql`lock table session in access exclusive mode`.execute(tx)
      const sockets = connections.map((requests) => {
        const socket = connect(port, '127.0.0.1')
        socket.write(requests.map(textOf).join(''))
        return socket
      })
      await arrived
      for (const socket of sockets) socket.destroy()
      await Promise.all(closed)
    }),
  )
  portal.server.server.off('request', arrive)
}
