import { PassThrough, type Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { ZipFile } from 'yazl'
import { columnName } from '../files/column-name.ts'

/** A column of a sheet. What is no number is text, and so is a number of more digits than a spreadsheet keeps. */
export type SheetColumn = { title: string; isNumber: boolean }

// Nearly no text holds any of these: those that do are looked at again.
const special = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff&<>]/
const escapeXml = (text: string) => (special.test(text) ? escaped(text) : text)
const escaped = (text: string) =>
  text
    .replace(/[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]/g, '')
    .replace(/[&<>]/g, (c) => (c === '&' ? '&amp;' : c === '<' ? '&lt;' : '&gt;'))

const header = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n'
const main = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main'
const relations = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships'
const packageRelations = 'http://schemas.openxmlformats.org/package/2006/relationships'

// One format for each number of decimals that a number of fifteen digits may have, so that each shows the decimals that it came with.
const mostDigits = 15
const decimals = Array.from({ length: mostDigits + 1 }, (_, count) => count)
const firstFormat = 164
const firstNumberStyle = 2
const numberFormats = `<numFmts count="${decimals.length}">${decimals.map((count) => `<numFmt numFmtId="${firstFormat + count}" formatCode="#,##0${count > 0 ? `.${'0'.repeat(count)}` : ''}"/>`).join('')}</numFmts>`
const numberStyles = decimals.map((count) => `<xf numFmtId="${firstFormat + count}" applyNumberFormat="1"/>`).join('')
const styleOf = (value: string) => {
  const point = value.indexOf('.')
  return firstNumberStyle + (point < 0 ? 0 : value.length - point - 1)
}

const styles = `${header}<styleSheet xmlns="${main}">${numberFormats}<fonts count="2"><font><sz val="11"/><name val="Calibri"/></font><font><b/><sz val="11"/><name val="Calibri"/></font></fonts><fills count="2"><fill><patternFill patternType="none"/></fill><fill><patternFill patternType="gray125"/></fill></fills><borders count="1"><border/></borders><cellStyleXfs count="1"><xf/></cellStyleXfs><cellXfs count="${2 + decimals.length}"><xf/><xf fontId="1" applyFont="1"/>${numberStyles}</cellXfs></styleSheet>`
const parts = (names: readonly string[]) => {
  const each = (part: (place: number, name: string) => string) => names.map((name, at) => part(at + 1, name)).join('')
  return {
    '[Content_Types].xml': `${header}<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Default Extension="xml" ContentType="application/xml"/><Override PartName="/xl/workbook.xml" ContentType="application/vnd.openxmlformats-officedocument.spreadsheetml.sheet.main+xml"/>${each((place) => `<Override PartName="/xl/worksheets/sheet${place}.xml" ContentType="application/vnd.openxmlformats-officedocument.spreadsheetml.worksheet+xml"/>`)}<Override PartName="/xl/styles.xml" ContentType="application/vnd.openxmlformats-officedocument.spreadsheetml.styles+xml"/></Types>`,
    '_rels/.rels': `${header}<Relationships xmlns="${packageRelations}"><Relationship Id="rId1" Type="${relations}/officeDocument" Target="xl/workbook.xml"/></Relationships>`,
    'xl/workbook.xml': `${header}<workbook xmlns="${main}" xmlns:r="${relations}"><sheets>${each((place, name) => `<sheet name="${escapeXml(name)}" sheetId="${place}" r:id="rId${place}"/>`)}</sheets></workbook>`,
    'xl/_rels/workbook.xml.rels': `${header}<Relationships xmlns="${packageRelations}">${each((place) => `<Relationship Id="rId${place}" Type="${relations}/worksheet" Target="worksheets/sheet${place}.xml"/>`)}<Relationship Id="rId${names.length + 1}" Type="${relations}/styles" Target="styles.xml"/></Relationships>`,
    'xl/styles.xml': styles,
  }
}

export type Sheet = { name: string; columns: SheetColumn[]; batches: AsyncIterable<string[][]> }

/**
 * A workbook whose rows are written while they are read, sheet after sheet: memory does not grow with their number. Texts are
 * inline strings, so nothing in them is ever a formula; a number longer than Excel can keep exactly stays text.
 */
export function workbookStream(sheets: readonly Sheet[]): Readable {
  const zip = new ZipFile()
  for (const [name, content] of Object.entries(parts(sheets.map(({ name }) => name)))) zip.addBuffer(Buffer.from(content), name)
  const written = sheets.map((sheet, at) => {
    const through = new PassThrough({ highWaterMark: 256 * 1024 })
    zip.addReadStream(through, `xl/worksheets/sheet${at + 1}.xml`, { compressionLevel: 1 })
    return { ...sheet, through }
  })
  zip.end()
  const output = zip.outputStream as unknown as Readable
  const writeAll = async () => {
    for (const { through, columns, batches } of written) await writeSheet(through, columns, batches)
  }
  void writeAll().catch((error: Error) => output.destroy(error))
  return output
}

/** A workbook of one sheet, as `workbookStream` writes it. */
export const xlsxStream = (columns: SheetColumn[], batches: AsyncIterable<string[][]>, name = 'Export'): Readable =>
  workbookStream([{ name, columns, batches }])

/** Rows that are all there already, for a sheet. */
export async function* rowsAtOnce(rows: string[][]) {
  yield rows
}

/** A small workbook whose rows are all there already, as `xlsxStream` writes them. */
export const xlsxBytes = (sheetName: string, columns: SheetColumn[], rows: string[][]): Promise<Buffer> =>
  buffer(xlsxStream(columns, rowsAtOnce(rows), sheetName))

async function writeSheet(sheet: PassThrough, columns: SheetColumn[], batches: AsyncIterable<string[][]>) {
  const write = async (text: string) => {
    if (!sheet.write(text)) await new Promise((resolve) => sheet.once('drain', resolve))
  }
  const letters = columns.map((_, index) => columnName(index))
  const text = (letter: string, row: number, value: string, style = '') =>
    `<c r="${letter}${row}" t="inlineStr"${style}><is><t xml:space="preserve">${escapeXml(value)}</t></is></c>`
  await write(
    `${header}<worksheet xmlns="${main}"><sheetViews><sheetView workbookViewId="0"><pane ySplit="1" topLeftCell="A2" activePane="bottomLeft" state="frozen"/></sheetView></sheetViews><cols>${columns.map((_, i) => `<col min="${i + 1}" max="${i + 1}" width="18" customWidth="1"/>`).join('')}</cols><sheetData>`,
  )
  await write(`<row r="1">${columns.map(({ title }, i) => text(letters[i]!, 1, title, ' s="1"')).join('')}</row>`)
  let row = 1
  for await (const batch of batches) {
    let chunk = ''
    for (const cells of batch) {
      row++
      chunk += `<row r="${row}">`
      for (let i = 0; i < cells.length; i++) {
        const value = cells[i]!
        if (value === '') continue
        chunk +=
          columns[i]!.isNumber && (value.length <= mostDigits || value.replace(/[-.]/g, '').length <= mostDigits)
            ? `<c r="${letters[i]}${row}" s="${styleOf(value)}"><v>${value}</v></c>`
            : text(letters[i]!, row, value)
      }
      chunk += '</row>'
    }
    await write(chunk)
  }
  await write('</sheetData></worksheet>')
  sheet.end()
}
