// Writes a brotli and a gzip file beside each asset of the built console, for the server to send.
import { readdir, readFile, stat, writeFile } from 'node:fs/promises'
import { extname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'

const folder = process.argv[2] ?? fileURLToPath(new URL('../apps/console/dist', import.meta.url))
const kinds = new Set(['.js', '.css', '.html', '.svg', '.json'])
// Compressing a smaller response saves no packet.
const smallestBytes = 1024
// An operator edits this file in place, which would leave its compressed copies stale.
const edited = new Set(['config.js'])

const files = (await readdir(folder, { recursive: true })).filter(
  (name) => kinds.has(extname(name)) && !edited.has(name),
)
let before = 0
let after = 0
for (const name of files) {
  const path = join(folder, name)
  if ((await stat(path)).size < smallestBytes) continue
  const content = await readFile(path)
  const [brotli, gzipped] = await Promise.all([
    promisify(brotliCompress)(content, {
      params: {
        [constants.BROTLI_PARAM_MODE]: constants.BROTLI_MODE_TEXT,
        [constants.BROTLI_PARAM_QUALITY]: constants.BROTLI_MAX_QUALITY,
        [constants.BROTLI_PARAM_SIZE_HINT]: content.length,
      },
    }),
    promisify(gzip)(content, { level: constants.Z_BEST_COMPRESSION }),
  ])
  await Promise.all([writeFile(`${path}.br`, brotli), writeFile(`${path}.gz`, gzipped)])
  before += content.length
  after += brotli.length
}
console.log(`Compressed the console: ${kilobytes(before)} KB, with brotli ${kilobytes(after)} KB.`)

function kilobytes(bytes) {
  return (bytes / 1024).toFixed(0)
}
