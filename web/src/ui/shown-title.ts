import { isCurrency } from '@usance/domain/currencies'
import { formatDate, formatExact, isoScale } from './format.ts'

/** The title of a change of the configuration with its days and amounts as they are shown everywhere. */
export const shownTitle = (title: string): string =>
  title
    .replace(/\b\d{4}-\d{2}-\d{2}\b/g, (day) => formatDate(day))
    .replace(/(?<![\w.,-])(\d+(?:\.\d+)?) ([A-Z]{3})\b/g, (whole, amount: string, currency: string) =>
      isCurrency(currency) ? `${formatExact(amount, isoScale(currency))} ${currency}` : whole,
    )
