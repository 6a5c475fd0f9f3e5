const messages = {
  'e-invoice-empty': { 'en-US': 'The file is empty.', 'zh-CN': '文件为空。' },
  'e-invoice-too-large': { 'en-US': 'The XML file is larger than allowed.', 'zh-CN': 'XML 文件超出允许的大小。' },
  'e-invoice-too-deep': { 'en-US': 'The XML file is nested too deeply.', 'zh-CN': 'XML 文件嵌套层级过深。' },
  'e-invoice-encoding': {
    'en-US': 'The text encoding of the XML file is not supported or does not match its bytes.',
    'zh-CN': 'XML 文件的文字编码不受支持或与内容不符。',
  },
  'e-invoice-doctype': {
    'en-US': 'The XML file has a DOCTYPE or entity declaration, which is not accepted.',
    'zh-CN': 'XML 文件含有 DOCTYPE 或实体声明，不予接受。',
  },
  'e-invoice-malformed': { 'en-US': 'The XML file is not well-formed.', 'zh-CN': 'XML 文件格式不正确。' },
  'e-invoice-unsupported': {
    'en-US': 'This kind of XML document is not supported. Upload a UBL 2.1 or UN/CEFACT CII document.',
    'zh-CN': '不支持此类 XML 单据，请上传 UBL 2.1 或 UN/CEFACT CII 格式的单据。',
  },
} as const

export type EInvoiceErrorName = keyof typeof messages
/** @internal Every name, for the test that each has a file that is refused with it. */
export const eInvoiceErrorNames = Object.keys(messages) as EInvoiceErrorName[]

/** The sentence a user reads for a refused e-invoice, in their language. */
export const eInvoiceErrorText = (name: EInvoiceErrorName, locale: 'en-US' | 'zh-CN'): string => messages[name][locale]

/** A document that is refused as a whole; detail is for the log, the name for the user. */
export class EInvoiceError extends Error {
  override readonly name = 'EInvoiceError'
  readonly code: EInvoiceErrorName
  constructor(code: EInvoiceErrorName, detail = '') {
    super(detail ? `${code}: ${detail}` : code)
    this.code = code
  }
}
