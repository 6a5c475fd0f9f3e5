import { fileURLToPath } from 'node:url'
import react from '@vitejs/plugin-react'
import { defineConfig, type Plugin } from 'vite'
import { tokensCss } from './src/ui/tokens.ts'

const here = (path: string) => fileURLToPath(new URL(path, import.meta.url))

/** Serves the design tokens as a style sheet, so that they are written once and cost no JavaScript. */
const tokens = (): Plugin => ({
  name: 'tokens',
  resolveId: (id) => (id === 'virtual:tokens.css' ? '\0tokens.css' : undefined),
  load: (id) => (id === '\0tokens.css' ? tokensCss() : undefined),
})

const server = process.env.USANCE_SERVER ?? 'http://127.0.0.1:8080'

export default defineConfig({
  root: here('.'),
  cacheDir: here('../.cache/vite'),
  plugins: [react(), tokens()],
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
    chunkSizeWarningLimit: 900,
    rolldownOptions: {
      output: {
        advancedChunks: {
          groups: [
            {
              name: 'react',
              test: /node_modules[\\/](react|react-dom|scheduler|i18next|react-i18next|use-sync-external-store|html-parse-stringify|void-elements)[\\/]/,
              priority: 30,
            },
            {
              name: 'router',
              test: /node_modules[\\/]@tanstack[\\/](router|react-router|history|query|react-query|store|react-store)/,
              priority: 20,
            },
            { name: 'kit', test: /web[\\/]src[\\/](list|shell)[\\/]/, priority: 5, minSize: 0 },
          ],
        },
      },
    },
  },
})
