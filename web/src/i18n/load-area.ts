import { type AreaName, areaTexts } from './areas.ts'
import { addTexts, alsoInNewLanguage } from './i18n.ts'
import { type Language, language } from './language.ts'

const wanted = new Set<AreaName>()
alsoInNewLanguage((lng) => Promise.all([...wanted].map((area) => loadAreaTexts(area, lng))))

/** Loads the texts of one area; every page does so before it shows. */
export async function loadAreaTexts(area: AreaName, lng: Language = language()) {
  wanted.add(area)
  addTexts((await areaTexts[area][lng]()).default, lng)
}
