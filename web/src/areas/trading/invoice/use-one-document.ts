import type { FormInstance } from 'antd'
import { useRef } from 'react'
import type { OcrFile } from '../../../ocr/ocr-file.ts'

type Values = Readonly<Record<string, unknown>>
type Taken = { file: OcrFile; wasAttached: boolean; before: Values; after: Values }

/** What a document may fill. */
const fields = ['buyerCode', 'invoiceNo', 'taxInvoiceNo', 'issueDate', 'dueDate', 'currency', 'amount', 'purchaseOrderId']

/**
 * The one document whose values stand in the form of an invoice. Before another is used, what the last one has set is as it was
 * before, with its paper: one invoice does not have the number of one document and the amount of another. What was typed since
 * stays. `use` returns the name of the document that gave way.
 */
export function useOneDocument(form: FormInstance) {
  const last = useRef<Taken>(undefined)
  const papers = (): OcrFile[] => form.getFieldValue('attachments') ?? []
  const without = ({ objectKey }: OcrFile) => papers().filter((file) => file.objectKey !== objectKey)
  const remove = (file: OcrFile) => form.setFieldValue('attachments', without(file))
  const values = (): Values => Object.fromEntries(fields.map((name) => [name, form.getFieldValue(name)]))
  const takeBack = ({ file, wasAttached, before, after }: Taken) => {
    for (const name of fields)
      if (after[name] !== before[name] && form.getFieldValue(name) === after[name]) form.setFieldValue(name, before[name])
    if (!wasAttached) remove(file)
  }
  const use = (file: OcrFile, fill: () => void): string | undefined => {
    const gone = last.current
    if (gone) takeBack(gone)
    const before = values()
    const wasAttached = papers().some(({ objectKey }) => objectKey === file.objectKey)
    fill()
    form.setFieldValue('attachments', [...without(file), { objectKey: file.objectKey, fileName: file.fileName }])
    last.current = { file, wasAttached, before, after: values() }
    return gone && gone.file.objectKey !== file.objectKey ? gone.file.fileName : undefined
  }
  return { use, remove }
}
