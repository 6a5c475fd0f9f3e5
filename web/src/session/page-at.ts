import { pages } from '../routes.tsx'

/** The page at an address without its query; undefined where there is none. */
export const pageAt = (address: string) => {
  const parts = address.split('?')[0]!.split('/')
  return pages.find(({ path }) => {
    const own = path.split('/')
    return own.length === parts.length && own.every((part, index) => part.startsWith('$') || part === parts[index])
  })
}
