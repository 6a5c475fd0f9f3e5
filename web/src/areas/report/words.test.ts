import { expect, test } from 'vitest'
import { areaTexts } from '../../i18n/areas.ts'
import { languages } from '../../i18n/language.ts'

test.each(languages)(
  'principal that is not repaid and the funds in use are two amounts with two names, in %s',
  async (language) => {
    const [dashboard, report] = await Promise.all([areaTexts.dashboard[language](), areaTexts.report[language]()])
    expect(dashboard.default.dashboard.ar.financing).not.toBe(report.default.report.figure.FIU)
  },
)
