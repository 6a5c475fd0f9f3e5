import { isoCountries } from './codes.ts'

export type Area = {
  code: string
  nameEn: string
  nameCn: string
  parentCode: string | null
  region?: string
  numericCode?: string
}

const regionCodes = {
  ASIA: 'AE AF AM AZ BD BH BN BT CN CY GE HK ID IL IN IQ IR JO JP KG KH KP KR KW KZ LA LB LK MM MN MO MV MY NP OM PH PK PS QA SA SG SY TH TJ TL TM TR TW UZ VN YE',
  EUROPE:
    'AD AL AT AX BA BE BG BY CH CZ DE DK EE ES FI FO FR GB GG GI GR HR HU IE IM IS IT JE LI LT LU LV MC MD ME MK MT NL NO PL PT RO RS RU SE SI SJ SK SM UA VA XK',
  AFRICA:
    'AO BF BI BJ BW CD CF CG CI CM CV DJ DZ EG EH ER ET GA GH GM GN GQ GW IO KE KM LR LS LY MA MG ML MR MU MW MZ NA NE NG RE RW SC SD SH SL SN SO SS ST SZ TD TF TG TN TZ UG YT ZA ZM ZW',
  OCEANIA: 'AS AU CC CK CX FJ FM GU HM KI MH MP NC NF NR NU NZ PF PG PN PW SB TK TO TV UM VU WF WS',
  ANTARCTICA: 'AQ BV GS',
}
const regionOf = new Map(Object.entries(regionCodes).flatMap(([region, codes]) => codes.split(' ').map((code) => [code, region])))

// The first level of division of China, GB/T 2260.
const provinces = (
  '11 Beijing 北京市,12 Tianjin 天津市,13 Hebei 河北省,14 Shanxi 山西省,15 Inner-Mongolia 内蒙古自治区,21 Liaoning 辽宁省,' +
  '22 Jilin 吉林省,23 Heilongjiang 黑龙江省,31 Shanghai 上海市,32 Jiangsu 江苏省,33 Zhejiang 浙江省,34 Anhui 安徽省,35 Fujian 福建省,' +
  '36 Jiangxi 江西省,37 Shandong 山东省,41 Henan 河南省,42 Hubei 湖北省,43 Hunan 湖南省,44 Guangdong 广东省,45 Guangxi 广西壮族自治区,' +
  '46 Hainan 海南省,50 Chongqing 重庆市,51 Sichuan 四川省,52 Guizhou 贵州省,53 Yunnan 云南省,54 Tibet 西藏自治区,61 Shaanxi 陕西省,' +
  '62 Gansu 甘肃省,63 Qinghai 青海省,64 Ningxia 宁夏回族自治区,65 Xinjiang 新疆维吾尔自治区'
)
  .split(',')
  .map((line): Area => {
    const [code = '', nameEn = '', nameCn = ''] = line.split(' ')
    return { code: `CN-${code}`, nameEn: nameEn.replace('-', ' '), nameCn, parentCode: 'CN' }
  })

const countries = isoCountries()
  .map(
    ({ code, nameEn, nameCn, numeric }): Area => ({
      code,
      nameEn,
      nameCn,
      parentCode: null,
      // What is in none of the other parts of the world lies in the Americas.
      region: regionOf.get(code) ?? 'AMERICAS',
      numericCode: numeric,
    }),
  )
  .sort((a, b) => a.nameEn.localeCompare(b.nameEn, 'en'))

/** Countries of ISO 3166-1 with their part of the world, and the provinces of China below theirs. */
export const areas: readonly Area[] = [...countries, ...provinces]
