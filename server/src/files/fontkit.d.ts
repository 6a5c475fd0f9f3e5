/** The part of fontkit that the sheets use: pdfkit takes a font that was opened before, but its types do not name it. */
declare module 'fontkit' {
  export function create(bytes: Uint8Array): PDFKit.Mixins.PDFFontSource
}
