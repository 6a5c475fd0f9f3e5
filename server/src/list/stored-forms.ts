const grouped = /(?<![\d.,])\d{1,3}(?:,\d{3})+(?![\d,])/g
const endingInNoughts = /(\d+)\.(\d*?)0+(?!\d)( ?)/g
const yearFirst = /\b(\d{4})\/(\d{2})\/(\d{2})\b/g
const yearLast = /\b(\d{2})\/(\d{2})\/(\d{4})\b/g

/**
 * The forms in which a text that people search by what they see may be stored: amounts without groups and noughts at their end, days
 * with the year first. A day with the year last is tried both ways round, as each reader chooses the order.
 */
export function storedForms(shown: string): string[] {
  const days = [shown, ...['$3-$2-$1', '$3-$1-$2'].map((order) => shown.replace(yearFirst, '$1-$2-$3').replace(yearLast, order))]
  const figures = days.flatMap((text) => {
    const plain = text.replace(grouped, (figure) => figure.replaceAll(',', ''))
    // The end of a figure without its noughts is marked by the blank behind it: 500000 is no part of 5000001.
    const short = plain.replace(endingInNoughts, (_, whole: string, part: string) => `${whole}${part && `.${part}`} `)
    return [text, plain, short]
  })
  return [...new Set(figures)]
}
