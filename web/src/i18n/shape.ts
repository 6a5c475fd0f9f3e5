/** The same keys as the English texts, each with a text: a missing or misspelt translation does not compile. */
export type Shape<T> = { [K in keyof T]: T[K] extends string ? string : Shape<T[K]> }
