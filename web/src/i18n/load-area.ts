import { type AreaName, areaTexts } from './areas.ts'
import { addTexts, alsoInNewLanguage } from './i18n.ts'
import { type Language, language } from './language.ts'
import { portalTexts } from './portal-texts.ts'

const wanted = new Set<AreaName>()
alsoInNewLanguage((lng) => Promise.all([loadPortalTexts(lng), ...[...wanted].map((area) => loadAreaTexts(area, lng))]))

/** Loads the texts of menu, frame and lists, which the sign-in page does without. */
export async function loadPortalTexts(lng: Language = language()) {
  addTexts((await portalTexts[lng]()).default, lng)
}

/** Loads the texts of one area; every page does so before it shows. */
export async function loadAreaTexts(area: AreaName, lng: Language = language()) {
  wanted.add(area)
  addTexts((await areaTexts[area][lng]()).default, lng)
}
