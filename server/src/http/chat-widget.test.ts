import { configCalls } from '@usance/wire/config/calls'
import { afterEach, expect, test } from 'vitest'
import { openPortal, type Portal } from '../testing/portal.ts'

let portal: Portal | undefined
afterEach(() => portal?.close())

/** The sources that a page of this portal may use, by directive, and the widget its browsers are told of. */
async function policyWith(settings: Record<string, string>) {
  portal = await openPortal(settings)
  const { headers } = await portal.sendRaw(null, 'GET', '/api/config')
  const policy = String(headers['content-security-policy'])
  const sources = (name: string) => policy.split(';').find((part) => part.startsWith(name)) ?? ''
  return {
    sources: ['script-src', 'connect-src', 'frame-src', 'default-src'].map(sources),
    chatWidget: (await portal.ask(null, configCalls.config, {})).chatWidget,
  }
}

test('the origin of the chat widget alone may be used besides the portal, and only where one is set', async () => {
  const script = 'https://chat.example/widget.js?v=2'
  expect(await policyWith({ CHAT_WIDGET_SCRIPT: script, CHAT_WIDGET_KEY: 'K-1' })).toEqual({
    sources: [
      "script-src 'self' https://chat.example",
      "connect-src 'self' https://chat.example wss://chat.example",
      "frame-src 'self' blob: https://chat.example",
      "default-src 'self'",
    ],
    chatWidget: { script, key: 'K-1' },
  })
  await portal?.close()
  expect(await policyWith({})).toEqual({
    sources: ["script-src 'self'", "connect-src 'self'", "frame-src 'self' blob:", "default-src 'self'"],
    chatWidget: null,
  })
})
