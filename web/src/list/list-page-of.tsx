import type { AnyList } from '@usance/wire/list'
import type { ComponentType } from 'react'
import { ListPage, type ListPageProps } from './list-page.tsx'

/** A page component for a list; what is special about the screen comes from a function that may use hooks. */
export function listPage<L extends AnyList>(
  list: L,
  useExtras: () => Omit<ListPageProps<L>, 'list'> = () => ({}),
): ComponentType {
  return function Page() {
    return <ListPage list={list} {...useExtras()} />
  }
}
