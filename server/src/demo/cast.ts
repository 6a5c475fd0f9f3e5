/** The made-up companies of the demo. None of them exists. */
export type Cast = {
  code: string
  name: string
  nameLocal?: string
  bizRegNo: string
  country: string
  address: string
  currency: string
  people: [maker: string, checker: string, director: string]
  language?: 'zh-CN'
  riskGrade?: 'A' | 'B' | 'C' | 'D'
}

export const suppliers: Cast[] = [
  {
    code: 'LIANHE',
    name: 'Hangzhou Lianhe Textile Co., Ltd.',
    nameLocal: '杭州联禾纺织有限公司',
    bizRegNo: '91330100MA2H0DEM1P',
    country: 'CN',
    address: '88 Canal Road, Gongshu, Hangzhou',
    currency: 'USD',
    people: ['Chen Jie', 'Wang Lihua', 'Zhou Min'],
  },
  {
    code: 'BRIGHT',
    name: 'Shenzhen Brightwave Electronics Ltd.',
    nameLocal: '深圳明波电子有限公司',
    bizRegNo: '91440300MA5F0DEM2Q',
    country: 'CN',
    address: '16 Keyuan Road, Nanshan, Shenzhen',
    currency: 'CNY',
    people: ['Liu Yang', 'Huang Qian', 'Xu Bo'],
  },
  {
    code: 'RHEIN',
    name: 'Rheintal Präzisionsteile GmbH',
    bizRegNo: 'HRB 70412',
    country: 'DE',
    address: 'Industriestrasse 12, Freiburg',
    currency: 'EUR',
    people: ['Jonas Weber', 'Katrin Vogel', 'Matthias Brandt'],
  },
  {
    code: 'SEIMIT',
    name: 'Naniwa Seimitsu K.K.',
    nameLocal: '浪速精密株式会社',
    bizRegNo: '1200-01-070412',
    country: 'JP',
    address: '3-5 Awaza, Nishi-ku, Osaka',
    currency: 'JPY',
    people: ['Sato Kenji', 'Tanaka Yuko', 'Mori Akira'],
  },
  {
    code: 'DATES',
    name: 'Gulf Pearl Foods W.L.L.',
    bizRegNo: 'KW-2041187',
    country: 'KW',
    address: 'Shuwaikh Industrial, Kuwait City',
    currency: 'KWD',
    people: ['Fahad Al-Rashid', 'Noura Al-Saleh', 'Yousef Al-Hamad'],
  },
  {
    code: 'SAIGON',
    name: 'Saigon Highlands Coffee JSC',
    bizRegNo: 'VN-0312045578',
    country: 'VN',
    address: '22 Le Thanh Ton, Ho Chi Minh City',
    currency: 'USD',
    people: ['Nguyen Anh', 'Tran Minh', 'Le Thu'],
  },
]

export const buyers: Cast[] = [
  {
    code: 'NORTHW',
    name: 'Northgate Home Stores Inc.',
    bizRegNo: '47-2290415',
    country: 'US',
    address: '400 Lake Street, Minneapolis',
    currency: 'USD',
    people: ['Emily Carter', 'Daniel Brooks', 'Susan Hale'],
  },
  {
    code: 'DELACR',
    name: 'Maison Delacroix SA',
    bizRegNo: 'RCS 512 409 774',
    country: 'FR',
    address: '9 rue des Tanneurs, Lille',
    currency: 'EUR',
    people: ['Claire Fontaine', 'Hugo Martin', 'Paul Girard'],
  },
  {
    code: 'HUAXIN',
    name: 'Huaxin Retail Group Co., Ltd.',
    nameLocal: '华信零售集团有限公司',
    bizRegNo: '91310000MA1F0DEM3R',
    country: 'CN',
    address: '1200 Century Avenue, Shanghai',
    currency: 'CNY',
    people: ['Zhao Lei', 'Sun Yue', 'Gao Feng'],
    language: 'zh-CN',
  },
  {
    code: 'AOYAMA',
    name: 'Aoyama Shoji Trading K.K.',
    bizRegNo: '0104-01-099120',
    country: 'JP',
    address: '2-11 Kita-Aoyama, Tokyo',
    currency: 'JPY',
    people: ['Ito Haruka', 'Yamada Ken', 'Kato Shin'],
    riskGrade: 'A',
  },
  {
    code: 'FAMILY',
    name: 'Kuwait Family Markets K.S.C.',
    bizRegNo: 'KW-1180225',
    country: 'KW',
    address: 'Salmiya, Kuwait',
    currency: 'KWD',
    people: ['Mariam Al-Sabah', 'Khaled Al-Mutairi', 'Dana Al-Ali'],
    riskGrade: 'C',
  },
]

export const funders: Cast[] = [
  {
    code: 'HARBOR',
    name: 'Harbour Trade Bank Ltd.',
    bizRegNo: '199004217H',
    country: 'SG',
    address: '1 Marina Boulevard, Singapore',
    currency: 'USD',
    people: ['Grace Lim', 'Adrian Tan', 'Vivian Ong'],
    riskGrade: 'A',
  },
  {
    code: 'MERIDN',
    name: 'Meridian Receivables Capital',
    bizRegNo: '201533900M',
    country: 'SG',
    address: '8 Robinson Road, Singapore',
    currency: 'USD',
    people: ['Rajesh Nair', 'Helen Koh', 'Peter Chua'],
    riskGrade: 'A',
  },
]

export const staff = [
  ['ops', 'Olivia Grant', 'Operations'],
  ['ops2', 'Oscar Lindqvist', 'Operations'],
  ['risk', 'Rebecca Stone', 'Risk'],
  ['settle', 'Thomas Keller', 'Settlement'],
  ['settle2', 'Teresa Novak', 'Settlement'],
  ['settle3', 'Matteo Ricci', 'Settlement'],
  ['bd', 'Patrick Doyle', 'BD'],
  ['bd2', 'Ines Carvalho', 'BD'],
  ['admin', 'Amara Okafor', 'Administrator'],
  ['audit', 'Ulrich Sommer', 'Auditor'],
] as const

/** Who sells to whom, in which currency, how often a month, on which terms, and how the buyer tends to pay. */
export type Trade = {
  supplier: string
  buyer: string
  currency: string
  perMonth: number
  termDays: number
  typical: number
  lateDays: [number, number]
  /** How it pays in the last three months, where that is another story. */
  lately?: [number, number]
  disclosed?: boolean
  /** Its invoices wait to be financed together with those of another buyer. */
  joins?: boolean
}
export const trades: Trade[] = [
  { supplier: 'LIANHE', buyer: 'NORTHW', currency: 'USD', perMonth: 4, termDays: 60, typical: 84_000, lateDays: [-4, 6] },
  {
    supplier: 'LIANHE',
    buyer: 'DELACR',
    currency: 'EUR',
    perMonth: 3,
    termDays: 45,
    typical: 42_000,
    lateDays: [-2, 12],
    lately: [9, 22],
  },
  { supplier: 'BRIGHT', buyer: 'HUAXIN', currency: 'CNY', perMonth: 4, termDays: 90, typical: 620_000, lateDays: [0, 10] },
  { supplier: 'BRIGHT', buyer: 'NORTHW', currency: 'USD', perMonth: 2, termDays: 60, typical: 56_000, lateDays: [-3, 5] },
  {
    supplier: 'LIANHE',
    buyer: 'HUAXIN',
    currency: 'USD',
    perMonth: 3,
    termDays: 75,
    typical: 38_000,
    lateDays: [-2, 8],
    joins: true,
  },
  { supplier: 'RHEIN', buyer: 'DELACR', currency: 'EUR', perMonth: 3, termDays: 30, typical: 31_000, lateDays: [-1, 14] },
  { supplier: 'SEIMIT', buyer: 'AOYAMA', currency: 'JPY', perMonth: 3, termDays: 60, typical: 8_400_000, lateDays: [-5, 2] },
  { supplier: 'DATES', buyer: 'FAMILY', currency: 'KWD', perMonth: 2, termDays: 45, typical: 18_500, lateDays: [4, 38] },
  {
    supplier: 'SAIGON',
    buyer: 'NORTHW',
    currency: 'USD',
    perMonth: 2,
    termDays: 75,
    typical: 47_000,
    lateDays: [-2, 7],
    disclosed: true,
  },
]

/** The benchmark of each currency and the level it wanders around, in percent. */
export const benchmarks: Record<string, { type: string; level: number; calendar: string; dayCount: string }> = {
  USD: { type: 'SOFR', level: 4.3, calendar: 'US', dayCount: 'ACT_360' },
  CNY: { type: 'SHIBOR_3M', level: 1.75, calendar: 'CN', dayCount: 'ACT_360' },
  EUR: { type: 'EURIBOR_3M', level: 2.05, calendar: 'EU', dayCount: 'ACT_360' },
  JPY: { type: 'TONA', level: 0.5, calendar: 'JP', dayCount: 'ACT_365F' },
  KWD: { type: 'KIBOR_3M', level: 3.9, calendar: 'KW', dayCount: 'ACT_360' },
}
export const exchangeRates: [from: string, to: string, rate: string, inverse: string][] = [
  ['EUR', 'USD', '1.0850', '0.9216589862'],
  ['USD', 'CNY', '7.1800', '0.1392757660'],
  ['USD', 'JPY', '149.3500', '0.0066956813'],
  ['KWD', 'USD', '3.2550', '0.3072196621'],
]
export const demoPassword = 'usance-demo-portal'
