// Builds the API into one file and the console into static files, each only when its sources have changed.
import { spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { fail, root } from './install.mjs'

const builds = [
  {
    name: 'API',
    output: 'apps/api/dist/main.js',
    sources: [
      'apps/api/src',
      'packages/site/src',
      'packages/contract/src',
      'package-lock.json',
      'tools/build.mjs',
    ],
    build: buildApi,
  },
  {
    name: 'console',
    output: 'apps/console/dist/index.html',
    sources: [
      'apps/console/src',
      'apps/console/public',
      'apps/console/build',
      'apps/console/index.html',
      'apps/console/vite.config.ts',
      'packages/contract/src',
      'package-lock.json',
      'tools/compress-assets.mjs',
    ],
    build: buildConsole,
  },
]

/** Builds what has changed. @param only 'API' or 'console' to build just that */
export async function buildAll(only) {
  for (const { name, output, sources, build } of builds) {
    if (only !== undefined && name !== only) continue
    const state = hashOf(sources)
    const mark = join(root, dirname(output), '.built-from')
    if (existsSync(join(root, output)) && existsSync(mark) && readFileSync(mark, 'utf8') === state) continue
    const begun = Date.now()
    await build()
    mkdirSync(dirname(mark), { recursive: true })
    writeFileSync(mark, state)
    console.log(`Built the ${name} in ${((Date.now() - begun) / 1000).toFixed(1)} s`)
  }
}

async function buildApi() {
  const { build } = await import('esbuild')
  rmSync(join(root, 'apps/api/dist'), { recursive: true, force: true })
  await build({
    // A command or a thread of its own needs a file of its own.
    entryPoints: [
      'main.ts',
      'backup/backup-command.ts',
      'counts/counts-command.ts',
      'files-command.ts',
      'import/import-command.ts',
      'owner-command.ts',
      'modules/money/document/document-pdf.ts',
      'modules/desk/export/export-thread.ts',
    ].map((entry) => join(root, 'apps/api/src', entry)),
    outbase: join(root, 'apps/api/src'),
    outdir: join(root, 'apps/api/dist'),
    bundle: true,
    platform: 'node',
    format: 'esm',
    target: 'node20',
    sourcemap: 'linked',
    // The program keeps the source map in memory, and a stack trace needs only names and lines.
    sourcesContent: false,
    splitting: true,
    logLevel: 'warning',
    plugins: [{ name: 'externals', setup: keepPackagesOutside }],
  })
}

/** Leaves packages in node_modules and bundles only the project's own, which are TypeScript. */
function keepPackagesOutside(build) {
  build.onResolve({ filter: /^[^./]/ }, ({ path, kind }) => {
    if (kind === 'entry-point' || path.startsWith('@greenroom/')) return undefined
    return { path, external: true }
  })
}

async function buildConsole() {
  const vite = join(root, 'node_modules', 'vite', 'bin', 'vite.js')
  const built = spawnSync(process.execPath, [vite, 'build', '--logLevel', 'warn'], {
    cwd: join(root, 'apps/console'),
    stdio: 'inherit',
  })
  if (built.status !== 0) fail('The console could not be built. See the errors above.')
  const compressed = spawnSync(process.execPath, [join(root, 'tools/compress-assets.mjs')], {
    cwd: root,
    stdio: 'inherit',
  })
  if (compressed.status !== 0) fail('The console could not be compressed. See the errors above.')
}

function hashOf(sources) {
  const hash = createHash('sha256')
  for (const source of sources) addTo(hash, join(root, source))
  return hash.digest('hex')
}

function addTo(hash, path) {
  if (!existsSync(path)) return
  let names
  try {
    names = readdirSync(path, { withFileTypes: true })
  } catch {
    hash.update(path.slice(root.length)).update(readFileSync(path))
    return
  }
  for (const entry of names.sort((a, b) => (a.name < b.name ? -1 : 1))) {
    if (!/\.test\.tsx?$/.test(entry.name)) addTo(hash, join(path, entry.name))
  }
}

if (process.argv[1] && import.meta.url === pathToFileURL(process.argv[1]).href) await buildAll()
