import { channelPartnerList } from '@usance/wire/channel-partner/list'
import { expect, test } from 'vitest'
import { soundFigures } from '../../list/column-kind.ts'

test.each(['orders', 'financed', 'feeBase', 'commission'] as const)('months are searched by %s below zero', (name) => {
  const draft = { [`${name}Begin`]: '-5', [`${name}End`]: '-1' }
  expect(soundFigures(Object.entries(channelPartnerList.columns), draft)).toEqual(draft)
})
