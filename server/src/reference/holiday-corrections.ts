import { announcedHolidays } from './announced-holidays.ts'
import type { HolidayCorrections } from './corrections.ts'

// What governments announced beside or against the rules: one-off days, and religious days fixed by sighting the moon.
export const holidayCorrections: Readonly<Record<string, HolidayCorrections>> = {
  ...announcedHolidays,
  // State Council notices for 2011 and 2015: weekend days that belong to the announced holiday.
  CN: {
    add: [
      ['2011-06-05', 'Dragon Boat Festival', '端午'],
      ['2015-09-05', 'Anti-Fascist 70th Day', '中国人民抗日战争暨世界反法西斯战争胜利70周年纪念日'],
    ],
    remove: [],
  },
  // Hong Kong, general holidays gazetted under the General Holidays Ordinance (Cap. 149).
  HK: {
    add: [
      ['2015-04-07', 'The day following Easter Monday', '复活节星期一翌日'],
      ['2015-09-03', '70th anniversary of victory in the War of Resistance', '抗战胜利七十周年纪念日'],
    ],
    remove: [],
  },
  // Singapore, Ministry of Manpower, public holidays as announced each year; polling days as proclaimed.
  SG: {
    add: [
      ['2015-08-07', 'SG50 Public Holiday', '建国五十周年公共假日'],
      ['2015-09-11', 'Polling Day', '投票日'],
      ['2015-09-24', 'Hari Raya Haji', '哈芝节'],
      ['2016-09-12', 'Hari Raya Haji', '哈芝节'],
      ['2017-06-26', 'Hari Raya Puasa (observed)', '开斋节补假'],
      ['2018-08-22', 'Hari Raya Haji', '哈芝节'],
      ['2019-06-05', 'Hari Raya Puasa', '开斋节'],
      ['2019-08-12', 'Hari Raya Haji (observed)', '哈芝节补假'],
      ['2020-05-25', 'Hari Raya Puasa (observed)', '开斋节补假'],
      ['2020-07-10', 'Polling Day', '投票日'],
      ['2022-07-11', 'Hari Raya Haji (observed)', '哈芝节补假'],
      ['2024-06-17', 'Hari Raya Haji', '哈芝节'],
      ['2025-05-03', 'Polling Day', '投票日'],
      ['2027-03-10', 'Hari Raya Puasa', '开斋节'],
      ['2027-05-17', 'Hari Raya Haji', '哈芝节'],
      ['2027-05-20', 'Vesak Day', '卫塞节'],
    ],
    remove: ['2015-09-23', '2016-09-11', '2018-08-21', '2019-06-04', '2024-06-16', '2027-03-09', '2027-05-16'],
  },
}
