import { writeXlsx } from 'hucre/xlsx'

export type SheetColumn = { title: string; width?: number }
/** A small workbook of text cells, for templates and error reports. Text cells never hold a formula. */
export async function writeWorkbook(name: string, columns: SheetColumn[], rows: string[][]): Promise<Buffer> {
  const bytes = await writeXlsx({
    sheets: [
      {
        name: name.slice(0, 31),
        columns: columns.map(({ title, width = 20 }, index) => ({ header: title, key: String(index), width })),
        data: rows.map((row) => Object.fromEntries(row.map((cell, index) => [String(index), cell]))),
        freezePane: { rows: 1 },
      },
    ],
  })
  return Buffer.from(bytes)
}
