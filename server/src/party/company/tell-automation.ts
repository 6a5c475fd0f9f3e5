import type { App } from '../../app.ts'
import { getOutward } from '../../webhook/outward.ts'

const timeoutMs = 5000
const mostBytes = 100_000
const underWay = new Set<string>()

/**
 * Tells the operator's workflow automation that a company searches for another, so that it can gather what it knows. Off
 * without an address; nobody waits for it, and a failure is nobody's concern. The authorisation never reaches a browser.
 */
export function tellAutomation({ config }: Pick<App, 'config'>, companyId: string): void {
  const { url, authorization } = config.workflowWebhook
  if (!url || !URL.canParse(url) || underWay.has(companyId)) return
  const target = new URL(url)
  target.searchParams.set('requestCompanyId', companyId)
  underWay.add(companyId)
  void getOutward(target.href, authorization ? { authorization } : {}, { allowPrivate: true, timeoutMs, mostBytes }).finally(() =>
    underWay.delete(companyId),
  )
}
