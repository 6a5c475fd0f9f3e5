import { type AreaName, areaTexts } from './areas.ts'
import { addTexts, alsoInNewLanguage, loadTexts } from './i18n.ts'
import { type Language, language } from './language.ts'
import { portalTexts } from './portal-texts.ts'

const wanted = new Set<AreaName>()
alsoInNewLanguage((lng) =>
  Promise.all([portalTexts[lng], ...[...wanted].map((area) => areaTexts[area][lng])].map((load) => lay(lng, load))),
)

const lay = async (lng: Language, load: () => Promise<{ default: object }>) => addTexts(await loadTexts(lng, load), lng)
/** Lays texts in a language; English ones in their place when they do not arrive. */
const layOrEnglish = (lng: Language, texts: Record<Language, () => Promise<{ default: object }>>) =>
  lay(lng, texts[lng]).catch((error) => {
    if (lng === 'en-US') throw error
    return lay('en-US', texts['en-US'])
  })

/** Loads the texts of menu, frame and lists, which the sign-in page does without. */
export async function loadPortalTexts(lng: Language = language()) {
  await layOrEnglish(lng, portalTexts)
}

/** Loads the texts of one area; every page does so before it shows. */
export async function loadAreaTexts(area: AreaName, lng: Language = language()) {
  wanted.add(area)
  await layOrEnglish(lng, areaTexts[area])
}
