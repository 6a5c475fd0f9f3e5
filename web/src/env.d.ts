declare module '*.css'
declare module 'virtual:tokens.css'

interface ImportMeta {
  /** Filled in by the bundler. */
  readonly env: { readonly DEV: boolean }
}
