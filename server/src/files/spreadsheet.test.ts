import { writeXlsx } from 'hucre/xlsx'
import { describe, expect, test } from 'vitest'
import { fromBuffer } from 'yauzl'
import { ZipFile } from 'yazl'
import { parseCsv } from './csv.ts'
import { decimalText, readSheet } from './spreadsheet.ts'
import { writeWorkbook } from './write-workbook.ts'

describe('reading spreadsheets', () => {
  test('what is written as a workbook is read back cell by cell', async () => {
    const content = await writeWorkbook(
      'Invoices',
      [{ title: 'Number' }, { title: 'Amount' }],
      [
        ['INV-1', '100.10'],
        ['=1+1', ''],
      ],
    )
    expect(await readSheet(content)).toEqual([['Number', 'Amount'], ['INV-1', '100.10'], ['=1+1']])
  })

  test('a workbook whose parts are named with backslashes is read as well', async () => {
    const content = await writeWorkbook('Invoices', [{ title: 'Number' }], [['INV-1']])
    const windows = Buffer.from(content.toString('latin1').replaceAll('xl/', 'xl\\'), 'latin1')
    expect(windows.includes('xl\\workbook.xml')).toBe(true)
    expect(await readSheet(windows)).toEqual([['Number'], ['INV-1']])
  })

  test.each([
    [0.1 + 0.2, '0.3'],
    [12345.67, '12345.67'],
    [1e21, '1000000000000000000000'],
    [1.5e-7, '0.00000015'],
    [-2.5e-7, '-0.00000025'],
  ])('the number %d reads %s', (value, text) => {
    expect(decimalText(value)).toBe(text)
  })

  test('a workbook with whole numbers of more than 15 digits is refused with their cells, since it has lost the others', async () => {
    const rows = [
      ['Invoice no', 'Amount'],
      ['25312000000012345678', 999_999_999_999_999],
      [Number('25312000000012345678'), 5000],
      [...Array(27).fill('x'), Number('20261201000000123')],
    ]
    const book = Buffer.from(await writeXlsx({ sheets: [{ name: 'Invoices', rows }] }))
    await expect(readSheet(book)).rejects.toMatchObject({ refusal: 'NUMBER_TOO_LONG', data: { cells: 'A3, AB4' } })
    const kept = Buffer.from(await writeXlsx({ sheets: [{ name: 'Invoices', rows: rows.slice(0, 2) }] }))
    expect(await readSheet(kept)).toEqual([rows[0], ['25312000000012345678', '999999999999999']])
  })

  describe('of a sheet that another program wrote', () => {
    const written = async (cells: string) => {
      const parts = await partsOf(await writeWorkbook('Rows', [{ title: 'x' }], []))
      parts['xl/sharedStrings.xml'] = '<sst><si><t>first</t></si><si><t>second</t></si></sst>'
      parts['xl/worksheets/sheet1.xml'] = `<worksheet><sheetData><row r="1">${cells}</row></sheetData></worksheet>`
      return zipped(parts)
    }
    test.each([
      ['a number in hexadecimal digits', '<c r="A1"><v>0x1F4</v></c>'],
      ['a number in binary digits', '<c r="A1" t="n"><v>0b111</v></c>'],
      ['a number in octal digits', '<c r="A1"><v> 0O17</v></c>'],
      ['a number beyond all numbers', '<c r="A1"><v>1e999</v></c>'],
      ['a number of blanks', '<c r="A1"><v> </v></c>'],
      ['two numbers', '<c r="A1"><v>100</v><v>900</v></c>'],
      ['two shared texts', '<c r="A1" t="s"><v>0</v><v>1</v></c>'],
      ['two texts', '<c r="A1" t="inlineStr"><is><t>a</t></is><is><t>b</t></is></c>'],
      ['a place of its text that is no number', '<c r="A1" t="s"><v>0x1</v></c>'],
      ['two texts in one', '<c r="A1" t="inlineStr"><is><t>100</t><t>900</t></is></c>'],
      ['a text and a run', '<c r="A1" t="inlineStr"><is><t>100</t><r><t>900</t></r></is></c>'],
      ['two texts in one run', '<c r="A1" t="inlineStr"><is><r><t>100</t><t>900</t></r></is></c>'],
      ['a text in a text', '<c r="A1" t="inlineStr"><is><t>1<t>9</t></t></is></c>'],
      ['a text in a format', '<c r="A1" t="inlineStr"><is><r><rPr><t>5</t></rPr><t>900</t></r></is></c>'],
      ['an element that cells do not have', '<c r="A1" t="inlineStr"><is><x><t>100</t></x><t>9</t></is></c>'],
      ['something in its value', '<c r="A1"><v>1<b>9</b>0</v></c>'],
      ['a text beside its value', '<c r="A1"><v>100</v><t>900</t></c>'],
      ['another cell in it', '<c r="A1"><v>1</v><c r="B1"><v>2</v></c></c>'],
      ['a text and a number', '<c r="A1" t="inlineStr"><is><t>100</t></is><v>900</v></c>'],
      ['a text where a number is told', '<c r="A1"><is><t>100</t></is></c>'],
      [
        'the reading of a Japanese text',
        '<c r="A1" t="inlineStr"><is><t>東京</t><rPh sb="0" eb="2"><t>トウキョウ</t></rPh></is></c>',
      ],
      ['a place beyond the shared texts', '<c r="A1" t="s"><v>2</v></c>'],
      ['the name of another cell', '<c r="A1"><v>1</v></c><c r="A1"><v>2</v></c>'],
    ])('a cell with %s refuses the file by its name', async (_, cells) => {
      await expect(readSheet(await written(cells))).rejects.toMatchObject({ refusal: 'CELL_UNCLEAR', data: { cells: 'A1' } })
    })
    test('each cell is named by its own place, where it has no name', async () => {
      const book = await written('<c><v>1</v></c><c r="AA1"><v>2</v></c><c><v>0x3</v></c>')
      await expect(readSheet(book)).rejects.toMatchObject({ data: { cells: 'AB1' } })
    })
    test('decimals, exponents, signs and texts are read as they stand', async () => {
      const cells = ['1.50', '-2', '+3', '.5', '1E3', '1.5e-7', '0x1F4 pieces', '1E3,00']
      const book = await written(cells.map((value) => `<c><v>${value}</v></c>`).join(''))
      expect(await readSheet(book)).toEqual([['1.5', '-2', '3', '0.5', '1000', '0.00000015', '0x1F4 pieces', '1E3,00']])
      const texts = await written('<c t="str"><v>0x1F4</v></c><c t="s"><v>1</v></c><c t="inlineStr"><is><t>0b1</t></is></c>')
      expect(await readSheet(texts)).toEqual([['0x1F4', 'second', '0b1']])
    })
    test.each(['<t>1</t><t>9</t>', '<t>1</t><r><t>9</t></r>', '<r><t>1</t><t>9</t></r>', '<t>1<t>9</t></t>', '<x><t>1</t></x>'])(
      'a cell with the shared text %s refuses the file by its name',
      async (text) => {
        const parts = await partsOf(await written('<c r="A1" t="s"><v>1</v></c>'))
        parts['xl/sharedStrings.xml'] = `<sst><si><t>first</t></si><si>${text}</si></sst>`
        await expect(readSheet(await zipped(parts))).rejects.toMatchObject({ refusal: 'CELL_UNCLEAR', data: { cells: 'A1' } })
        parts['xl/worksheets/sheet1.xml'] = parts['xl/worksheets/sheet1.xml']!.replace('<v>1</v>', '<v>0</v>')
        expect(await readSheet(await zipped(parts))).toEqual([['first']])
      },
    )
    test('a shared text has runs of several formats, and the reading of a Japanese text beside it', async () => {
      const parts = await partsOf(await written('<c t="s"><v>0</v></c><c t="s"><v>1</v></c>'))
      parts['xl/sharedStrings.xml'] =
        '<sst><si><r><rPr><b/></rPr><t>INV</t></r><r><t>-1</t></r></si><si><t>東京</t><rPh sb="0" eb="2"><t>トウキョウ</t></rPh><phoneticPr fontId="1"/></si></sst>'
      expect(await readSheet(await zipped(parts))).toEqual([['INV-1', '東京']])
    })
    test.each([
      ['0.00_%', '4.35', '4.35'],
      ['_(0.00_%_);(0.00)', '4.35', '4.35'],
      ['0.00*%', '0.0435', '0.0435'],
      ['0.00\\%', '4.35', '4.35'],
      ['0.00%;[Red]-0.00%;"-"', '0.0435', '4.35%'],
      ['[$-409]0.00%', '0.0435', '4.35%'],
    ])('a number in the format %s is read as it is shown', async (format, value, text) => {
      const parts = await partsOf(await written(`<c r="A1" s="1"><v>${value}</v></c>`))
      const styles = (code: string) =>
        `<styleSheet><numFmts><numFmt numFmtId="170" formatCode="${code.replaceAll('"', '&quot;')}"/></numFmts><cellXfs><xf numFmtId="0"/><xf numFmtId="170"/></cellXfs></styleSheet>`
      parts['xl/styles.xml'] = styles(format)
      expect(await readSheet(await zipped(parts))).toEqual([[text]])
      parts['xl/styles.xml'] = styles('[&lt;1]0.00%;0.00')
      await expect(readSheet(await zipped(parts))).rejects.toMatchObject({ refusal: 'CELL_UNCLEAR', data: { cells: 'A1' } })
    })
    test('formats and shared texts are read where the workbook names them', async () => {
      const parts = await partsOf(await written('<c r="A1" s="1"><v>0.0435</v></c><c r="B1" t="s"><v>1</v></c>'))
      parts['xl/s/fmt.xml'] = '<styleSheet><cellXfs><xf numFmtId="0"/><xf numFmtId="10"/></cellXfs></styleSheet>'
      parts['xl/texts.xml'] = parts['xl/sharedStrings.xml']!
      delete parts['xl/styles.xml']
      delete parts['xl/sharedStrings.xml']
      const rels = 'xl/_rels/workbook.xml.rels'
      parts[rels] = parts[rels]!.replace('styles.xml', 's/fmt.xml').replace('sharedStrings.xml', 'texts.xml')
      expect(await readSheet(await zipped(parts))).toEqual([['4.35%', 'second']])
    })
    test('a text keeps the zone of its time', async () => {
      const book = await written('<c t="str"><v>2026-11-30T23:30:00.000Z</v></c>')
      expect(await readSheet(book)).toEqual([['2026-11-30T23:30:00.000Z']])
    })
    test('a text in runs of several formats is one text', async () => {
      const book = await written('<c t="inlineStr"><is><r><t>INV</t></r><r><rPr><b/></rPr><t>-1</t></r></is></c>')
      expect(await readSheet(book)).toEqual([['INV-1']])
    })
    test('a cell that shows a percentage is read as people see it', async () => {
      const parts = await partsOf(
        await written('<c s="1"><v>0.0435</v></c><c s="2"><v>1.5</v></c><c s="3"><v>4.35</v></c><c s="1"><v></v></c>'),
      )
      parts['xl/styles.xml'] =
        '<styleSheet><numFmts><numFmt numFmtId="170" formatCode="0.0%"/><numFmt numFmtId="171" formatCode="0.00&quot;%&quot;"/></numFmts><cellXfs><xf numFmtId="0"/><xf numFmtId="10"/><xf numFmtId="170"/><xf numFmtId="171"/></cellXfs></styleSheet>'
      expect(await readSheet(await zipped(parts))).toEqual([['4.35%', '150%', '4.35']])
    })
    test('a sheet that ends in the middle is refused', async () => {
      await expect(readSheet(await written('<c><v>1</v></c></row><row><c><v>2</v></c>'))).resolves.toHaveLength(2)
      await expect(readSheet(await written('<c><v>1</v></c></row><row><c><v>2'))).rejects.toMatchObject({
        data: { reason: 'markup' },
      })
    })
  })

  test('a csv keeps line breaks, quotes and Chinese text', () => {
    expect(parseCsv('a;b\r\n"x;1";"say ""hi""\nnow"\r\n买方;2\n')).toEqual([
      ['a', 'b'],
      ['x;1', 'say "hi"\nnow'],
      ['买方', '2'],
    ])
  })

  test('what is no spreadsheet is refused by name', async () => {
    await expect(readSheet(Buffer.from([0, 1, 2, 3]))).rejects.toMatchObject({ refusal: 'FILE_TYPE' })
    await expect(readSheet(Buffer.from('PK\u0003\u0004broken'))).rejects.toMatchObject({ refusal: 'FILE_UNREADABLE' })
  })

  test('a workbook that unpacks beyond the limit is refused before any parsing, whatever its directory claims', async () => {
    const bomb = await zipped({ 'xl/workbook.xml': '<workbook/>', 'xl/sharedStrings.xml': 'a'.repeat(120_000_000) })
    expect(bomb.length).toBeLessThan(200_000)
    await expect(readSheet(bomb)).rejects.toMatchObject({ refusal: 'FILE_UNREADABLE', data: { reason: 'size' } })
    // The directory claims a small part; the unpacked bytes are counted.
    const size = Buffer.alloc(4)
    size.writeUInt32LE(120_000_000)
    const lying = Buffer.from(bomb)
    for (let at = lying.indexOf(size); at >= 0; at = lying.indexOf(size, at)) lying.writeUInt32LE(1000, at)
    await expect(readSheet(lying)).rejects.toMatchObject({ refusal: 'FILE_UNREADABLE' })
  })

  test.each([true, false])(
    'a cell beyond the most columns refuses its workbook before its rows are widened (packed: %s)',
    async (packed) => {
      const parts = await partsOf(await writeWorkbook('Rows', [{ title: 'x' }], []))
      const row = '<row><c r="XFD"><v>1</v></c></row>'
      parts['xl/worksheets/sheet1.xml'] = `<worksheet><sheetData>${row.repeat(19_001)}</sheetData></worksheet>`
      const book = await zipped(parts, packed)
      const before = process.cpuUsage()
      await expect(readSheet(book)).rejects.toMatchObject({ refusal: 'SHEET_TOO_WIDE', data: { columns: 200 } })
      // All rows cost about 20 seconds when expanded.
      expect(process.cpuUsage(before).user / 1e6).toBeLessThan(5)
    },
    60_000,
  )

  test('a part is counted and checked under any name, and one that is read as XML must be named so', async () => {
    const parts = await partsOf(await writeWorkbook('Rows', [{ title: 'x' }], []))
    const large = { ...parts, 'xl/media/picture.bin': 'a'.repeat(120_000_000) }
    await expect(readSheet(await zipped(large))).rejects.toMatchObject({ refusal: 'FILE_UNREADABLE', data: { reason: 'size' } })
    const relations = 'xl/_rels/workbook.xml.rels'
    const aside = {
      ...parts,
      'xl/worksheets/sheet1.bin': parts['xl/worksheets/sheet1.xml']!,
      [relations]: parts[relations]!.replace('sheet1.xml', 'sheet1.bin'),
    }
    expect(aside[relations]).not.toBe(parts[relations])
    await expect(readSheet(await zipped(aside))).rejects.toMatchObject({ refusal: 'FILE_UNREADABLE', data: { reason: 'parts' } })
    const comments = { ...parts, 'xl/worksheets/sheet1.xml': `<worksheet>${'<!--'.repeat(1_000_000)}` }
    await expect(readSheet(await zipped(comments))).rejects.toMatchObject({ data: { reason: 'markup' } })
  })

  describe('of a workbook with several sheets', () => {
    const book = async (...sheets: { name: string; rows: string[][]; hidden?: boolean }[]) =>
      Buffer.from(await writeXlsx({ sheets }))
    const seen = { name: 'Seen', rows: [['Number'], ['INV-24']] }
    const other = { name: 'Other', rows: [['Number'], ['INV-23']] }

    test('a hidden one is not read before the one that people see', async () => {
      expect(await readSheet(await book({ ...other, hidden: true }, seen))).toEqual(seen.rows)
      expect(await readSheet(await book(seen, { ...other, hidden: true }))).toEqual(seen.rows)
    })
    test('the one that holds something is read, wherever the empty ones stand', async () => {
      expect(await readSheet(await book({ name: 'Empty', rows: [] }, seen, { name: 'Blank', rows: [] }))).toEqual(seen.rows)
    })
    test('two that people see and that hold something are refused with their names', async () => {
      await expect(readSheet(await book(seen, { name: 'Empty', rows: [] }, other))).rejects.toMatchObject({
        refusal: 'SEVERAL_SHEETS',
        data: { first: 'Seen', second: 'Other' },
      })
    })
  })

  test('a text shared by many cells counts for each of them', async () => {
    const cells = Array.from({ length: 3000 }, (_, row) => `<row r="${row + 1}"><c r="A${row + 1}" t="s"><v>0</v></c></row>`)
    const book = await writeWorkbook('Rows', [{ title: 'x' }], [])
    const parts = await partsOf(book)
    parts['xl/sharedStrings.xml'] = `<sst><si><t>${'long '.repeat(2000)}</t></si></sst>`
    parts['xl/worksheets/sheet1.xml'] = `<worksheet><sheetData>${cells.join('')}</sheetData></worksheet>`
    await expect(readSheet(await zipped(parts))).rejects.toMatchObject({ refusal: 'FILE_TOO_LARGE' })
  })
})

async function zipped(parts: Record<string, string>, compress = true): Promise<Buffer> {
  const zip = new ZipFile()
  for (const [name, text] of Object.entries(parts)) zip.addBuffer(Buffer.from(text), name, { compress })
  zip.end()
  const chunks: Buffer[] = []
  for await (const chunk of zip.outputStream) chunks.push(chunk as Buffer)
  return Buffer.concat(chunks)
}

/** The parts of a small workbook as text. */
const partsOf = (book: Buffer): Promise<Record<string, string>> =>
  new Promise((resolve, reject) => {
    fromBuffer(book, { lazyEntries: true }, (error, zip) => {
      if (error) return reject(error)
      const parts: Record<string, string> = {}
      zip.on('entry', (entry) =>
        zip.openReadStream(entry, async (_, stream) => {
          const chunks: Buffer[] = []
          for await (const chunk of stream) chunks.push(chunk as Buffer)
          parts[entry.fileName] = Buffer.concat(chunks).toString()
          zip.readEntry()
        }),
      )
      zip.on('end', () => resolve(parts))
      zip.readEntry()
    })
  })
