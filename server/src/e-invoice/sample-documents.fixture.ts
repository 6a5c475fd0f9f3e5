/** A correct UBL invoice of 100.00 plus 7% tax, with its parts replaced by the test that needs another. */
export function ublInvoice(
  change: Partial<Record<'root' | 'total' | 'tax' | 'line' | 'currency' | 'payable' | 'prefix', string>> = {},
) {
  const root = change.root ?? 'Invoice'
  const p = change.prefix ?? 'cbc'
  return `<?xml version="1.0" encoding="UTF-8"?>
<${root} xmlns="urn:oasis:names:specification:ubl:schema:xsd:${root}-2" xmlns:a="urn:aggregates" xmlns:${p}="urn:basics">
  <${p}:ID>R-2031</${p}:ID>
  <${p}:IssueDate>2025-03-01+01:00</${p}:IssueDate>
  <${p}:DueDate>2025-03-31</${p}:DueDate>
  <${p}:DocumentCurrencyCode>${change.currency ?? 'EUR'}</${p}:DocumentCurrencyCode>
  <a:OrderReference><${p}:ID>PO-77</${p}:ID></a:OrderReference>
  ${party(p, 'AccountingSupplierParty', 'Teehaus &amp; S&#246;hne', 'DE')}
  ${party(p, 'AccountingCustomerParty', '广州贸易有限公司', 'CN')}
  <a:TaxTotal>
    <${p}:TaxAmount currencyID="EUR">${change.tax ?? '7.00'}</${p}:TaxAmount>
    <a:TaxSubtotal>
      <${p}:TaxableAmount>100.00</${p}:TaxableAmount><${p}:TaxAmount>${change.tax ?? '7.00'}</${p}:TaxAmount>
      <a:TaxCategory><${p}:ID>S</${p}:ID><${p}:Percent>7</${p}:Percent></a:TaxCategory>
    </a:TaxSubtotal>
  </a:TaxTotal>
  <a:LegalMonetaryTotal>
    <${p}:LineExtensionAmount>100.00</${p}:LineExtensionAmount>
    <${p}:TaxExclusiveAmount>100.00</${p}:TaxExclusiveAmount>
    <${p}:TaxInclusiveAmount>${change.total ?? '107.00'}</${p}:TaxInclusiveAmount>
    <${p}:PayableAmount>${change.payable ?? '107.00'}</${p}:PayableAmount>
  </a:LegalMonetaryTotal>
  <a:${root}Line>
    <${p}:ID>1</${p}:ID>
    <${p}:${root === 'CreditNote' ? 'Credited' : 'Invoiced'}Quantity unitCode="KGM">4</${p}:${root === 'CreditNote' ? 'Credited' : 'Invoiced'}Quantity>
    <${p}:LineExtensionAmount>${change.line ?? '100.00'}</${p}:LineExtensionAmount>
    <a:Item><${p}:Name>Green tea</${p}:Name></a:Item>
    <a:Price><${p}:PriceAmount>25.00</${p}:PriceAmount></a:Price>
  </a:${root}Line>
</${root}>`
}

const party = (p: string, role: string, name: string, country: string) => `<a:${role}><a:Party>
    <a:PostalAddress><a:Country><${p}:IdentificationCode>${country}</${p}:IdentificationCode></a:Country></a:PostalAddress>
    <a:PartyLegalEntity><${p}:RegistrationName>${name}</${p}:RegistrationName></a:PartyLegalEntity>
  </a:Party></a:${role}>`

/** The same invoice in the CII syntax; older gives it the element names of ZUGFeRD 1.0. */
export function ciiInvoice(typeCode = '380', older = false) {
  const [root, context, header, trade] = older
    ? [
        'CrossIndustryDocument',
        'SpecifiedExchangedDocumentContext',
        'HeaderExchangedDocument',
        'SpecifiedSupplyChainTradeTransaction',
      ]
    : ['CrossIndustryInvoice', 'ExchangedDocumentContext', 'ExchangedDocument', 'SupplyChainTradeTransaction']
  const part = (name: string) => `${older ? 'ApplicableSupplyChain' : 'ApplicableHeader'}Trade${name}`
  const line = (name: string) => `${older ? 'SpecifiedSupplyChain' : 'SpecifiedLine'}Trade${name}`
  const sums = (level: string) => `SpecifiedTradeSettlement${older ? '' : level}MonetarySummation`
  const trader = (role: string, name: string, country: string) =>
    `<r:${role}><r:Name>${name}</r:Name><r:PostalTradeAddress><r:CountryID>${country}</r:CountryID></r:PostalTradeAddress></r:${role}>`
  return `<s:${root} xmlns:s="urn:s" xmlns:r="urn:r" xmlns:u="urn:u">
  <s:${context}/>
  <s:${header}><r:ID>R-2031</r:ID><r:TypeCode>${typeCode}</r:TypeCode>
    <r:IssueDateTime><u:DateTimeString format="102">20250301</u:DateTimeString></r:IssueDateTime></s:${header}>
  <s:${trade}>
    <r:IncludedSupplyChainTradeLineItem>
      <r:AssociatedDocumentLineDocument><r:LineID>1</r:LineID></r:AssociatedDocumentLineDocument>
      <r:SpecifiedTradeProduct><r:Name>Green tea</r:Name></r:SpecifiedTradeProduct>
      <r:${line('Agreement')}><r:NetPriceProductTradePrice><r:ChargeAmount>25.00</r:ChargeAmount></r:NetPriceProductTradePrice></r:${line('Agreement')}>
      <r:${line('Delivery')}><r:BilledQuantity unitCode="KGM">4</r:BilledQuantity></r:${line('Delivery')}>
      <r:${line('Settlement')}><r:${sums('Line')}><r:LineTotalAmount>100.00</r:LineTotalAmount></r:${sums('Line')}></r:${line('Settlement')}>
    </r:IncludedSupplyChainTradeLineItem>
    <r:${part('Agreement')}>${trader('SellerTradeParty', 'Teehaus &amp; S&#xF6;hne', 'DE')}${trader('BuyerTradeParty', '广州贸易有限公司', 'CN')}
      <r:BuyerOrderReferencedDocument><r:IssuerAssignedID>PO-77</r:IssuerAssignedID></r:BuyerOrderReferencedDocument>
    </r:${part('Agreement')}>
    <r:${part('Settlement')}>
      <r:InvoiceCurrencyCode>EUR</r:InvoiceCurrencyCode>
      <r:ApplicableTradeTax><r:CalculatedAmount>7.00</r:CalculatedAmount><r:BasisAmount>100.00</r:BasisAmount>
        <r:CategoryCode>S</r:CategoryCode><r:RateApplicablePercent>7</r:RateApplicablePercent></r:ApplicableTradeTax>
      <r:SpecifiedTradePaymentTerms><r:DueDateDateTime><u:DateTimeString format="102">20250331</u:DateTimeString></r:DueDateDateTime></r:SpecifiedTradePaymentTerms>
      <r:${sums('Header')}><r:LineTotalAmount>100.00</r:LineTotalAmount><r:TaxBasisTotalAmount>100.00</r:TaxBasisTotalAmount>
        <r:TaxTotalAmount currencyID="EUR">7.00</r:TaxTotalAmount><r:GrandTotalAmount>107.00</r:GrandTotalAmount>
        <r:DuePayableAmount>107.00</r:DuePayableAmount></r:${sums('Header')}>
    </r:${part('Settlement')}>
  </s:${trade}>
</s:${root}>`
}

/** The sample invoice of either syntax that is to be paid to an account in a name. */
export const withAccountOf = (xml: string, holder: string): string =>
  xml
    .replace(
      '<a:TaxTotal>',
      `<a:PaymentMeans><a:PayeeFinancialAccount><cbc:Name>${holder}</cbc:Name></a:PayeeFinancialAccount></a:PaymentMeans>$&`,
    )
    .replace(
      '<r:ApplicableTradeTax>',
      `<r:SpecifiedTradeSettlementPaymentMeans><r:PayeePartyCreditorFinancialAccount><r:AccountName>${holder}</r:AccountName></r:PayeePartyCreditorFinancialAccount></r:SpecifiedTradeSettlementPaymentMeans>$&`,
    )

/** A credit note of 107.00 to Cedar that names other invoices. */
export const creditNoteOf = (...numbers: string[]) =>
  ublInvoice({ root: 'CreditNote' })
    .replaceAll('广州贸易有限公司', 'Cedar Retail Inc')
    .replace(
      '<a:AccountingSupplierParty>',
      `${numbers
        .map(
          (number) =>
            `<a:BillingReference><a:InvoiceDocumentReference><cbc:ID>${number}</cbc:ID></a:InvoiceDocumentReference></a:BillingReference>`,
        )
        .join('')}<a:AccountingSupplierParty>`,
    )
