import type { Page } from '../page.ts'
import { ConfigurationError } from './handlers.ts'

let known: readonly Page[] | undefined

/**
 * Hands in the table of routes. The table loads the pages, and the parts that they are made of ask which pages there are: they read
 * them here, so that no part imports the table.
 */
export function givePages(pages: readonly Page[]): void {
  known = pages
}

/** Every page inside the shell, in menu order. Throws before they are given: without them no link would need a permission. */
export function knownPages(): readonly Page[] {
  if (!known) throw new ConfigurationError('The portal was used before its pages were given.')
  return known
}
