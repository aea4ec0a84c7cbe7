import { readFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import subsetFont from 'subset-font'
import type { HtmlTagDescriptor, Plugin, Rolldown } from 'vite'

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

interface Fallback {
  /** Part of the family's name. Each installed font needs a family of its own, because its rule sets its width. */
  font: string
  /** Full and PostScript names that the regular weight is installed under. */
  regular: readonly string[]
  bold: readonly string[]
  /**
   * Widths of Inter's weights 400 and 500 in percent of the regular weight, and of 600 in percent of the bold one:
   * averages over the texts of 18 screens.
   */
  widths: readonly [number, number, number]
}

/**
 * Installed fonts with the widths of Inter, so that nothing moves when Inter arrives. The first one that is installed is
 * used: Arial on Windows, macOS and iOS, Roboto on Android, and what distributions of Linux install.
 */
const fallbacks: readonly Fallback[] = [
  {
    font: 'Arial',
    regular: [
      'Arial',
      'ArialMT',
      'Liberation Sans',
      'LiberationSans',
      'Arimo',
      'Arimo-Regular',
      'NimbusSans-Regular',
    ],
    bold: [
      'Arial Bold',
      'Arial-BoldMT',
      'Liberation Sans Bold',
      'LiberationSans-Bold',
      'Arimo Bold',
      'Arimo-Bold',
      'NimbusSans-Bold',
    ],
    widths: [105.97, 107.18, 102.54],
  },
  {
    font: 'Roboto',
    regular: ['Roboto', 'Roboto-Regular'],
    // Newer versions of Android have all weights in one file, which is only found by the name of the regular one.
    bold: ['Roboto Bold', 'Roboto-Bold', 'Roboto', 'Roboto-Regular'],
    widths: [106.89, 108.11, 107.37],
  },
  {
    font: 'Noto Sans',
    regular: [
      'Noto Sans Regular',
      'NotoSans-Regular',
      'Noto Sans',
      'Open Sans Regular',
      'OpenSans-Regular',
      'Open Sans',
    ],
    bold: ['Noto Sans Bold', 'NotoSans-Bold', 'Open Sans Bold', 'OpenSans-Bold'],
    widths: [101.62, 102.77, 98.78],
  },
  {
    font: 'Ubuntu',
    regular: ['Ubuntu Regular', 'Ubuntu-Regular', 'Ubuntu'],
    bold: ['Ubuntu Bold', 'Ubuntu-Bold'],
    widths: [105.14, 106.34, 102.96],
  },
  {
    font: 'Cantarell',
    regular: ['Cantarell Regular', 'Cantarell-Regular'],
    bold: ['Cantarell Bold', 'Cantarell-Bold'],
    widths: [107.2, 108.42, 106.2],
  },
  {
    font: 'DejaVu Sans',
    regular: ['DejaVu Sans', 'DejaVuSans'],
    bold: ['DejaVu Sans Bold', 'DejaVuSans-Bold'],
    widths: [94.29, 95.36, 85.77],
  },
]

const familyOf = ({ font }: Fallback) => `'Inter Fallback ${font}'`

/** Distances of Inter from its baseline, in em. */
const ascent = 0.96875
const descent = 0.2412

/** The files of Inter with their addresses: hashed in a build, and by their names in development. */
function addressed(bundle: Rolldown.OutputBundle | undefined) {
  const built = Object.values(bundle ?? {})
  return files.map((file) => {
    const asset = built.find((one) => one.type === 'asset' && one.names.includes(file.name))
    return { ...file, address: `/${asset?.fileName ?? `assets/${file.name}`}` }
  })
}

/** Returns the rules that load Inter and name it, with its fallbacks, --gr-font. */
function fontRules(fonts: ReturnType<typeof addressed>): string {
  return [
    ...fonts.map(
      ({ address, range }) =>
        `@font-face{font-family:Inter;font-display:swap;font-weight:${weights.min} ${weights.max};src:url(${address}) format('woff2');unicode-range:${range}}`,
    ),
    ...fallbacks.flatMap((fallback) =>
      ([400, 500, 600] as const).map((weight, place) => {
        const width = fallback.widths[place] as number
        const share = (em: number) => `${((em / width) * 10_000).toFixed(2)}%`
        const names = weight === 600 ? fallback.bold : fallback.regular
        const sources = names.map((name) => `local('${name}')`).join(',')
        return `@font-face{font-family:${familyOf(fallback)};font-weight:${weight};src:${sources};size-adjust:${width}%;ascent-override:${share(ascent)};descent-override:${share(descent)};line-gap-override:0%}`
      }),
    ),
    `:root{--gr-font:Inter,${fallbacks.map(familyOf).join(',')},system-ui,sans-serif}`,
    // Linux rounds each letter of hinted fonts to whole pixels, up to 7 % of a text, which no rule can even out.
    'html,button,input,select,textarea{text-rendering:geometricPrecision}',
  ].join('')
}

/** The same rules as a file, for the server's own pages: the account page of the sandbox and the sample site. */
const sharedRules = 'fonts.css'

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
    generateBundle(_options, bundle) {
      this.emitFile({ type: 'asset', fileName: sharedRules, source: fontRules(addressed(bundle)) })
    },
    configureServer(server) {
      for (const { name, make } of files) {
        let made: Promise<Buffer> | undefined
        server.middlewares.use(`/assets/${name}`, (_request, response, next) => {
          made ??= make()
          made.then((font) => response.setHeader('content-type', 'font/woff2').end(font), next)
        })
      }
      server.middlewares.use(`/${sharedRules}`, (_request, response) => {
        response.setHeader('content-type', 'text/css').end(fontRules(addressed(undefined)))
      })
    },
    transformIndexHtml(_html, { bundle }) {
      const fonts = addressed(bundle)
      const preloads = fonts.map(
        ({ address }): HtmlTagDescriptor => ({
          tag: 'link',
          attrs: { rel: 'preload', as: 'font', type: 'font/woff2', crossorigin: true, href: address },
          injectTo: 'head-prepend',
        }),
      )
      return [...preloads, { tag: 'style', children: fontRules(fonts), injectTo: 'head' }]
    },
  }
}
