type Reader = 'SUPPLIER' | 'BUYER' | 'FUNDER'
type Word = { en: string; cn: string; readers: readonly Reader[] }

const everyone: readonly Reader[] = ['SUPPLIER', 'BUYER', 'FUNDER']
/** Who reads what supplier and funder agreed on (decision 095). */
const agreeing: readonly Reader[] = ['SUPPLIER', 'FUNDER']

/** What stands in a contract's text for each word of its template, in both languages, and who may read it. */
export const templateWords = {
  contractNo: { en: 'number of the contract', cn: '合同编号', readers: everyone },
  date: { en: 'date of the contract', cn: '合同日期', readers: everyone },
  orderNo: { en: 'number of the finance order', cn: '融资订单编号', readers: everyone },
  supplierName: { en: 'name of the supplier', cn: '供应商名称', readers: everyone },
  supplierRegNo: { en: 'registration number of the supplier', cn: '供应商注册号', readers: everyone },
  buyerName: { en: 'name of the buyer', cn: '买方名称', readers: everyone },
  buyerRegNo: { en: 'registration number of the buyer', cn: '买方注册号', readers: everyone },
  funderName: { en: 'name of the funder', cn: '资金方名称', readers: everyone },
  funderRegNo: { en: 'registration number of the funder', cn: '资金方注册号', readers: everyone },
  faceAmount: { en: 'face value with its currency', cn: '票面金额及币种', readers: everyone },
  financeAmount: { en: 'amount financed with its currency', cn: '融资金额及币种', readers: agreeing },
  rate: { en: 'rate in percent a year', cn: '年利率（%）', readers: agreeing },
  fundingDate: { en: 'funding date', cn: '放款日', readers: everyone },
  // A buyer pays when a document is due: the maturity is agreed between supplier and funder (decision 311).
  maturity: { en: 'maturity, or that of each document', cn: '融资到期日，或各单据的融资到期日', readers: agreeing },
  recourseClause: { en: 'clause on recourse', cn: '追索权条款', readers: agreeing },
  price: {
    en: 'price: advance, interest, fees and what is paid out',
    cn: '价款：融资款、利息、费用与实付金额',
    readers: agreeing,
  },
  charges: { en: 'terms of early and late payment', cn: '提前还款与逾期付款条款', readers: agreeing },
  buyerFees: { en: 'fees of the buyer', cn: '买方费用', readers: everyone },
  pool: { en: 'code of the pool', cn: '资产池编号', readers: agreeing },
  documents: { en: 'table of the documents', cn: '单据清单', readers: everyone },
  collectionAccount: { en: 'account to pay to', cn: '收款账户', readers: everyone },
} as const satisfies Record<string, Word>
export type TemplateWord = keyof typeof templateWords

/** The words that a contract may state: all that each of its readers may read. Supplier and funder read every contract, a buyer those that it signs. */
export const wordsFor = (signatories: readonly string[]): TemplateWord[] => {
  const readers = everyone.filter((reader) => reader !== 'BUYER' || signatories.includes(reader))
  return (Object.keys(templateWords) as TemplateWord[]).filter((word) => {
    const allowed: readonly Reader[] = templateWords[word].readers
    return readers.every((reader) => allowed.includes(reader))
  })
}
