import { fileURLToPath } from 'node:url'
import { defineConfig } from 'vitest/config'

const setup = (file: string) => fileURLToPath(new URL(`scripts/${file}`, import.meta.url))
const setupFiles = [setup('seed-properties.ts')]
const node = { environment: 'node', pool: 'forks', setupFiles } as const

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
        ? [['./scripts/count-tests.mjs', { outputFile: process.env.USANCE_TEST_REPORT }] as [string, object]]
        : []),
    ],
    projects: [
      { test: { ...node, name: 'tidy', include: ['tidy.test.ts', 'scripts/**/*.test.mjs'], testTimeout: 120_000 } },
      { test: { ...node, name: 'domain', include: ['domain/**/*.test.ts'], testTimeout: 120_000 } },
      {
        test: {
          ...node,
          name: 'server',
          include: ['server/**/*.test.ts', 'wire/**/*.test.ts', 'bench/**/*.test.ts'],
          globalSetup: ['server/src/database/test-cluster-setup.ts'],
          testTimeout: 120_000,
          hookTimeout: 240_000,
        },
      },
      {
        extends: './web/vite.config.ts',
        test: {
          name: 'web',
          root: '.',
          include: ['web/**/*.test.{ts,tsx}'],
          environment: 'jsdom',
          pool: 'forks',
          setupFiles: [...setupFiles, setup('wait-for-screens.ts')],
          testTimeout: 120_000,
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
          // A page of a busy machine needs longer than the second that `expect.poll` would wait.
          expect: { poll: { timeout: 60_000 } },
          testTimeout: 600_000,
          hookTimeout: 600_000,
        },
      },
    ],
  },
})
