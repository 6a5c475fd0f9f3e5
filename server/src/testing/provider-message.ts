import { providerEventPath } from '@usance/wire/repayment/provider-calls'
import { signProviderMessage } from '../settlement/repayment/provider-event.ts'
import type { Portal } from './portal.ts'

export const nowInSeconds = () => String(Math.floor(Date.now() / 1000))

/** A message of the payment provider as its webhook sends it, signed unless given a signature. */
export const sendProviderMessage = (
  portal: Portal,
  raw: string,
  timestamp = nowInSeconds(),
  signature = signProviderMessage(portal.app, timestamp, raw),
) =>
  portal.server.inject({
    method: 'POST',
    url: `/api${providerEventPath.replace('{p}', portal.app.config.prefix)}`,
    headers: { 'content-type': 'application/json', 'x-timestamp': timestamp, 'x-signature': signature },
    payload: raw,
  })
