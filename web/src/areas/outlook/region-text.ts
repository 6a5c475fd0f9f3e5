import { choiceText } from '../../list/titles.ts'

/** A region in the reader's language; one that the operator made up is shown as it was written. */
export const regionText = (region: string): string => choiceText(undefined, 'region', region)
