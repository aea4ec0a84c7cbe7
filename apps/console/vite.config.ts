import { readdirSync, readFileSync } from 'node:fs'
import { dirname, resolve } from 'node:path'
import react from '@vitejs/plugin-react'
import { defineConfig, type UserConfig } from 'vite'
import { consolePaths } from '../../packages/contract/src/console-paths.ts'
import { chunkGroups } from './build/chunk-groups.ts'
import { shortClassNames } from './build/class-names.ts'
import { componentStyles } from './build/component-styles.ts'
import { ownPalettes } from './build/own-palettes.ts'
import { partLoader } from './build/part-loader.ts'
import { routeFiles, routeScreens } from './build/route-files.ts'
import { serverParts } from './build/server-parts.ts'
import { shippedFont } from './build/shipped-font.ts'

const api = `http://127.0.0.1:${process.env.API_PORT ?? '3001'}`

// '/s' alone would also catch '/src', so each path is matched up to its slash or its end.
const apiPaths = [
  'admin',
  'intake',
  'site',
  'event/my',
  'files',
  's',
  'webhooks/razorpay',
  'idp',
  'healthz',
  'readyz',
  'docs',
]

const common: UserConfig = {
  root: import.meta.dirname,
  plugins: [
    react(),
    serverParts(),
    ownPalettes(),
    partLoader(resolve(import.meta.dirname, 'src/ui/part-files.ts')),
    componentStyles(resolve(import.meta.dirname, 'src/ui/theme/component-styles.ts')),
  ],
  server: {
    port: Number(process.env.CONSOLE_PORT ?? 5173),
    host: '127.0.0.1',
    proxy: Object.fromEntries(apiPaths.map((path) => [`^/${path}(/|\\?|$)`, { target: api }])),
  },
  build: {
    target: 'es2022',
    sourcemap: 'hidden',
    // All target browsers support modulepreload.
    modulePreload: { polyfill: false },
    // The page's content security policy forbids data: URLs for scripts, and small pictures are better cached than
    // inlined.
    assetsInlineLimit: 0,
    chunkSizeWarningLimit: 500,
  },
}

export default defineConfig(async ({ command }) => {
  if (command !== 'build') return { ...common, plugins: [common.plugins, shippedFont()] }
  const source = resolve(import.meta.dirname, 'src')
  const declaring = readdirSync(source, { recursive: true, encoding: 'utf8' }).filter((name) =>
    /\.screens\.ts$|[/\\]routes\.tsx$/.test(name),
  )
  const screens = declaring.sort().flatMap((name) => {
    const file = resolve(source, name)
    return routeScreens(readFileSync(file, 'utf8'), consolePaths).map(({ path, module }) => ({
      path,
      module: resolve(dirname(file), module),
    }))
  })
  const first = screens.find(({ path }) => path === consolePaths.masterclassList)
  if (!first) throw new Error(`No route shows ${consolePaths.masterclassList}.`)
  const built: UserConfig = {
    ...common,
    css: { modules: { generateScopedName: shortClassNames(import.meta.dirname) } },
  }
  const groups = await chunkGroups(built, first.module)
  return {
    ...built,
    plugins: [common.plugins, shippedFont(), routeFiles(screens)],
    // The first script names all files, and hashes cannot be compressed: six characters tell versions of a file apart.
    // For this many scripts the bundler wants seven.
    build: {
      ...common.build,
      rolldownOptions: {
        output: {
          chunkFileNames: 'assets/[name]-[hash:7].js',
          assetFileNames: 'assets/[name]-[hash:6][extname]',
          codeSplitting: { groups },
        },
      },
    },
  }
})
