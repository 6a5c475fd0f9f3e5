import type { areaTexts } from './areas.ts'
import type core from './en-US/index.ts'
import type portal from './en-US/portal.ts'

/** The dotted keys of the texts in a tree. */
type Leaves<T, Path extends string = ''> = {
  [K in keyof T & string]: T[K] extends string ? `${Path}${K}` : Leaves<T[K], `${Path}${K}.`>
}[keyof T & string]
/** The dotted keys of the groups in a tree. */
type Groups<T, Path extends string = ''> = {
  [K in keyof T & string]: T[K] extends string ? never : `${Path}${K}` | Groups<T[K], `${Path}${K}.`>
}[keyof T & string]

type Areas = { [A in keyof typeof areaTexts]: Awaited<ReturnType<(typeof areaTexts)[A]['en-US']>>['default'] }
type OfAreas<Of extends { [A in keyof Areas]: string }> = Of[keyof Areas]

/** The key of a text that is there in every language: Chinese texts have the shape of the English ones. */
export type TextKey = Leaves<typeof core> | Leaves<typeof portal> | OfAreas<{ [A in keyof Areas]: Leaves<Areas[A]> }>
/** A group of texts, such as those of a kind of code. */
export type TextGroup = Groups<typeof core> | Groups<typeof portal> | OfAreas<{ [A in keyof Areas]: Groups<Areas[A]> }>
