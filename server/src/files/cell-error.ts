/** Whether a cell shows an error of a spreadsheet program, such as a lookup that found nothing, in place of what should stand there. */
export const isCellError = (text: string): boolean =>
  /^#(?:N\/A|REF!|VALUE!|DIV\/0!|NAME\?|NUM!|NULL!|SPILL!|CALC!|GETTING_DATA)$/i.test(text)
