import { readdirSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import react from '@vitejs/plugin-react'
import { defineConfig, type Plugin, runnerImport } from 'vite'
import { compressed } from './build/compressed.ts'
import { portalCodeEarly } from './build/portal-code-early.ts'
import { withoutSchemas } from './build/without-schemas.ts'
import { layOver, treeOf } from './src/i18n/texts.ts'
import { tokensCss } from './src/ui/tokens.ts'

const here = (path: string) => fileURLToPath(new URL(path, import.meta.url))

/** Serves the design tokens as a style sheet, so that they are written once and cost no JavaScript. */
const tokens = (): Plugin => ({
  name: 'tokens',
  resolveId: (id) => (id === 'virtual:tokens.css' ? '\0tokens.css' : undefined),
  load: (id) => (id === '\0tokens.css' ? tokensCss() : undefined),
})

/** Writes the Chinese texts as one file too, which the server hands to whoever asks for zh-CN.ts. */
const chineseTexts = (): Plugin => ({
  name: 'chinese-texts',
  apply: 'build',
  async generateBundle() {
    const folder = here('./src/i18n/zh-CN')
    for (const file of ['index.ts', 'portal.ts', ...readdirSync(folder)]) {
      const { module } = await runnerImport<{ default?: object }>(`${folder}/${file}`)
      if (module.default) layOver('zh-CN', module.default)
    }
    this.emitFile({ type: 'asset', fileName: 'texts/zh-CN.json', source: JSON.stringify(treeOf('zh-CN')) })
  },
})

const server = process.env.USANCE_SERVER ?? 'http://127.0.0.1:8080'

const coreFiles =
  /node_modules[\\/](react|react-dom|scheduler)[\\/]|web[\\/]src[\\/](config|http[\\/](?!upload|files)|ui[\\/](button|icons|logo|notice|notices|theme|skeleton|tokens)|session[\\/](store|leave|encrypt|handlers|first-calls)|shell[\\/]chunk-reload|i18n[\\/](i18n|texts|language|portal-texts)\.ts|i18n[\\/]en-US[\\/](index|common|login|errors|words)\.ts|main\.tsx)|rolldown[\\/]runtime|vite[\\/]preload-helper|[\\/]wire[\\/]src[\\/](call|fields|roles|session)/
const appFiles =
  /node_modules[\\/](@tanstack|nprogress|cookie-es|seroval)|web[\\/]src[\\/](list[\\/](?!column-panel|virtual-list|dynamic-table)|shell|session|tracking|app|routes|page|i18n[\\/](load-area|areas)|areas[\\/]error|ui[\\/](dialog|popover|empty|answered|data-table|format|decimal|calendar|date-input|select|status|money|skeleton|use-media|page-frame|tabs|lazy-part|action-button|reason-dialog|form-dialog|form-error)|form[\\/](use-submit|form-grid))|[\\/]wire[\\/]src[\\/]/

export default defineConfig({
  root: here('.'),
  cacheDir: here('../.cache/vite'),
  plugins: [react(), tokens(), withoutSchemas(), chineseTexts(), portalCodeEarly(), compressed()],
  resolve: {
    // The browser only needs a call's address; the server is what validates (see the file).
    alias: [{ find: /^zod$/, replacement: here('./src/http/no-zod.ts') }],
  },
  server: { port: 5173, proxy: { '/api': server, '/buyer-portal': server } },
  preview: { port: 4173, proxy: { '/api': server, '/buyer-portal': server } },
  build: {
    outDir: here('./dist'),
    emptyOutDir: true,
    target: 'es2022',
    // Every browser that runs this target preloads modules by itself; an entry without the polyfill needs no file of its own.
    modulePreload: { polyfill: false },
    cssCodeSplit: false,
    chunkSizeWarningLimit: 900,
    rolldownOptions: {
      output: {
        codeSplitting: {
          // Few files rather than many: what every page needs, what the portal needs, the texts of its frame.
          groups: [
            { name: 'core', test: coreFiles, priority: 30 },
            { name: 'app', test: appFiles, priority: 20 },
            { name: 'words-en', test: /i18n[\\/]en-US[\\/](?!index|common|login|errors|words)/, priority: 10 },
            { name: 'words-zh', test: /i18n[\\/]zh-CN[\\/](?!index|common|login|errors|words)/, priority: 10 },
          ],
        },
      },
    },
  },
})
