/** What the server tells every browser before anybody signs in. */
export type Config = {
  prefix: string
  appId: string
  messagingLink: string | null
  /** The chat widget of desktops, if the operator has one. */
  chatWidget?: { script: string; key: string } | null
  demo: boolean
  /** The operator's business date, which the end of day moves. */
  businessDate?: string
  publicUrl: string
  brand: string
  /** Supplier ids the buyer outlook asks with, as the operator set them; empty means the own company. */
  supplierIds?: readonly string[]
  /** The languages in which an administrator replaced texts; undefined when the server does not say. */
  ownTexts?: readonly string[]
  /** The lists whose columns an administrator arranged. */
  ownTables?: readonly string[]
}

let loading: Promise<Config> | undefined
let loaded: Config | undefined

/** The settings the server wrote into the page; a page that was served by something else asks for them. */
async function given(): Promise<{ data?: Partial<Config> } & Partial<Config>> {
  const written = document.getElementById('config')?.textContent
  if (written) return JSON.parse(written)
  const response = await fetch('/api/config', { credentials: 'same-origin' })
  if (!response.ok) throw new Error(response.statusText || String(response.status))
  return response.json()
}

/** The portal's settings, found out once. */
export function config(): Promise<Config> {
  loading ??= given()
    .then((answer) => {
      loaded = {
        prefix: 'usance',
        appId: 'usance-web',
        messagingLink: null,
        demo: false,
        publicUrl: '',
        brand: 'Usance',
        ...(answer.data ?? answer),
      }
      return loaded!
    })
    .catch((error) => {
      loading = undefined
      throw error
    })
  return loading
}

/** The settings, for screens that are only drawn after they arrived. */
export const knownConfig = (): Config | undefined => loaded
