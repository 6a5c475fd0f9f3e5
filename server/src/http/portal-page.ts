import { readFile } from 'node:fs/promises'
import type { App } from '../app.ts'
import { publicConfig } from '../modules/config/public-config.ts'

/** The portal's page with the settings written into it, which saves every visitor a request before anything can be shown. */
export function portalPage(app: App): () => Promise<string> {
  let page: Promise<string> | undefined
  return async () => {
    page ??= readFile(`${app.config.webDir}/index.html`, 'utf8')
    const config = JSON.stringify(await publicConfig(app)).replaceAll('<', '\\u003c')
    return (await page).replace('</head>', () => `<script type="application/json" id="config">${config}</script></head>`)
  }
}
