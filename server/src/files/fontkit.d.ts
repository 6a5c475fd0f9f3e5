/** The part of fontkit that the sheets use: pdfkit takes a font that was opened before, but its types do not name it. */
declare module 'fontkit' {
  export type OpenFont = PDFKit.Mixins.PDFFontSource & {
    /** The height of a line above its baseline, in units of the font: `unitsPerEm` of them are an em. */
    ascent: number
    unitsPerEm: number
    hasGlyphForCodePoint(codePoint: number): boolean
    /** The glyphs of a text; a feature of the font may be switched off. */
    layout(text: string, features?: Record<string, boolean>): object
  }
  export function create(bytes: Uint8Array): OpenFont
}

declare namespace PDFKit {
  interface PDFDocument {
    /** Draws one line of a text in the font that is set; every text is drawn by it. Its types do not name it. */
    _fragment(
      text: string,
      x: number,
      y: number,
      options: Mixins.TextOptions & { lineWidth?: number; textWidth?: number; wordCount?: number },
    ): void
  }
}
