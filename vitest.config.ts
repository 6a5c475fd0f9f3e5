import { fileURLToPath } from 'node:url'
import { defineConfig } from 'vitest/config'

const setup = (file: string) => fileURLToPath(new URL(`scripts/${file}`, import.meta.url))
const setupFiles = [setup('seed-properties.ts')]
const node = { environment: 'node', pool: 'forks', setupFiles } as const
// The files of a worker share its modules: to load the server anew for each file takes as long as the tests of many. A file that
// replaces a module of the server has one of its own.
const shared = { ...node, isolate: false } as const
const mocked = 'server/**/*.mocked.test.ts'
// A busy machine needs longer than the second that `expect.poll` would wait.
const patient = { poll: { timeout: 60_000 } }
const onServer = {
  globalSetup: ['server/src/database/test-cluster-setup.ts'],
  expect: patient,
  testTimeout: 120_000,
  hookTimeout: 240_000,
}

export default defineConfig({
  // Here, not in node_modules, so that read-only installations can run the tests too.
  cacheDir: '.cache/vitest',
  test: {
    maxWorkers: 2,
    passWithNoTests: false,
    // `npm test` reads its closing counts from this file.
    reporters: [
      'default',
      ...(process.env.USANCE_TEST_REPORT
        ? [['./scripts/count-tests.mjs', { outputFile: process.env.USANCE_TEST_REPORT }] as [string, Record<string, unknown>]]
        : []),
    ],
    projects: [
      { test: { ...node, name: 'tidy', include: ['tidy*.test.ts', 'scripts/**/*.test.mjs'], testTimeout: 120_000 } },
      { test: { ...shared, name: 'domain', include: ['domain/**/*.test.ts'], testTimeout: 120_000 } },
      {
        test: {
          ...shared,
          ...onServer,
          name: 'server',
          include: ['server/**/*.test.ts', 'wire/**/*.test.ts', 'bench/**/*.test.ts'],
          exclude: ['**/node_modules/**', mocked],
        },
      },
      { test: { ...node, ...onServer, name: 'mocked', include: [mocked] } },
      {
        extends: './web/vite.config.ts',
        test: {
          name: 'web',
          root: '.',
          include: ['web/**/*.test.{ts,tsx}'],
          environment: 'jsdom',
          pool: 'forks',
          setupFiles: [...setupFiles, setup('wait-for-screens.ts')],
          expect: patient,
          testTimeout: 120_000,
          hookTimeout: 240_000,
        },
      },
      {
        // Journeys drive a whole product and a browser: one after the other, when all else is done.
        test: {
          ...node,
          name: 'e2e',
          include: ['e2e/**/*.test.ts'],
          fileParallelism: false,
          maxWorkers: 1,
          sequence: { groupOrder: 1 },
          expect: patient,
          testTimeout: 600_000,
          hookTimeout: 600_000,
        },
      },
    ],
  },
})
