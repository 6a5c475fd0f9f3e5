// The Chinese names of days that many countries keep; a day not listed keeps its English name.
const chineseNames: readonly (readonly [RegExp, string])[] = [
  [/day following easter monday/i, '复活节星期一翌日'],
  [/new year'?s eve/i, '除夕'],
  [/chinese new year|lunar new year|spring festival/i, '农历新年'],
  [/islamic new year|muharram/i, '回历新年'],
  [/new year|first day of january/i, '元旦'],
  [/good friday/i, '耶稣受难日'],
  [/easter monday/i, '复活节星期一'],
  [/easter/i, '复活节'],
  [/labou?r day|workers|may day/i, '劳动节'],
  [/early may bank/i, '五月初银行假日'],
  [/spring bank/i, '春季银行假日'],
  [/summer bank/i, '夏季银行假日'],
  [/ascension/i, '耶稣升天节'],
  [/pentecost|whit monday/i, '圣灵降临节'],
  [/corpus christi/i, '基督圣体节'],
  [/assumption/i, '圣母升天节'],
  [/all saints/i, '诸圣节'],
  [/german unity/i, '德国统一日'],
  [/boxing day|second day of christmas|st\.? stephen/i, '节礼日'],
  [/christmas eve/i, '平安夜'],
  [/christmas/i, '圣诞节'],
  [/martin luther king/i, '马丁·路德·金纪念日'],
  [/washington|president/i, '总统日'],
  [/memorial day/i, '阵亡将士纪念日'],
  [/juneteenth/i, '六月节'],
  [/columbus/i, '哥伦布日'],
  [/veterans/i, '退伍军人节'],
  [/thanksgiving/i, '感恩节'],
  [/independence/i, '独立日'],
  [/republic day/i, '共和国日'],
  [/national (holi)?day/i, '国庆节'],
  [/vesak|buddha/i, '佛诞'],
  [/deepavali|diwali/i, '屠妖节'],
  [/hari raya puasa|eid al-fitr|end of ramadan|aidil ?fitri/i, '开斋节'],
  [/hari raya haji|eid al-adha|feast of the sacrifice/i, '哈芝节'],
  [/mawlid|birthday of (the prophet )?muhammad|prophet/i, '圣纪节'],
  [/mid-?autumn/i, '中秋节'],
  [/ching ming|qingming|tomb/i, '清明节'],
  [/dragon boat|tuen ng/i, '端午节'],
  [/chung yeung/i, '重阳节'],
  [/hong kong special/i, '香港特别行政区成立纪念日'],
  [/jubilee/i, '女王登基纪念日'],
]

/** The Chinese name of a holiday from its English one, else the one its country gives it; a substitute day says so. */
export function chineseHolidayName(english: string, own = ''): string {
  const name = chineseNames.find(([pattern]) => pattern.test(english))?.[1]
  if (!name) return /^\p{Script=Han}+$/u.test(own) ? own : english
  return /substitute|observed|in lieu/i.test(english) ? `${name}补假` : name
}
