import { readFile } from 'node:fs/promises'
import type { App } from '../app.ts'
import { publicConfig } from './public-config.ts'

const signInPages = ['/login', '/reset-pwd']

/**
 * The portal's page with the settings written into it, which saves every visitor a request before anything can be shown.
 * The sign-in page is an application of its own: there the browser is not told to fetch the portal's code as well.
 */
export function portalPage(app: App): (path: string) => Promise<string> {
  let page: Promise<string> | undefined
  return async (path) => {
    page ??= readFile(`${app.config.webDir}/index.html`, 'utf8')
    const config = JSON.stringify(await publicConfig(app)).replaceAll('<', '\\u003c')
    const html = signInPages.includes(path) ? (await page).replaceAll(/\s*<link [^>]*data-portal[^>]*>/g, '') : await page
    return html.replace('</head>', () => `<script type="application/json" id="config">${config}</script></head>`)
  }
}
