import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'

/** Where the PDF reader finds the character maps and fonts of its own package, and that it may run and fetch nothing else. */
export function pdfAssets() {
  const folder = dirname(createRequire(import.meta.url).resolve('pdfjs-dist/package.json'))
  return {
    cMapUrl: `${join(folder, 'cmaps')}/`,
    cMapPacked: true,
    standardFontDataUrl: `${join(folder, 'standard_fonts')}/`,
    wasmUrl: `${join(folder, 'wasm')}/`,
    iccUrl: `${join(folder, 'iccs')}/`,
    useSystemFonts: false,
    disableFontFace: true,
    useWorkerFetch: false,
    isEvalSupported: false,
    stopAtErrors: false,
    maxImageSize: 60_000_000,
  }
}
