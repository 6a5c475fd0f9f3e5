import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { basename, join } from 'node:path'
import { binary, hashOf, onlyOne, root, run, step, whenStarted } from './steps.mjs'

const shared = ['package-lock.json', 'domain', 'wire', 'scripts/build-if-needed.mjs']

/** Builds the pages and the server, each only when one of its sources changed since it was last built. */
export async function buildIfNeeded() {
  if (isFresh()) return
  await onlyOne('build', async () => {
    const { web, server } = outputs()
    const work = []
    if (!web.fresh) work.push(step('Building the pages', () => buildWeb().then(web.stamp)))
    if (!server.fresh) work.push(step('Building the server', () => buildServer().then(server.stamp)))
    const failed = (await Promise.allSettled(work)).find(({ status }) => status === 'rejected')
    if (failed) throw failed.reason
  })
}

const isFresh = () => Object.values(outputs()).every(({ fresh }) => fresh)

function outputs() {
  return {
    web: outputOf('web', ['web', ...shared]),
    server: outputOf('server', ['server/src', 'server/package.json', ...shared]),
  }
}

/** The stamp beside what was built, which says from which sources; it is written last, so a cut-off build is none. */
function outputOf(workspace, sources) {
  const file = join(root, workspace, 'dist', '.sources')
  const wanted = hashOf(sources)
  let found
  try {
    found = readFileSync(file, 'utf8')
  } catch {
    found = undefined
  }
  return { fresh: found === wanted, stamp: () => writeFileSync(file, wanted) }
}

async function buildWeb() {
  const args = [binary('vite'), 'build', '--config', 'web/vite.config.ts', '--logLevel', 'warn']
  if ((await run(process.execPath, args, { env: { NODE_ENV: 'production' } })) !== 0) throw new Error('vite build failed.')
}

/** Bundles our own TypeScript; npm packages stay where they are. */
async function buildServer() {
  const esbuild = createRequire(join(root, 'package.json'))('esbuild')
  const outdir = join(root, 'server', 'dist')
  await esbuild.build({
    entryPoints: Object.fromEntries(serverEntries().map((file) => [basename(file, '.ts'), join(root, file)])),
    outdir,
    outExtension: { '.js': '.mjs' },
    bundle: true,
    platform: 'node',
    target: 'node20.19',
    format: 'esm',
    sourcemap: true,
    logLevel: 'warning',
    absWorkingDir: root,
    plugins: [
      {
        name: 'packages stay outside, workspaces come in',
        setup: (build) =>
          build.onResolve({ filter: /^[^./]/ }, ({ path, kind }) =>
            kind === 'entry-point' || path.startsWith('@usance/') ? undefined : { path, external: true },
          ),
      },
    ],
  })
  await esbuild.stop()
}

/** The server's main program, and each program that it starts beside itself: `*-main.ts`, `*-worker.ts`, `*-child.ts`. */
function serverEntries() {
  const files = readdirSync(join(root, 'server', 'src'), { recursive: true }).map((file) => file.replaceAll('\\', '/'))
  return [
    'server/src/main.ts',
    ...files.filter((file) => /-(main|worker|child)\.ts$/.test(file)).map((file) => `server/src/${file}`),
  ]
}

await whenStarted(import.meta.url, buildIfNeeded)
