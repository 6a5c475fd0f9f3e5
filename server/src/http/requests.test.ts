import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import type { AddressInfo } from 'node:net'
import { connect } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { invoiceList } from '@usance/wire/invoice/list'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openPortal, type Portal } from '../testing/portal.ts'

const web = mkdtempSync(join(tmpdir(), 'usance-web-'))
let portal: Portal
beforeAll(async () => {
  writeFileSync(join(web, 'index.html'), '<html><head></head><body>Usance</body></html>')
  portal = await openPortal({ USANCE_WEB: web })
})
afterAll(async () => {
  await portal.close()
  rmSync(web, { recursive: true, force: true })
})

test('clients that name no encoding, such as monitors, get the page', async () => {
  await portal.server.listen({ port: 0, host: '127.0.0.1' })
  const { port } = portal.server.server.address() as AddressInfo
  for (const path of ['/', '/login', '/?from=mail']) {
    const answer = await new Promise<string>((resolve) => {
      let text = ''
      const socket = connect(port, '127.0.0.1', () =>
        socket.write(`GET ${path} HTTP/1.1\r\nhost: localhost\r\nconnection: close\r\n\r\n`),
      )
      socket.on('data', (part) => {
        text += part
      })
      socket.on('close', () => resolve(text))
    })
    expect(answer.split('\r\n')[0]).toBe('HTTP/1.1 200 OK')
    expect(answer).toContain('Usance')
  }
})

test('a body of very many values is refused before it is parsed', async () => {
  const ask = async (filterFields: Record<string, string>) =>
    (
      await portal.sendRaw(portal.seats.alderMaker, 'POST', `/api${invoiceList.path.replace('{p}', 'usance')}/pageList`, {
        filterFields,
      })
    ).json().code
  const keys = (count: number) => Object.fromEntries(Array.from({ length: count }, (_, n) => [`key${n}`, 'x']))
  expect(await ask(keys(200_000))).toBe(413)
  expect(await ask(keys(100_000))).toBe(413)
  expect([200, 400, 20017]).toContain(await ask(keys(5000)))
})
