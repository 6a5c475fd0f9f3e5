import { startTestCluster } from './test-cluster.ts'

/** Run by vitest before and after all tests of the server project. USANCE_TEST_DURABLE=1 keeps fsync on. */
export default function setup(): Promise<() => Promise<void>> {
  return startTestCluster({ durable: process.env.USANCE_TEST_DURABLE === '1' })
}
