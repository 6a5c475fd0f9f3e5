import type { InvoiceBody } from '@usance/wire/invoice/calls'
import type { FormInstance } from 'antd'
import { useText } from '../../../i18n/i18n.ts'
import type { OcrFile } from '../../../ocr/ocr-file.ts'
import { notify } from '../../../ui/notice.ts'
import type { Order } from './fitting-order.ts'
import { useOneDocument } from './use-one-document.ts'
import { valuesFromDocument } from './values-from-document.ts'

type Known = {
  buyers: readonly { code: string; name: string }[] | undefined
  orders: readonly Order[]
  /** What follows from values that a person would have typed. */
  onFilled: (changed: Partial<InvoiceBody>, all: InvoiceBody) => void
}

/** Fills the form of an invoice from a document that was read, or takes that document out again. */
export function useDocument(form: FormInstance<InvoiceBody>, { buyers = [], orders, onFilled }: Known) {
  const text = useText()
  const document = useOneDocument(form)
  const takeOver = (read: Record<string, string>, file: OcrFile) => {
    const found = valuesFromDocument(read, buyers, orders)
    const gone = document.use(file, () => {
      form.setFieldsValue(found)
      onFilled(found, { ...form.getFieldsValue(), ...found } as InvoiceBody)
    })
    if (gone) notify('info', text('trading.otherDocument', { gone, file: file.fileName }))
    if (read.buyerName && !found.buyerCode)
      form.setFields([{ name: 'buyerCode', errors: [text('ocr.buyerUnknown', { name: read.buyerName })] }])
  }
  return { takeOver, remove: document.remove }
}
