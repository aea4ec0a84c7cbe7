import { createHash } from 'node:crypto'
import { relative } from 'node:path'

/**
 * Returns a function that names the classes of the built style sheets. A screen loads each name twice, in a style sheet
 * and in a script, so it is short: a hash of the file and the place of the class in it. The order of files matters only
 * to two with one hash: the later one gets a longer name.
 * @param root the console's folder
 */
export function shortClassNames(root: string): (name: string, file: string) => string {
  const files = new Map<string, { prefix: string; places: Map<string, number> }>()
  const taken = new Set<string>()
  return (name, id) => {
    // A file is transformed again with a query behind its path.
    const path = relative(root, id.split('?')[0] ?? id)
    const file = files.get(path) ?? { prefix: freePrefix(path, taken), places: new Map() }
    files.set(path, file)
    const place = file.places.get(name) ?? file.places.size
    file.places.set(name, place)
    return `${file.prefix}-${place.toString(36)}`
  }
}

/** Returns a letter and a few digits that no other file has. */
function freePrefix(path: string, taken: Set<string>): string {
  const hash = createHash('sha256').update(path).digest('hex')
  const digits = BigInt(`0x${hash}`).toString(36)
  for (let length = 3; ; length++) {
    const prefix = `c${digits.slice(0, length)}`
    if (taken.has(prefix)) continue
    taken.add(prefix)
    return prefix
  }
}
