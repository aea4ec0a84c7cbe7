import { readdirSync, readFileSync } from 'node:fs'
import { dirname, join, relative, resolve } from 'node:path'
import { pageFile, runPageCommand, withPart } from './generated-part.ts'
import { wingPlaces, wings } from './wings.mjs'

/** The page with the map. */
export const mapPage = pageFile('docs/architecture.md')

const importPattern = /(?:from|import\()\s*'(\.[^']+)'/g

/** Returns the rooms of a wing in all layers, and how often it imports each other wing. */
function wingOf(wing: string) {
  const rooms = new Set<string>()
  const imports = new Map<string, number>()
  for (const { place, besides } of wingPlaces) {
    // What is shared belongs to the rooms of the features.
    const hasRooms = !place.endsWith('/shared')
    const top = pageFile(place)
    const folder = join(top, wing)
    for (const entry of entriesOf(folder)) {
      if (entry.isDirectory()) {
        if (hasRooms && entry.parentPath === folder) rooms.add(entry.name)
        continue
      }
      if (!/(?<!\.test)\.tsx?$/.test(entry.name)) continue
      for (const [, path = ''] of readFileSync(join(entry.parentPath, entry.name), 'utf8').matchAll(
        importPattern,
      )) {
        const [to = '', room] = relative(top, resolve(entry.parentPath, path)).split('/')
        if (to !== wing && room && wings.includes(to) && !besides.includes(to)) {
          imports.set(to, (imports.get(to) ?? 0) + 1)
        }
      }
    }
  }
  return { rooms: [...rooms].sort(), imports }
}

/** Returns what a folder and its folders contain; nothing if a layer has no such wing. */
function entriesOf(folder: string) {
  const isThere = readdirSync(dirname(folder)).includes(folder.slice(dirname(folder).length + 1))
  return isThere ? readdirSync(folder, { recursive: true, withFileTypes: true }) : []
}

/** Draws the wings, the highest first, as a Mermaid diagram. */
function wingsMap(): string {
  const drawn = wings.toReversed().map((wing) => ({ wing, ...wingOf(wing) }))
  const boxes = drawn.map(({ wing, rooms }) => `  ${wing}["<b>${wing}</b><br/>${rooms.join(', ')}"]`)
  const arrows = drawn.flatMap(({ wing, imports }) =>
    [...imports].sort().map(([to, count]) => `  ${wing} -->|${count}| ${to}`),
  )
  return ['```mermaid', 'flowchart TD', ...boxes, ...arrows, '```'].join('\n')
}

/** Replaces the map of the page. */
export const withWingsMap = (page: string): string => withPart(page, 'wings', wingsMap())

runPageCommand(import.meta.url, mapPage, withWingsMap)
