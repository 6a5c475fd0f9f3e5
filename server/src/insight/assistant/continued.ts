import type { Slots } from './slots.ts'
import { type Intent, understand } from './understand.ts'

const followUp =
  /^(and|what about|how about|same for|also|or|only|just|but|in|from|for|with|那|那么|再看看|换成|如果是|还有|只|仅|就看)|呢[？?]?$/i
const pointing =
  /\b(it|its|that|this|those|these|them|there)\b|其中|它|这(张|笔|个|些|里)|那(张|笔|个|些|里)|该(订单|发票|笔)|上述|刚才|是哪(几|些|张|笔)|有哪(几|些)/i
const narrowable = ['receivables', 'invoices', 'repayments', 'financing', 'orders', 'payments']
const after =
  /\b(the )?(month|week|quarter|year) after( that)?\b|\bfollowing (month|week|quarter|year)\b|再下个?(月|周|季度)|再往后(一)?个?(月|周)/i

/** The span that follows one, as long as it. */
function spanAfter(from: string, to: string): { from: string; to: string } {
  const day = (text: string) => new Date(`${text}T00:00:00Z`)
  const text = (date: Date) => date.toISOString().slice(0, 10)
  const next = day(to)
  next.setUTCDate(next.getUTCDate() + 1)
  const end = new Date(next)
  const isMonth = from.endsWith('-01') && next.getUTCDate() === 1
  if (isMonth)
    end.setUTCMonth(
      end.getUTCMonth() +
        (next.getUTCFullYear() - day(from).getUTCFullYear()) * 12 +
        next.getUTCMonth() -
        day(from).getUTCMonth(),
    )
  else end.setUTCDate(end.getUTCDate() + Math.round((next.getTime() - day(from).getTime()) / 86_400_000))
  end.setUTCDate(end.getUTCDate() - 1)
  return { from: text(next), to: text(end) }
}

/** A short question that only names other particulars, or points at what was just said, is read with the one before it. */
export function continued(
  asked: string,
  slots: Slots,
  before: Intent | undefined,
  role: string,
  today: string,
): Intent | undefined {
  if (!before || !('tool' in before) || before.tool === 'help') return undefined
  const question = asked.trim()
  const own = understand(question, slots, role, today)
  const isPlain = 'reply' in own && own.reply !== 'UNKNOWN'
  // The next number, with the same question: “and FO-…?”
  if (slots.orderNo || slots.number) {
    if (followUp.test(question) && slots.orderNo && before.args.orderNo)
      return { tool: before.tool, args: { orderNo: slots.orderNo } }
    return undefined
  }
  // The record just spoken of.
  const record = {
    ...(before.args.orderNo ? { orderNo: before.args.orderNo } : {}),
    ...(before.args.number ? { number: before.args.number } : {}),
  }
  const named = slots.currency || slots.party || slots.period || slots.except || slots.asOf
  if ((record.orderNo || record.number) && !named && !isPlain) {
    const isShort = question.length <= (/[\u4e00-\u9fff]/.test(question) ? 12 : 30)
    if (pointing.test(question) || (isShort && !/\b(our|my|all|total|any)\b|我们|一共|总|全部|哪些/i.test(question)))
      return understand(
        question,
        { ...slots, ...(record.orderNo ? { orderNo: record.orderNo } : {}), ...(record.number ? { number: record.number } : {}) },
        role,
        today,
      )
  }
  if (!narrowable.includes(before.tool) || record.orderNo || record.number) return undefined
  const { sort: _, top: __, ...kept } = before.args
  if (after.test(question) && kept.from && kept.to)
    return { tool: before.tool, args: { ...kept, ...spanAfter(kept.from, kept.to) } }
  // “How much of that is overdue?”, “which invoices are those?”
  if (pointing.test(question) && 'tool' in own && narrowable.includes(own.tool)) {
    const which = own.args.which && own.args.which !== 'DUE' ? own.args.which : kept.which
    const sameState =
      own.tool === before.tool || [own.tool, before.tool].every((tool) => ['receivables', 'invoices'].includes(tool))
    const { by: ___, ...rest } = kept
    return { tool: own.tool, args: { ...rest, ...own.args, ...(which && sameState ? { which } : {}) } }
  }
  const isShort = question.length <= 40 && (followUp.test(question) || question.length <= 12)
  if (!named || !isShort || ('tool' in own && own.tool !== 'help' && !followUp.test(question))) return undefined
  const { by, ...plain } = kept
  return {
    tool: before.tool,
    args: {
      ...(slots.party ? plain : { ...plain, ...(by ? { by } : {}) }),
      ...(slots.currency ? { currency: slots.currency } : {}),
      ...(slots.party ? { party: slots.party.code } : {}),
      ...(slots.except ? { except: slots.except.code } : {}),
      ...(slots.period ? { from: slots.period.from, to: slots.period.to } : {}),
      ...(slots.asOf ? { asOf: slots.asOf } : {}),
    },
  }
}
