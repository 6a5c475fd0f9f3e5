import type { DocumentSchema, FieldSchema } from './schema.ts'

const invoiceNo: FieldSchema = {
  name: 'invoiceNo',
  kind: 'number',
  required: true,
  labels: [
    [100, '(?:tax |vat |cash |commercial )?(?:invoice|inv|irvolce)s? ?(?:/ ?bills?)? ?(?:no|n0|num|number|nr|#|id)'],
    [
      100,
      'rechnungs? ?(?:nummer|nr|#|no)|factuur ?(?:nummer|nr)|facture ?(?:n°|no|nº|num[ée]ro)|n[uú]mero de factura|factura ?(?:n[º°o]\\.?|n[uú]mero|num)|发票号码|发票编号|发票号|(?:no|number) (?:& |and )?date of invoice',
    ],
    [
      95,
      '(?:credit note|credit memo|debit note|bill|receipt|slip|doc|document|voucher) ?(?:no|n0|number|nr|#)|单据号|票据号|收据号',
    ],
    [80, 'tax invoice|invoice|rechnung|factuur|facture|receipt|inv ?#?|receipt'],
    [85, '单号'],
    [60, 'number|nummer|num[ée]ro|numero|no|n0|nr|n°|nº|№|#'],
  ],
  not: '送货单|运单|快递|订单|采购|合同|gst (?:id|reg|no|number)|tax (?:id|reg)|s/c|l/c|b/l|d/o|c/r|bl no|contract|container|job|vessel|voyage|phone|sort code|member|part|hs|ship|deliver|page|tel|phone|fax|reg(?:istration)? ?no|co ?reg|order|kunden|klant|cashier|counter|trans|p ?o|table|account|vat|id no|hot ?line|客户|机器|statement|batch|lot|item|customer|cust',
}
const invoiceDate: FieldSchema = {
  name: 'invoiceDate',
  kind: 'date',
  required: true,
  labels: [
    [
      100,
      '(?:invoice|bill|receipt|tax invoice|issue|rechnungs?|factuur|document|doc|credit note) ?(?:date|datum)|(?:no|number) (?:& |and )?date of invoice|date of (?:issue|invoice)|date issued|issued (?:at|on)|tax point|开票日期|发票日期|date de (?:la )?factur(?:e|ation)|date d.?[ée]mission|fecha de (?:factura|emisi[oó]n)',
    ],
    [90, '(?:rechnung|invoice) ?(?:#|nr|no)?[^|]{3,30}?(?:vom|von|dated|issued at)'],
    [80, 'dated?|datum|data|fecha|issued|日期'],
    [75, 'facture ?(?:n°|no|nº)?[^|]{3,30}?du|le'],
  ],
  not: 'due|delivery|order|ship|leistung|fällig|verval|print|expir|valid|liefer|交货|到期|付款|order ?datum|dd|d.?[ée]ch[ée]ance|l/c|b/l|vencimiento',
}
const dueDate: FieldSchema = {
  name: 'dueDate',
  kind: 'date',
  labels: [
    [
      100,
      'due date|date due|maturity(?: date)?|payment due|pay(?:ment|able)? (?:by|before|until)|due (?:on|by)|fällig(?:keits)?(?:datum)?|fallig(?:keits)?(?:datum)?|fällig am|vencimiento|scadenza|verval ?datum|date d.?[ée]ch[ée]ance|[ée]che?[ée]ance|到期日|付款日期|付款期限|应付日期',
    ],
    [
      90,
      '(?:please )?(?:pay|transfer|settle) by|please remit until|(?:bitte )?(?:ü|u)berweisen sie(?: bitte)? bis(?: zum)?|zahlbar(?: ohne abzug)? bis(?: zum)?|remit (?:by|until)|à r[ée]gler avant le|zum',
    ],
    [80, 'due|payable'],
  ],
}
const poNumber: FieldSchema = {
  name: 'poNumber',
  kind: 'number',
  labels: [
    [
      100,
      '(?:p ?o|purchase order|cust(?:omer)? p ?o) ?(?:no|number|nr|num|#|ref)|customer p ?o|cust\\.? p ?o(?: no)?|l p ?o (?:no|number)|采购订单号?码?|订单编号|订单号码?',
    ],
    [
      90,
      'reference p ?o|your order(?: no| number)?|buyer.?s? order(?: no)?|bestellnummer|bestell ?nr|[il]hre bestellung|r[ée]f\\.? commande|(?:votre )?commande(?: n°)?|purchase order|p ?o',
    ],
    [70, 'order (?:no|number|id|nr|#|ref)|ordernummer|order'],
  ],
  not: 'p\\.?o\\.? box|order date|orderdatum|datum|our order|sales order|work order|unsere|fact',
}
const currency: FieldSchema = {
  name: 'currency',
  kind: 'currency',
  labels: [[100, 'currency|währung|valuta|devise|币种|货币|币别']],
}

const net: FieldSchema = {
  name: 'netAmount',
  kind: 'amount',
  labels: [
    [
      100,
      'total (?:amount )?\\(? ?(?:excl(?:uding|usive)?|before|ex) ?\\.? ?(?:of |or )?(?:gst|tax|vat|btw)|net (?:total|amount|value)|total net|total before (?:gst|vat|tax)|total (?:taxable|excluding)(?: value| amount| tax| gst| vat)?|taxable (?:value|amount)|netto ?(?:betrag|summe)?|netto ?summe|summe netto|total h\\.t\\.|base imponible|imponibile|total ht|exclusief btw|grondslag|total sales ?\\(? ?excluding gst|amount before tax|不含税金额|金额合计|税前金额|合计金额',
    ],
    [90, 'sub ?total|subtotaal|zwischensumme|sous ?total|merchandise total|小计'],
    [80, 'nett?|netto'],
  ],
  not: 'rounded|saving|vat total|supplies|net of',
}
const tax: FieldSchema = {
  name: 'taxAmount',
  kind: 'amount',
  labels: [
    [
      100,
      'total (?:gst|tax|vat)|(?:vat|tax|gst) (?:total|amount)|(?:ust|mwst)\\.? ?gesamt|zuz(?:ü|u)gl(?:ich)?\\.? ?(?:ust|mwst|umsatzsteuer)|btw[- ]?bedrag|税额合计|合计税额|税额',
    ],
    [
      90,
      'gst ?payable|(?:sales |service |consumption )?tax|vat|[ics]gst|utgst|gst|sst|tva|t\\.v\\.a\\.?|tps|tvq|iva|btw|ust|umsatzsteuer|mehrwertsteuer|mwst|hst|pst|qst|增值税',
    ],
  ],
  not: 'excl(?:uding|usive|uded)?|incl(?:uding|usive)?|invoice|total with|reg|reverse|point|(?:gst|tax|vat|ust|btw)[-. ]*(?:id|no|nr|nummer)|summary|analysis|code|before|after tax|taxable|analys',
}
const shipping: FieldSchema = {
  name: 'shippingAmount',
  kind: 'amount',
  labels: [[100, 'shipping(?: ?& ?handling)?|freight|delivery (?:fee|charge|cost)s?|carriage|versand(?:kosten)?|porto|运费']],
  not: 'address|ship to|date',
}
const total: FieldSchema = {
  name: 'totalAmount',
  kind: 'amount',
  required: true,
  labels: [
    [100, '小写|价税合计|应付总额|应付金额|总计金额|总金额'],
    [
      96,
      'grand total|gross(?: total| amount)?|total factura|totale(?: fattura| documento)?|amount to pay|zahlbetrag|zu zahlen|total(?: invoice)? value|invoice (?:value|amount)|final amount|total t\\.t\\.c\\.|credit total|te betalen|net [àa] payer|order total|total credit|total (?:amt|amount)?[ ]?(?:payable|due|rounded)|(?:amount|due) (?:payable|due)|total payable|due payable|net total rounded|rounded total|total amount|invoice total|factuur totaal|total ttc|gesamtbetrag|rechnungsbetrag|summe inkl|brutto|total (?:cif|fob|cfr|exw|dap|ddp)|total r(?:ou|o)nded|实付金额|总计|总额',
    ],
    [82, 'balance (?:payable|due)'],
    [88, 'total ?(?:sales|amt|amount)? ?\\(? ?(?:incl(?:uding|usive|uded)?|inc|with|after)|nett? total|total rm|total sales'],
    [80, 'total|totaal|gesamt|summe|合计|totai|tota!|tota1'],
    [76, 'due|amount|sum|金额'],
  ],
  not: "sub ?total|subtotaal|total (?:qty|quantity|item|ntem|disc|sav|gst|tax|vat|ht|net(?!t))|total excl|total \\(? ?excl|excluding|excl|vat total|ust\\.? ?gesamt|previous|total net|taxable|total units|page|net total(?! (?:\\(|rounded))|netto|change|supplies|included in|includes|item count|due date|total ?: ?\\d+ ?$|saving|'?savi|summary|amount ?\\(|taxable|in words|amount paid|qty|date|rate",
}
// An electronic invoice states the prepaid sum and what it asks for; on paper no label separates them from the total.
const prepaid: FieldSchema = { name: 'prepaidAmount', kind: 'amount', labels: [] }
const payable: FieldSchema = { name: 'payableAmount', kind: 'amount', labels: [] }
const sellerTaxId: FieldSchema = {
  name: 'sellerTaxId',
  kind: 'registration',
  labels: [
    [
      100,
      '(?:gst|vat|tax|ust|btw|tva|tin)(?:[-. ]*(?:id|idnr|reg|registration|number|nummer|nr|no|1d))+(?:[-. ]*(?:no|n0|nr|number))?|(?:ust|u5t)-?[il1]d(?:[-. ]*nr)?|vat ?/ ?tin|(?:vat|tva|btw)(?= ?[:.]? ?[A-Z]{2} ?[A-Z0-9]{2}\\d)|n° tva intracommunautaire|gstin(?: ?/ ?uin)?|(?:fed(?:eral)? )?(?:tax )?ein|fed(?:eral)? (?:tax )?id|(?:gst|hst)/(?:gst|hst) (?:no|number|reg)|abn|trn|p\\. ?iva|st\\.?-?nr|nif|cif(?= ?[:.])|steuer ?(?:nummer|nr)|tax id|sst (?:no|id)|纳税人识别号|统一社会信用代码',
    ],
  ],
  not: 'summary|zuz',
}
const buyerTaxId: FieldSchema = { ...sellerTaxId, name: 'buyerTaxId' }
const seller: FieldSchema = {
  name: 'sellerName',
  kind: 'party',
  labels: [
    [
      100,
      'sold by|seller|supplier|vendor|issued by|(?:shipper|exporter)(?: ?/ ?(?:exporter|shipper))?|销售方名称|销方名称|供应商名称|供应商|供方|卖方|titulaire du compte|verkäufer',
    ],
    [90, 'from'],
  ],
}
const buyer: FieldSchema = {
  name: 'buyerName',
  kind: 'party',
  labels: [
    [
      100,
      'bil[li1]{1,3}(?:ed)? to(?: customer| party| address)?|(?:vendu [àa] ?/ ?)?sold to(?: party)?|invoice(?:d)? (?:to|for)|spett ?le|for account (?:& |and )?risk of(?: messrs)?|buyer(?: name)?|买方 ?buyer|purchaser|importer|customer name|client|factur[ée] [àa]|购买方名称|购方名称|客户名称|采购方|需方|买方|客户|factuuradres|billing address|rechnungsempfänger|cliente|kunde',
    ],
    [80, 'to|customer|consignee|m/s|messrs|an(?= ?:)|company(?= ?:)'],
  ],
  not: 'ship to|pay to|remit to|payable to|due to|up to|due date|customer.?s? copy|number|id|care|no|p ?o|kunden|your|ref',
}
const terms: FieldSchema = {
  name: 'paymentTerms',
  kind: 'text',
  labels: [
    [100, 'payment terms?|terms of payment|zahlungsbedingungen|conditions de paiement|付款条件|付款方式|结算方式'],
    [80, '(?:credit )?terms?|zahlungsziel|payment'],
  ],
}
const bankAccount: FieldSchema = {
  name: 'bankAccount',
  kind: 'registration',
  labels: [
    [100, '[il1]ban'],
    [80, '(?:bank )?account ?(?:no|number|#)|a/c ?(?:no)?|账号|银行账户'],
  ],
}
const invoiceCode: FieldSchema = { name: 'invoiceCode', kind: 'number', labels: [[100, '发票代码|invoice code']] }
const originalNo: FieldSchema = {
  name: 'originalInvoiceNo',
  kind: 'number',
  labels: [
    [
      100,
      '(?:original|related|preceding|reference|corrected|applies to|against|credit for) invoice ?(?:no|number|#)?|zu rechnung(?: ?nr)?|zur rechnung|原发票号码?|对应发票',
    ],
  ],
}

const invoiceFields = [
  invoiceNo, invoiceCode, invoiceDate, dueDate, poNumber, currency, net, tax, shipping, total, prepaid, payable,
  seller, sellerTaxId, buyer, buyerTaxId, terms, bankAccount,
] // biome-ignore format: one line a group reads as the document does

const renamed = (field: FieldSchema, name: string, more: FieldSchema['labels'] = []): FieldSchema => ({
  ...field,
  name,
  labels: [...more, ...field.labels],
})

/** The document kinds that can be read: a kind, a field or a label more is a line more here, and nothing else changes. */
export const documentSchemas: readonly DocumentSchema[] = [
  { code: 'INVOICE', lines: true, fields: invoiceFields },
  {
    code: 'CREDIT_NOTE',
    lines: true,
    fields: [
      {
        ...renamed(invoiceNo, 'creditNoteNo', [
          [110, 'credit (?:note|memo) ?(?:no|number|#)?|gutschrift ?(?:nr|nummer)?|avoir ?(?:n°|no)?|红字发票号码|贷项通知单号'],
        ]),
        not: `${invoiceNo.not}|original|applies|against|related|corrected|zur?|原|对应`,
      },
      originalNo,
      invoiceDate,
      currency,
      net,
      tax,
      total,
      seller,
      sellerTaxId,
      buyer,
      buyerTaxId,
    ],
  },
  {
    code: 'PURCHASE_ORDER',
    headedBy: 'buyer',
    lines: true,
    fields: [
      { ...renamed(poNumber, 'poNo'), required: true },
      {
        ...renamed(invoiceDate, 'orderDate', [[110, '(?:order|p ?o) date|orderdatum|bestelldatum|订单日期|下单日期']]),
        not: 'due|delivery|required|ship|expir|valid|liefer|交货|到期|付款',
      },
      {
        name: 'deliveryDate',
        kind: 'date',
        labels: [[100, 'deliver by|(?:delivery|ship(?:ping|ment)?|required) (?:date|by)|liefertermin|交货日期|交期']],
      },
      currency,
      net,
      tax,
      shipping,
      total,
      { ...buyer, labels: buyer.labels.slice(0, 1) },
      { ...seller, labels: [...seller.labels.slice(0, 1), [80, 'to|messrs|m/s']] },
      terms,
    ],
  },
  {
    code: 'RECEIPT',
    lines: false,
    fields: [renamed(invoiceNo, 'receiptNo'), invoiceDate, currency, net, tax, total, seller, sellerTaxId],
  },
  {
    code: 'BANK_SLIP',
    lines: false,
    fields: [
      {
        name: 'reference',
        kind: 'number',
        required: true,
        labels: [
          [
            100,
            '(?:transaction|payment|bank|remittance|transfer) ?(?:ref(?:erence)?|no|number|id)|reference(?: no| number)?|流水号|交易流水号|回单编号|凭证号',
          ],
        ],
      },
      renamed(invoiceDate, 'paymentDate', [
        [110, '(?:payment|value|transaction|transfer|booking) date|valuta|交易日期|记账日期|付款日期|转账日期'],
      ]),
      currency,
      renamed(total, 'amount', [
        [110, '(?:payment|transfer|transaction|remittance|credit|debit) amount|交易金额|金额\\(小写\\)|转账金额'],
      ]),
      {
        name: 'payerName',
        kind: 'party',
        labels: [
          [100, 'payer(?: name)?|ordering customer|remitter|debtor|from|付款人(?:名称|全称|户名)|付款人|付款方(?:名称|户名)?'],
        ],
      },
      {
        name: 'payeeName',
        kind: 'party',
        labels: [
          [100, 'payee(?: name)?|paid to|beneficiary(?: name)?|creditor|to|收款人(?:名称|全称|户名)|收款人|收款方(?:名称|户名)?'],
        ],
      },
      {
        ...renamed(bankAccount, 'payeeAccount', [
          [110, '(?:payee|beneficiary)(?:.?s)? (?:account|iban|a/c)(?: ?no| ?number)?|收款人?方?(?:账号|账户)'],
        ]),
        not: 'payer|ordering|debit|付款',
      },
    ],
  },
]

/** The schema of a code; undefined for a code nobody set up. */
export const schemaOf = (code: string): DocumentSchema | undefined => documentSchemas.find((schema) => schema.code === code)
