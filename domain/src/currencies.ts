/** An ISO 4217 alphabetic code. */
export type Currency = string

// ISO 4217 list one, grouped by the number of decimals of the minor unit. Codes without a minor unit
// (gold, special drawing rights, test codes) are left out: nothing here is priced in them.
const codesByScale: Record<number, string> = {
  0: 'BIF CLP DJF GNF ISK JPY KMF KRW PYG RWF UGX UYI VND VUV XAF XOF XPF',
  2: `AED AFN ALL AMD ANG AOA ARS AUD AWG AZN BAM BBD BDT BGN BMD BND BOB BOV BRL BSD BTN BWP BYN BZD
    CAD CDF CHE CHF CHW CNY COP COU CRC CUC CUP CVE CZK DKK DOP DZD EGP ERN ETB EUR FJD FKP GBP GEL GHS GIP GMD
    GTQ GYD HKD HNL HRK HTG HUF IDR ILS INR IRR JMD KES KGS KHR KPW KYD KZT LAK LBP LKR LRD LSL MAD MDL MGA MKD
    MMK MNT MOP MRU MUR MVR MWK MXN MXV MYR MZN NAD NGN NIO NOK NPR NZD PAB PEN PGK PHP PKR PLN QAR RON RSD RUB
    SAR SBD SCR SDG SEK SGD SHP SLE SLL SOS SRD SSP STN SVC SYP SZL THB TJS TMT TOP TRY TTD TWD TZS UAH USD USN
    UYU UZS VED VES WST XAD XCD XCG YER ZAR ZMW ZWG ZWL`,
  3: 'BHD IQD JOD KWD LYD OMR TND',
  4: 'CLF UYW',
}

/** ISO 4217 code to the number of decimals of its minor unit: JPY 0, USD 2, KWD 3. */
export const currencyScales: ReadonlyMap<Currency, number> = new Map(
  Object.entries(codesByScale).flatMap(([scale, codes]) => codes.split(/\s+/).map((code) => [code, Number(scale)] as const)),
)

/** Whether the text is a currency with a minor unit that money can be held in. */
export const isCurrency = (text: string): text is Currency => currencyScales.has(text)

/** Decimals of the currency's minor unit; an unknown code is a bug and throws. */
export function scaleOf(currency: Currency): number {
  const scale = currencyScales.get(currency)
  if (scale === undefined) throw new Error(`Not a currency: ${currency}.`)
  return scale
}
