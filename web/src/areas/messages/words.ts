import type { Message } from '@usance/wire/notification/calls'
import { moneyParams } from '@usance/wire/notification/params'
import { hasText, t } from '../../i18n/i18n.ts'
import type { TextGroup } from '../../i18n/keys.ts'
import { language } from '../../i18n/language.ts'
import { formatAmount, formatDate } from '../../ui/format.ts'

const days = ['maturity', 'fromDate', 'toDate', 'date', 'dueOn']

/** A message in the reader's language; an event without words of its own still names its record. */
export function wordsOfMessage({ event, params }: Message): { title: string; text: string } {
  const values: Record<string, string> = {}
  for (const [name, value] of Object.entries(params)) {
    const plain = value === null ? '' : String(value)
    if (plain && moneyParams.includes(name))
      values[name] = `${formatAmount(plain, String(params.currency ?? ''))} ${params.currency ?? ''}`
    else if (plain && days.includes(name)) values[name] = formatDate(plain)
    else values[name] = plain
  }
  values.business = wordOr('messages.business', values.businessType)
  values.nodeName = wordOr('messages.node', values.nodeName)
  // Messages from before the seat was told name none.
  values.seat = values.companyRole ? ` · ${wordOr('companyRole', values.companyRole)}` : ''
  // Nor do they tell what of a pool's drawings is on its way.
  values.uses = values.drawn ? t('messages.poolUses', { drawn: values.drawn, coming: values.coming ?? '' }) : ''
  // Nor what settles a claim with the costs that are paid before it.
  values.settling = values.settles ? t('messages.claimSettling', { settles: values.settles }) : ''
  values.fault = wordOr('errors', values.fault)
  if (language() === 'zh-CN')
    for (const name of ['name', 'signal', 'title']) values[name] = values[`${name}Cn`] || values[name] || ''
  if (!hasText(`messages.events.${event}.title`)) {
    const number = ['businessNo', 'orderNo', 'invoiceNo', 'poNo', 'contractNo', 'no'].map((name) => values[name]).find(Boolean)
    return { title: t('messages.other'), text: number ?? '' }
  }
  return {
    title: t.of('messages.events', `${event}.title`, values),
    text: t.of('messages.events', `${event}.text`, values).trim(),
  }
}

const wordOr = (group: TextGroup, name: string | undefined): string =>
  name && hasText(`${group}.${name}`) ? t.of(group, name) : (name ?? '')

/** The icon that says at a glance what a message is about. */
export const iconOfMessage = (event: string) =>
  event.startsWith('APPROVAL') || event.startsWith('DELEGATION')
    ? ('check' as const)
    : ['PAYMENT', 'REPAYMENT', 'RECOURSE', 'PROVIDER', 'COLLECTION'].some((start) => event.startsWith(start))
      ? ('money' as const)
      : event.startsWith('FINANCE_ORDER')
        ? ('financing' as const)
        : event.startsWith('CONTRACT')
          ? ('documents' as const)
          : event.startsWith('NEWS')
            ? ('insight' as const)
            : ('trading' as const)
