import type { Plugin } from 'vite'

/** Lets the browser fetch the portal's code beside its entry. The server leaves the line out of the sign-in page. */
export const portalCodeEarly = (): Plugin => ({
  name: 'portal-code-early',
  apply: 'build',
  transformIndexHtml: {
    order: 'post',
    handler: (_html, { bundle }) =>
      Object.keys(bundle ?? {})
        .filter((file) => /\bapp-[^/]*\.js$/.test(file))
        .map((file) => ({
          tag: 'link',
          attrs: { rel: 'modulepreload', crossorigin: true, href: `/${file}`, 'data-portal': true },
          injectTo: 'head',
        })),
  },
})
