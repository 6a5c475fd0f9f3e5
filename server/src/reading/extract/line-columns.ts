import { simplified } from './characters.ts'
import type { Cell, Row } from './rows.ts'

export type ColumnKind = 'description' | 'code' | 'quantity' | 'unitPrice' | 'amount' | 'other'
type Column = { kind: ColumnKind; cell: Cell }
export type Columns = readonly Column[]

// The first that fits names a column; rates and taxes are told from prices and amounts before those.
const words: readonly [ColumnKind, RegExp][] = [
  ['other', /%|税率|税额|^(?:vat|gst|igst|cgst|sgst|tax|ust|mwst|tva|iva|btw|sst)\b|disc|remise|rabatt|korting|折扣/i],
  ['unitPrice', /price|preis|prijs|prix|p\.?u\.?(?![a-z])|\brate\b|unit ?cost|precio|单价|^unit ?[£$€¥]|[$€£]\/|\/(?:kg|pcs?|unit|hour)/i],
  ['quantity', /q.?ty|quantit|menge|aantal|anzahl|qté|cantidad|nombre|hoeveelheid|数量|^units?$|^hours?$|shipped|^pcs$|^heures$|^stunden$/i],
  ['amount', /amount|total|netto?\b|bedrag|betrag|montant|importe|金额|总价|gesamt|summe|extended|^value\b|valeur|^wert\b|^net ?[£$€¥]/i],
  ['other', /^(?:unit|uom|basis|curr(?:ency)?|hsn(?:\/sac)?|hs ?code|hours?|marks.*)$|单位|规格|ordered/i],
  ['code', /(?:item|art(?:icle|ikel)?|product|part|stock|style|sku|code|pos|line|s\/n|no)\.? ?(?:no|nr|number|code|#)?\.?$|^no\.?$|^code$|^r[ée]f\.?$|序号|编码/i],
  ['description', /descri|bezeichnung|beschreibung|omschrijving|d[ée]signation|concepto|leistung|名称|品名|货物|货品|项目|物料|product|article|artikel|produkt|item|title|service|particulars|libell[ée]|commodity|activity|work|charge|goods|material/i],
] // biome-ignore format: one kind a line

const asWords = (text: string) => simplified(text).replace(/(?<=[\u4e00-\u9fff]) (?=[\u4e00-\u9fff])/g, '')

/** The columns that a heading names; undefined where it does not name a text, an amount and a quantity or price, each in a cell of its own. */
export function columnsOf(row: Row): Columns | undefined {
  const columns: Column[] = row.cells.map((cell) => ({
    cell,
    kind: words.find(([, word]) => word.test(asWords(cell.text)))?.[0] ?? 'other',
  }))
  const of = (kind: ColumnKind) => columns.filter((column) => column.kind === kind)
  // "Item" alone names the text, beside "Description" the code.
  if (of('description').length === 0) {
    const code = of('code').findLast(({ cell }) => /item|art|product|part|style/i.test(cell.text))
    if (code) code.kind = 'description'
  }
  const named = columns.find(
    ({ kind, cell }) => kind === 'description' && /descri|bezeichnung|omschrijving|名称|品名/i.test(asWords(cell.text)),
  )
  for (const column of of('description')) if (column !== (named ?? of('description')[0])) column.kind = 'code'
  // Of two amounts the earlier is a number of pieces when no other column is.
  const amounts = of('amount')
  for (const [index, column] of amounts.slice(0, -1).entries())
    column.kind = of('quantity').length === 0 && index === 0 && /^amount$/i.test(column.cell.text) ? 'quantity' : 'other'
  const count = columns.find(
    ({ kind, cell }) => kind === 'quantity' && /q.?ty|quant|menge|aantal|shipped|数量/i.test(asWords(cell.text)),
  )
  if (count)
    for (const column of of('quantity')) if (column !== count && !/shipped/i.test(column.cell.text)) column.kind = 'other'
  for (const kind of ['quantity', 'unitPrice'] as const) for (const column of of(kind).slice(0, -1)) column.kind = 'other'
  const sound = of('description').length === 1 && of('amount').length === 1 && of('quantity').length + of('unitPrice').length > 0
  return sound ? columns : undefined
}

/** The cells of a row by the column under which they stand. */
export function byColumn(row: Row, columns: Columns): Map<ColumnKind, Cell> {
  const found = new Map<ColumnKind, Cell>()
  for (const cell of row.cells) {
    const away = ({ cell: head }: Column) =>
      Math.min(
        Math.abs(head.box[0] - cell.box[0]),
        Math.abs(head.box[2] - cell.box[2]),
        Math.abs(head.box[0] + head.box[2] - cell.box[0] - cell.box[2]) / 2,
      )
    const [nearest] = [...columns].sort((a, b) => away(a) - away(b))
    if (nearest && !found.has(nearest.kind)) found.set(nearest.kind, cell)
  }
  return found
}
