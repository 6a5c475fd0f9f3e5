import type { Page } from '../page.ts'
import { knownPages } from './known-pages.ts'

/** The page at an address without its query; undefined where there is none. */
export const pageAt = (address: string) => {
  const parts = address.split('?')[0]!.split('/')
  return knownPages().find(({ path }) => {
    const own = path.split('/')
    return own.length === parts.length && own.every((part, index) => part.startsWith('$') || part === parts[index])
  })
}

/** The parameters in an address of this page. */
export function paramsOf({ path }: Page, address: string): Record<string, string> {
  const parts = address.split('/')
  const named = path.split('/').flatMap((part, index) => (part.startsWith('$') ? [[part.slice(1), parts[index]!]] : []))
  return Object.fromEntries(named.map(([name, value]) => [name, decodeURIComponent(value!)]))
}
