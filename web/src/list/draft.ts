/** The draft of a search form: filter name to text or texts. */
export type Draft = Record<string, string | string[]>
