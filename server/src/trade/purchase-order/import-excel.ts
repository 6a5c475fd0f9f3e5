import { mostOrderLines, type purchaseOrderCalls } from '@usance/wire/purchase-order/calls'
import { elevate } from '../../database/database.ts'
import { type Actor, afterwards, type Context, type Handler } from '../../http/context.ts'
import { recordNamed } from '../../http/one-party.ts'
import { faultyField, Refused } from '../../http/refused.ts'
import { configuredSheet } from '../../platform/dynamic-form/configured-sheet.ts'
import { sheetOf as readSheet } from '../../platform/file/parse-file.ts'
import { runImport } from '../../platform/sheet-import/run-import.ts'
import { type ImportSheet, type SheetColumn, sendTemplate, templateOf } from '../../platform/sheet-import/sheet.ts'
import { addOrder, changeOrder, returnedByChecker } from './save-order.ts'

const orderColumns = [
  { key: 'poNo', title: { 'en-US': 'Order no', 'zh-CN': '订单号' }, required: true, example: 'PO-2026-001', max: 80 },
  { key: 'partnerCode', title: { 'en-US': 'Buyer code', 'zh-CN': '买方代码' }, required: true, example: 'BUYER1', max: 60 },
  {
    key: 'orderDate',
    title: { 'en-US': 'Order date', 'zh-CN': '下单日期' },
    required: true,
    example: '2026-01-15',
    kind: 'date',
  },
  {
    key: 'latestShipDate',
    title: { 'en-US': 'Latest ship date', 'zh-CN': '最迟装运日' },
    required: true,
    example: '2026-03-16',
    kind: 'date',
  },
  { key: 'currency', title: { 'en-US': 'Currency', 'zh-CN': '币种' }, required: true, example: 'USD', kind: 'currency' },
  { key: 'sku', title: { 'en-US': 'Item no', 'zh-CN': '货号' }, required: false, example: 'SKU-1', max: 80 },
  { key: 'description', title: { 'en-US': 'Description', 'zh-CN': '品名' }, required: true, example: 'Cotton shirts', max: 300 },
  { key: 'qty', title: { 'en-US': 'Quantity', 'zh-CN': '数量' }, required: true, example: '1000', kind: 'quantity' },
  { key: 'unit', title: { 'en-US': 'Unit', 'zh-CN': '单位' }, required: false, example: 'PCS', max: 20 },
  { key: 'unitPrice', title: { 'en-US': 'Unit price', 'zh-CN': '单价' }, required: true, example: '12.50', kind: 'unitPrice' },
] as const satisfies readonly SheetColumn[]
type Key = (typeof orderColumns)[number]['key']
type Row = Record<Key, string>

const named = { name: { 'en-US': 'Purchase orders', 'zh-CN': '采购订单' }, fileName: 'purchase-order-template.xlsx' }
/** What a supplier fills in about its orders. */
export const orderSheet: ImportSheet<Key> = { ...named, columns: orderColumns }
const buyerSheet: ImportSheet<Key> = {
  ...named,
  columns: orderColumns.map((column) =>
    column.key === 'partnerCode'
      ? { ...column, title: { 'en-US': 'Supplier code', 'zh-CN': '供应商代码' }, example: 'SUPPLIER1' }
      : column,
  ),
}
const sheetOf = ({ companyRole }: Actor) => (companyRole === 'BUYER' ? buyerSheet : orderSheet)

const ownSheet = ({ tx, actor }: Pick<Context & { actor: Actor }, 'tx' | 'actor'>) =>
  configuredSheet(tx, 'PURCHASE_ORDER_SHEET', sheetOf(actor))

export const purchaseOrderTemplate: Handler<typeof purchaseOrderCalls.template> = async (request) =>
  templateOf(await ownSheet(request), request.language)
export const downloadOrderTemplate: Handler<typeof purchaseOrderCalls.templateDownload> = async (request) =>
  sendTemplate(await ownSheet(request), request)

/** One row a line; rows of one number and partner make an order. A supplier's are drafts, a buyer's wait for its checker. */
export const importPurchaseOrders = afterwards<typeof purchaseOrderCalls.importExcel, string[][]>(readSheet, async (request) =>
  runImport(request, {
    kind: 'PURCHASE_ORDERS',
    fileKey: request.query.fileKey,
    sheet: await ownSheet(request),
    groupOf: ({ poNo, partnerCode }) => `${poNo.toUpperCase()}|${partnerCode}`,
    add: (rows) => addFromSheet(request, rows),
  }),
)

async function addFromSheet(request: Context & { actor: Actor }, rows: Row[]): Promise<void> {
  const { tx, actor } = request
  const first = rows[0]!
  // No form opens an order of more lines, to correct it or to say what was shipped.
  if (rows.length > mostOrderLines) throw faultyField('poNo', 'TOO_MANY_LINES', { count: mostOrderLines })
  for (const key of ['orderDate', 'latestShipDate', 'currency'] as const)
    if (rows.some((row) => row[key] !== first[key]))
      throw new Refused('BAD_REQUEST', { fields: [{ field: key, message: 'DIFFERENT' }] })
  for (const row of rows) {
    if (!/[1-9]/.test(row.qty)) throw faultyField('qty', 'AMOUNT_NOT_POSITIVE')
    if (!/^\d+(\.\d{1,4})?$/.test(row.qty)) throw faultyField('qty', 'AMOUNT_SCALE')
  }
  const body = {
    poNo: first.poNo,
    orderDate: first.orderDate,
    latestShipDate: first.latestShipDate,
    currency: first.currency,
    items: rows.map(({ sku, description, qty, unit, unitPrice }) => ({ sku, description, qty, unit: unit || 'PCS', unitPrice })),
  }
  if (actor.companyRole === 'SUPPLIER') {
    await addOrder(request, actor.companyId, { ...body, buyerCode: first.partnerCode, saveType: 'DRAFT' })
    return
  }
  const relation = await tx
    .selectFrom('relationship as r')
    .innerJoin('company as s', 's.id', 'r.supplierId')
    .select(['s.id', 'r.disclosed'])
    .where('s.code', '=', first.partnerCode)
    .where('r.buyerId', '=', actor.companyId)
    .where('r.status', '=', 'ENABLE')
    .executeTakeFirst()
  // To the buyer of an undisclosed relationship this portal knows nothing of that supplier.
  if (!relation?.disclosed) throw faultyField('partnerCode', 'PARTY_UNKNOWN')
  // What a checker returned is put right by its maker in another sheet: its number is taken.
  await elevate(tx)
  const sent = { ...body, buyerCode: actor.companyCode, saveType: 'SUBMIT' } as const
  const returned = await recordNamed(
    request,
    returnedByChecker(tx, { supplierId: relation.id, buyerId: actor.companyId, poNo: body.poNo }),
  )
  if (returned) await changeOrder(request, returned, sent, true)
  else await addOrder(request, relation.id, sent)
}
