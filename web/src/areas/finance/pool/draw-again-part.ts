import { loadAreaTexts } from '../../../i18n/load-area.ts'
import { lazyPart } from '../../../ui/lazy-part.tsx'

/** The dialog that corrects a drawing, with its texts, for pages of other areas. */
export const DrawAgain = lazyPart(
  async () => (await Promise.all([import('./draw-again.tsx'), loadAreaTexts('pool')]))[0].DrawAgain,
)
