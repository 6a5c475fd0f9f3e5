import { expect, test } from 'vitest'
import { senderAddress } from './sender-address.ts'

test.each([
  ['203.0.113.7', '203.0.113.7'],
  ['::ffff:203.0.113.7', '::ffff:203.0.113.7'],
  ['2001:db8:1:1::1', '2001:db8:1:1::/64'],
  ['2001:db8:1:1:ffff::190', '2001:db8:1:1::/64'],
  ['2001:0DB8:0001:0001:0:0:0:2', '2001:db8:1:1::/64'],
  ['2001:db8:1:2::1', '2001:db8:1:2::/64'],
  ['fe80::1%eth0', 'fe80:0:0:0::/64'],
  ['::1', '0:0:0:0::/64'],
])('%s is counted as %s', (ip, counted) => expect(senderAddress(ip)).toBe(counted))
