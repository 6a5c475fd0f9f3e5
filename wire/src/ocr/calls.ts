import { z } from 'zod'
import { fileToRead } from '../act.ts'
import { call } from '../call.ts'

const gateway = '/{p}-ocr-gw/ocr'

/** Left, top, right, bottom on the page, in the unit of its width and height. */
const Box = z.tuple([z.number(), z.number(), z.number(), z.number()])
const Field = z.object({
  /** In plain form: YYYY-MM-DD, exact decimal text, an ISO currency code. */
  value: z.string(),
  /** As printed. */
  text: z.string(),
  /** 0 to 1. */
  confidence: z.number(),
  /** Somebody should look at it before it is used. */
  doubtful: z.boolean(),
  page: z.number().nullable(),
  box: Box.nullable(),
})
const Line = z.object({
  description: z.string().nullable(),
  sku: z.string().nullable(),
  quantity: z.string().nullable(),
  unitPrice: z.string().nullable(),
  amount: z.string().nullable(),
})
const Check = z.object({
  rule: z.string(),
  level: z.enum(['error', 'warning']),
  fields: z.array(z.string()),
  params: z.record(z.string(), z.string()).optional(),
})
const Mail = z.object({
  subject: z.string().nullable(),
  fromName: z.string().nullable(),
  fromEmail: z.string().nullable(),
  recipients: z.array(z.object({ name: z.string().nullable(), email: z.string().nullable(), type: z.string().nullable() })),
  date: z.string().nullable(),
  body: z.string().nullable(),
  attachments: z.array(z.object({ name: z.string().nullable(), bytes: z.number(), mail: z.boolean() })),
})
const Text = z.string().nullable()
const Party = z.object({ name: Text, tradingName: Text, vatId: Text, taxNumber: Text, registration: Text, country: Text })
const EInvoiceHead = z.object({
  /** Its own number; what was read before it was kept has none. */
  number: Text.optional(),
  /** Why nobody owes its seller what it asks for; null where somebody does. */
  noReceivable: z.enum(['NO_INVOICE', 'NOTE', 'FACTORED_INVOICE', 'TYPE_TWICE']).nullable(),
  /** The numbers of invoices that it names as preceding it. */
  precedingInvoices: z.array(z.string()),
  seller: Party,
  /** Who is paid, where it says that it is another than the seller. */
  payee: Party.nullable(),
})
export const ExtractData = z.object({
  schemaCode: z.string(),
  readFrom: z.enum(['e-invoice', 'text', 'ocr', 'mail']),
  /** The file that was read: the upload, or the attachment of a mail. */
  fileName: z.string(),
  /** The place of that attachment in the mail. */
  part: z.string().optional(),
  pages: z.array(
    z.object({ number: z.number(), width: z.number(), height: z.number(), source: z.enum(['text', 'ocr']), turns: z.number() }),
  ),
  /** Every field of the schema in its order; null where the document does not print it. */
  fields: z.array(
    z.object({
      name: z.string(),
      kind: z.string(),
      required: z.boolean(),
      /** What an administrator calls it; the portal's own word where nothing is said. */
      label: z.object({ 'en-US': z.string(), 'zh-CN': z.string() }).optional(),
      found: Field.nullable(),
    }),
  ),
  lines: z.array(Line),
  checks: z.array(Check),
  /** What the machine-readable invoice inside says of itself. */
  eInvoice: EInvoiceHead.optional(),
  /** The other invoices in the file or in the attachments of the mail; left out where there are none. */
  otherEInvoices: z.array(EInvoiceHead).optional(),
  mail: Mail.nullable(),
})
export type ExtractData = z.infer<typeof ExtractData>
export type ExtractField = ExtractData['fields'][number]

/** The endings whose text can be read. */
export const ocrEndings = ['jpg', 'jpeg', 'bmp', 'png', 'pdf', 'msg'] as const

/** Reading documents: the fields of an uploaded file, and the picture of a page to hold them against. */
export const ocrCalls = {
  standard: call({
    method: 'POST',
    path: `${gateway}/standard`,
    access: 'signed-in',
    tells: { byRight: 'a document is read by whoever may read its file (file/places.ts)' },
    scope: 'company',
    // Reading a file twice answers the same; what is kept is only a memory of it.
    effect: 'read',
    names: { 'body.fileKey': fileToRead },
    title: 'The fields of an uploaded document by the schema of its kind',
    body: z.object({ fileKey: z.string().min(1).max(300), schemaCode: z.string().min(1).max(40) }),
    answer: z.object({ extractData: ExtractData }),
  }),
  page: call({
    method: 'POST',
    path: `${gateway}/page`,
    access: 'signed-in',
    tells: { byRight: 'a document is read by whoever may read its file (file/places.ts)' },
    scope: 'company',
    effect: 'read',
    names: { 'body.fileKey': fileToRead },
    kind: 'file',
    title: 'One page of an uploaded document as a picture',
    body: z.object({
      fileKey: z.string().min(1).max(300),
      page: z.number().int().min(1).max(50),
      /** The place of an attachment in the mail, as the reading tells it. */
      part: z
        .string()
        .regex(/^\d{1,2}(\.\d{1,2}){0,2}$/)
        .optional(),
      turns: z.number().int().min(0).max(3).default(0),
    }),
    answer: z.any(),
  }),
}
