import pg from 'pg'

/** Answers straight from the tables, apart from everything the assistant uses. */
export type Oracle = Awaited<ReturnType<typeof openOracle>>

const decimals: Record<string, number> = { JPY: 0, KWD: 3, VND: 0 }
/** An amount as people read it: USD 1,234.50. Whole cents are exact in the text that the database gives. */
export function money(amount: string | number, currency: string): string {
  const scale = decimals[currency] ?? 2
  const [whole = '0', part = ''] = String(amount).split('.')
  const cut = part.padEnd(scale, '0').slice(0, scale)
  return `${currency} ${whole.replace(/\B(?=(\d{3})+$)/g, ',')}${scale > 0 ? `.${cut}` : ''}`
}

export async function openOracle(url: string) {
  pg.types.setTypeParser(1082, (value) => value)
  pg.types.setTypeParser(1700, (value) => value)
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  // biome-ignore lint/suspicious/noExplicitAny: the questions name the columns of their own SELECT.
  const rows = async <T = Record<string, any>>(text: string, values: unknown[] = []): Promise<T[]> =>
    (await client.query(text, values)).rows
  const today: string = (await rows<{ d: string }>('select business_date as d from business_day'))[0]!.d
  const shift = (days: number, from = today) => {
    const day = new Date(`${from}T00:00:00Z`)
    day.setUTCDate(day.getUTCDate() + days)
    return day.toISOString().slice(0, 10)
  }
  const weekday = (new Date(`${today}T00:00:00Z`).getUTCDay() + 6) % 7
  const monday = shift(-weekday)
  const month = today.slice(0, 7)
  const [year, index] = month.split('-').map(Number) as [number, number]
  const monthSpan = (step: number): [string, string] => [
    new Date(Date.UTC(year, index - 1 + step, 1)).toISOString().slice(0, 10),
    new Date(Date.UTC(year, index + step, 0)).toISOString().slice(0, 10),
  ]
  return {
    rows,
    today,
    shift,
    week: (step: number): [string, string] => [shift(7 * step, monday), shift(7 * step + 6, monday)],
    monthSpan,
    close: () => client.end(),
  }
}

/** Sums by currency with their count, as the fragments an answer has to hold. */
export async function sums(oracle: Oracle, from: string, values: unknown[], amount = 'outstanding'): Promise<string[]> {
  const rows = await oracle.rows<{ currency: string; amount: string; n: number }>(
    `select currency, sum(${amount})::text as amount, count(*)::int as n from ${from} group by 1`,
    values,
  )
  return rows.flatMap((row) => [money(row.amount, row.currency)])
}
