import { spawnSync } from 'node:child_process'
import {
  accessSync,
  constants,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { createRequire } from 'node:module'
import { tmpdir, userInfo } from 'node:os'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'

/** A browser ready to be launched: its program, and the environment with its libraries and fonts. */
export type Chromium = { program: string; env: Record<string, string> }

const require = createRequire(import.meta.url)
const root = fileURLToPath(new URL('../../', import.meta.url))

/** Unpacks the browser from its npm package, once for each version, and answers how to launch it. */
export function unpackChromium(): Chromium {
  const folder = join(cacheFolder(), `chromium-${chromiumVersion()}`)
  if (!existsSync(folder)) unpackInto(folder)
  return {
    program: join(folder, 'chromium'),
    env: {
      LD_LIBRARY_PATH: join(folder, 'al2023', 'lib'),
      FONTCONFIG_FILE: writeFontConfiguration(folder),
      HOME: folder,
    },
  }
}

function chromiumVersion(): string {
  const manifest = join(dirname(require.resolve('@sparticuz/chromium')), '../../package.json')
  return JSON.parse(readFileSync(manifest, 'utf8')).version
}

function cacheFolder(): string {
  const own = join(root, '.cache')
  try {
    mkdirSync(own, { recursive: true })
    accessSync(own, constants.W_OK)
    return own
  } catch {
    const shared = join(tmpdir(), `usance-${userInfo().uid}`)
    mkdirSync(shared, { recursive: true, mode: 0o700 })
    return shared
  }
}

/**
 * The package unpacks into the system's temporary folder, where two runs would write over each other's running
 * program. So it is told to unpack into a new folder, which gets its name when it is complete.
 */
function unpackInto(folder: string) {
  const fresh = mkdtempSync(`${folder}-`)
  const code = `const { default: chromium } = await import(${JSON.stringify(import.meta.resolve('@sparticuz/chromium'))})
    await chromium.executablePath()`
  const result = spawnSync(process.execPath, ['--input-type=module', '-e', code], {
    // It unpacks the libraries it needs only where it believes itself on a bare Amazon Linux.
    env: { ...process.env, NODE_OPTIONS: '', TMPDIR: fresh, TEMP: fresh, TMP: fresh, AWS_EXECUTION_ENV: 'AWS_Lambda_nodejs20.x' },
    encoding: 'utf8',
  })
  try {
    if (result.status !== 0) throw new Error(`The browser could not be unpacked: ${result.stderr}`)
    renameSync(fresh, folder)
  } catch (error) {
    rmSync(fresh, { recursive: true, force: true })
    // Another run was quicker; its copy is as good.
    if (!['ENOTEMPTY', 'EEXIST'].includes((error as NodeJS.ErrnoException).code ?? '')) throw error
  }
}

/** Chinese text needs a Chinese font, which a bare machine has none of: the one of our PDF documents serves here too. */
function writeFontConfiguration(folder: string): string {
  const noto = dirname(require.resolve('@expo-google-fonts/noto-sans-sc/package.json'))
  const folders = [
    join(folder, 'fonts'),
    ...['400Regular', '500Medium', '600SemiBold', '700Bold'].map((weight) => join(noto, weight)),
  ]
  const file = join(folder, `fonts-${process.pid}.conf`)
  const preferred = (family: string) => `<alias><family>${family}</family><prefer><family>Noto Sans SC</family></prefer></alias>`
  writeFileSync(
    file,
    `<?xml version="1.0"?><!DOCTYPE fontconfig SYSTEM "fonts.dtd"><fontconfig>
${folders.map((path) => `<dir>${path}</dir>`).join('\n')}
<cachedir>${join(folder, 'font-cache')}</cachedir>
${['sans-serif', 'serif', 'monospace', 'system-ui'].map(preferred).join('\n')}
</fontconfig>
`,
  )
  const finished = join(folder, 'fonts.conf')
  renameSync(file, finished)
  return finished
}
