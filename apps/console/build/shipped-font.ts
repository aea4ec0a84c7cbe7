import { readFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import subsetFont from 'subset-font'
import type { HtmlTagDescriptor, Plugin } from 'vite'

const require = createRequire(import.meta.url)
const inter = (path: string) => readFile(require.resolve(`@fontsource-variable/inter/${path}`))

/** The weights that the console uses (theme.ts). All nine weights would take 48 KB instead of 34. */
const weights = { min: 400, max: 600 }

interface FontFile {
  name: string
  /** Characters that the browser takes from this file. */
  range: string
  make: () => Promise<Buffer>
}

/**
 * The package has the rupee sign in a file of 85 KB with every accented letter. It is the only character that the
 * console needs from there, so it gets a file of its own.
 */
const files: readonly FontFile[] = [
  {
    name: 'inter.woff2',
    range:
      'U+0000-00FF,U+0131,U+0152-0153,U+02BB-02BC,U+02C6,U+02DA,U+02DC,U+2000-206F,U+20AC,U+2122,U+2191,U+2193,U+2212,U+2215',
    make: async () =>
      subsetFont(await inter('files/inter-latin-wght-normal.woff2'), null, {
        targetFormat: 'woff2',
        variationAxes: { wght: weights },
        keepAllGlyphs: true,
      }),
  },
  {
    name: 'inter-rupee.woff2',
    range: 'U+20B9',
    make: async () =>
      subsetFont(await inter('files/inter-latin-ext-wght-normal.woff2'), '₹', {
        targetFormat: 'woff2',
        variationAxes: { wght: weights },
      }),
  },
]

/**
 * Installed fonts with the widths of Inter, so that nothing moves when Inter arrives. The widths are averages over the
 * texts of the console, measured for each weight.
 */
const fallbacks = [
  {
    family: 'Inter Fallback',
    weights: '400 500',
    sizeAdjust: 105.05,
    names: ['Arial', 'ArialMT', 'Liberation Sans', 'LiberationSans'],
  },
  {
    family: 'Inter Fallback',
    weights: '600',
    sizeAdjust: 101.07,
    names: ['Arial Bold', 'Arial-BoldMT', 'Liberation Sans Bold', 'LiberationSans-Bold'],
  },
  { family: 'Inter Fallback Wide', weights: '400 500', sizeAdjust: 94.15, names: ['DejaVu Sans'] },
  { family: 'Inter Fallback Wide', weights: '600', sizeAdjust: 84.92, names: ['DejaVu Sans Bold'] },
]

/** Distances of Inter from its baseline, in em. */
const ascent = 0.96875
const descent = 0.2412

/** Adds Inter to the page: preloaded font files, their rules and their licence. */
export function shippedFont(): Plugin {
  return {
    name: 'shipped-font',
    async buildStart() {
      if (this.meta.watchMode || this.environment.mode !== 'build') return
      for (const { name, make } of files) {
        this.emitFile({ type: 'asset', name, source: await make() })
      }
      this.emitFile({ type: 'asset', fileName: 'assets/inter-license.txt', source: await inter('LICENSE') })
    },
    configureServer(server) {
      for (const { name, make } of files) {
        let made: Promise<Buffer> | undefined
        server.middlewares.use(`/assets/${name}`, (_request, response, next) => {
          made ??= make()
          made.then((font) => response.setHeader('content-type', 'font/woff2').end(font), next)
        })
      }
    },
    transformIndexHtml(_html, { bundle }) {
      const built = Object.values(bundle ?? {})
      const addressed = files.map((file) => {
        const asset = built.find((one) => one.type === 'asset' && one.names.includes(file.name))
        return { ...file, address: `/${asset?.fileName ?? `assets/${file.name}`}` }
      })
      const preloads = addressed.map(
        ({ address }): HtmlTagDescriptor => ({
          tag: 'link',
          attrs: { rel: 'preload', as: 'font', type: 'font/woff2', crossorigin: true, href: address },
          injectTo: 'head-prepend',
        }),
      )
      const rules = [
        ...addressed.map(
          ({ address, range }) =>
            `@font-face{font-family:Inter;font-display:swap;font-weight:${weights.min} ${weights.max};src:url(${address}) format('woff2');unicode-range:${range}}`,
        ),
        ...fallbacks.map(({ family, weights, sizeAdjust, names }) => {
          const share = (em: number) => `${((em / sizeAdjust) * 10_000).toFixed(2)}%`
          const sources = names.map((name) => `local('${name}')`).join(',')
          return `@font-face{font-family:'${family}';font-weight:${weights};src:${sources};size-adjust:${sizeAdjust}%;ascent-override:${share(ascent)};descent-override:${share(descent)};line-gap-override:0%}`
        }),
      ]
      return [...preloads, { tag: 'style', children: rules.join(''), injectTo: 'head' }]
    },
  }
}
