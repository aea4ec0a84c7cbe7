import { readFileSync, writeFileSync } from 'node:fs'
import { fileURLToPath, pathToFileURL } from 'node:url'

/** Returns the path of a page of the project. */
export function pageFile(name: string): string {
  return fileURLToPath(new URL(`../${name}`, import.meta.url))
}

/**
 * Replaces what is between the markers `<!-- name: begin -->` and `<!-- name: end -->` of a page.
 * @throws Error when the page lacks a marker
 */
export function withPart(page: string, name: string, content: string): string {
  const [begin, end] = [`<!-- ${name}: begin -->`, `<!-- ${name}: end -->`]
  const from = page.indexOf(begin)
  const to = page.indexOf(end)
  if (from < 0 || to < from) throw new Error(`The page lacks ${begin} or ${end}.`)
  return `${page.slice(0, from + begin.length)}\n${content}\n${page.slice(to)}`
}

/** Formats a Markdown table. A vertical bar in a cell is escaped. */
export function table(columns: readonly string[], rows: readonly (readonly string[])[]): string {
  const lines = [
    columns,
    columns.map(() => '---'),
    ...rows.map((cells) => cells.map((text) => text.replaceAll('|', '\\|'))),
  ]
  return lines.map((cells) => `| ${cells.join(' | ')} |`).join('\n')
}

/** Rewrites the page if this script runs as a command. With --check it only fails when the page is stale. */
export function runPageCommand(script: string, file: string, renew: (page: string) => string): void {
  if (!process.argv[1] || script !== pathToFileURL(process.argv[1]).href) return
  const page = readFileSync(file, 'utf8')
  const updated = renew(page)
  if (!process.argv.includes('--check')) {
    writeFileSync(file, updated)
    console.log(`Wrote ${file}`)
  } else if (page !== updated) {
    console.error(`${file} is stale. Run: npx tsx ${fileURLToPath(script)}`)
    process.exitCode = 1
  }
}
