import type { ListPage } from '@usance/wire/all-calls'
import type { TitleKey } from '@usance/wire/list'
import { expectTypeOf, test } from 'vitest'
import type { TextKey } from '../i18n/keys.ts'

/** Without a title in both languages the compiler names the key here. */
test('every column that a list shows has its title', () => {
  expectTypeOf<'list.finance.costs.orderNo'>().toExtend<TitleKey<ListPage>>()
  expectTypeOf<'list.finance.costs.noSuchColumn'>().not.toExtend<TextKey>()
  expectTypeOf<Exclude<TitleKey<ListPage>, TextKey>>().toEqualTypeOf<never>()
})
