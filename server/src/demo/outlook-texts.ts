/** Words of the demo's outlook in both languages. All of it is made up. */
type Words = { title: string; topics: string; text: string; tags: string }
export type DemoNews = { ago: number; region: string; en: Words; cn: Words }
const words = (title: string, topics: string, text: string, tags: string): Words => ({ title, topics, text, tags })

export const news: readonly DemoNews[] = [
  {
    ago: 2,
    region: 'Global',
    en: words(
      'Container rates ease for a third week',
      'Shipping',
      'Spot rates on the main east–west lanes fell again as new vessels entered service. Shippers report free space at short notice.',
      'freight,containers',
    ),
    cn: words(
      '集装箱运价连续第三周回落',
      '航运',
      '随着新船投入运营，东西主航线即期运价再度下行。货主反映短期内即可订到舱位。',
      '运费,集装箱',
    ),
  },
  {
    ago: 5,
    region: 'ASIA',
    en: words(
      'Textile exporters see longer order books',
      'Trade',
      'Home textile makers report orders reaching into the second quarter, with buyers splitting shipments to keep stocks low.',
      'textiles,orders',
    ),
    cn: words('纺织出口企业在手订单周期拉长', '贸易', '家纺企业反映订单已排至第二季度，买方为压低库存而分批提货。', '纺织,订单'),
  },
  {
    ago: 9,
    region: 'EUROPE',
    en: words(
      'Retail insolvencies stay above the long-term mean',
      'Credit',
      'Court filings by mid-sized retailers were one fifth above the ten-year mean. Credit insurers have lowered some limits.',
      'retail,insolvency,credit insurance',
    ),
    cn: words(
      '零售业破产数量仍高于长期均值',
      '信用',
      '中型零售商的破产申请比十年均值高出五分之一，信用保险机构下调了部分限额。',
      '零售,破产,信用保险',
    ),
  },
  {
    ago: 14,
    region: 'AMERICAS',
    en: words(
      'Housewares sales hold up before the holidays',
      'Demand',
      'Store sales of housewares rose a little on the year while margins narrowed. Large chains ask suppliers for 75-day terms.',
      'retail,payment terms',
    ),
    cn: words(
      '节前家居用品销售保持平稳',
      '需求',
      '门店家居用品销售同比小幅增长，毛利率收窄。大型连锁企业要求供应商给予 75 天账期。',
      '零售,账期',
    ),
  },
  {
    ago: 21,
    region: 'Global',
    en: words(
      'Cotton ends the month lower',
      'Commodities',
      'A good harvest weighed on prices. Spinners are covering needs only a few weeks ahead.',
      'cotton,prices',
    ),
    cn: words('棉花价格月末走低', '大宗商品', '丰收压低价格，纺纱企业只按未来数周的需求采购。', '棉花,价格'),
  },
  {
    ago: 30,
    region: 'ASIA',
    en: words(
      'New e-invoicing rules from the new year',
      'Regulation',
      'Two more tax authorities will ask for structured invoices between companies. Paper copies will no longer suffice for refunds.',
      'e-invoice,tax',
    ),
    cn: words(
      '新年起实施新的电子发票规定',
      '监管',
      '又有两家税务机关将要求企业之间使用结构化发票，纸质副本不再能用于退税。',
      '电子发票,税务',
    ),
  },
  {
    ago: 38,
    region: 'EUROPE',
    en: words(
      'Late payments directive back on the table',
      'Regulation',
      'Lawmakers resumed work on a cap on payment terms between companies, with exceptions for seasonal goods.',
      'payment terms,law',
    ),
    cn: words('迟延付款指令重新提上议程', '监管', '立法机构重启企业间账期上限的审议，季节性商品可获例外。', '账期,法规'),
  },
  {
    ago: 47,
    region: 'Global',
    en: words(
      'Coffee reaches a two-year high',
      'Commodities',
      'Drought in the highlands cut the outlook for the next crop. Roasters are drawing on stocks.',
      'coffee,prices',
    ),
    cn: words('咖啡价格创两年新高', '大宗商品', '高原地区干旱拉低下一产季的预期，烘焙企业正在消耗库存。', '咖啡,价格'),
  },
]

/** What was heard of a buyer: a title, one sentence, and the article behind it. */
type Heard = [title: string, text: string, article: string]
export type DemoSignal = { buyer: string; ago: number; direction: 'UP' | 'DOWN' | 'NEUTRAL'; en: Heard; cn: Heard }

export const signals: readonly DemoSignal[] = [
  {
    buyer: 'NORTHW',
    ago: 12,
    direction: 'UP',
    en: [
      'Credit line renewed',
      'The chain renewed its revolving credit line for three years at a lower margin.',
      'Northgate Home Stores renewed its revolving credit line for three years. Nine banks take part, two more than before, and the margin is a quarter point lower.\n\nThe company says it will use the line for seasonal stock and has drawn nothing so far.',
    ],
    cn: [
      '续签授信额度',
      '该连锁企业以更低利差将循环授信续签三年。',
      'Northgate Home Stores 将循环授信额度续签三年，参与银行由七家增至九家，利差下降 0.25 个百分点。\n\n公司表示该额度用于季节性备货，目前尚未提款。',
    ],
  },
  {
    buyer: 'DELACR',
    ago: 18,
    direction: 'DOWN',
    en: [
      'Profit warning',
      'Maison Delacroix lowered its outlook after a weak autumn season and closes eleven stores.',
      'Maison Delacroix expects its operating result to fall by a third this year. Autumn sales stayed below plan, and eleven stores close by spring.\n\nThe group asks suppliers for patience with payments until the stock is cleared. Its banks have waived one covenant until the middle of next year.',
    ],
    cn: [
      '盈利预警',
      '秋季销售疲软，Maison Delacroix 下调全年预期并将关闭十一家门店。',
      'Maison Delacroix 预计今年经营利润下降三分之一。秋季销售低于计划，十一家门店将在明年春季前关闭。\n\n集团请供应商在清理库存期间对付款予以谅解，其银行已同意在明年年中之前豁免一项财务约束条款。',
    ],
  },
  {
    buyer: 'FAMILY',
    ago: 25,
    direction: 'DOWN',
    en: [
      'Suppliers report slower payment',
      'Trade references show the group paying two to three weeks later than a year ago.',
      'Trade references collected from fourteen suppliers show Kuwait Family Markets paying two to three weeks later than a year ago. None reports a payment that failed.\n\nThe group is opening four stores and finances them from its own funds.',
    ],
    cn: [
      '供应商反映付款变慢',
      '商业资信显示，该集团付款比一年前晚两到三周。',
      '来自十四家供应商的商业资信显示，Kuwait Family Markets 的付款比一年前晚两到三周，尚无拒付记录。\n\n集团正以自有资金新开四家门店。',
    ],
  },
  {
    buyer: 'HUAXIN',
    ago: 33,
    direction: 'NEUTRAL',
    en: [
      'New head of purchasing',
      'The group appointed a new head of purchasing from within.',
      'Huaxin Retail Group appointed a new head of purchasing, who led its home goods division for six years.\n\nTerms with existing suppliers stay as they are.',
    ],
    cn: [
      '采购负责人更替',
      '集团从内部任命了新的采购负责人。',
      '华信零售集团任命了新的采购负责人，其此前六年主管家居用品事业部。\n\n与现有供应商的条款保持不变。',
    ],
  },
  {
    buyer: 'AOYAMA',
    ago: 40,
    direction: 'UP',
    en: [
      'Rating raised',
      'A local agency raised the trading house by one notch on lower debt.',
      'A local agency raised the rating of Aoyama Shoji Trading by one notch. Net debt fell for the fourth year.\n\nThe agency calls the outlook stable.',
    ],
    cn: [
      '评级上调',
      '当地评级机构因其负债下降，将该商社评级上调一级。',
      '当地评级机构将青山商事的评级上调一级，其净负债已连续四年下降。\n\n该机构给予稳定展望。',
    ],
  },
]

export const tariffs: readonly { region: string; rate: string; en: [product: string, note: string]; cn: [string, string] }[] = [
  {
    region: 'AMERICAS',
    rate: '11.9',
    en: ['Home textiles', 'Ad valorem on the entered value'],
    cn: ['家用纺织品', '按完税价格从价计征'],
  },
  {
    region: 'AMERICAS',
    rate: '7.5',
    en: ['Consumer electronics', 'Ad valorem on the entered value'],
    cn: ['消费电子产品', '按完税价格从价计征'],
  },
  { region: 'AMERICAS', rate: '0', en: ['Green coffee', 'Free'], cn: ['生咖啡豆', '免税'] },
  { region: 'EUROPE', rate: '12', en: ['Home textiles', 'Third-country duty'], cn: ['家用纺织品', '第三国税率'] },
  { region: 'EUROPE', rate: '1.7', en: ['Machine parts', 'Third-country duty'], cn: ['机械零件', '第三国税率'] },
  { region: 'ASIA', rate: '3', en: ['Machine parts', 'Most favoured nation'], cn: ['机械零件', '最惠国税率'] },
  { region: 'ASIA', rate: '15', en: ['Dates, fresh or dried', 'Most favoured nation'], cn: ['鲜或干椰枣', '最惠国税率'] },
]
