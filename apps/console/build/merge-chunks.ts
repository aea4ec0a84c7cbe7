/** A chunk as the bundler splits it by itself: the modules that the same screens and dialogs import. */
export interface Chunk {
  name: string
  /** Names of the chunks that it imports. */
  imports: readonly string[]
  /** Of its script and its styles, compressed. */
  bytes: number
  hasStyles: boolean
  /** Whether other modules may join it; the chunk of a screen, of a dialog or of the first load stays as it is. */
  canMerge: boolean
}

/** What one screen or dialog loads. */
export interface Load {
  /** The chunk that it begins with. */
  chunk: string
  /** Whether it may load nothing beyond what it needs. */
  isExact: boolean
}

interface Node {
  members: string[]
  imports: Set<number>
  bytes: number
  hasStyles: boolean
  canMerge: boolean
}

/**
 * Merges chunks while that makes loading cheaper over all: fewer requests are weighed against bytes that a screen
 * loads without needing them. Merged chunks never import each other in a circle.
 * @param requestCost what one request costs, in bytes that the line carries meanwhile
 * @returns the names of the chunks to join, at least two in each group
 */
export function mergeChunks(
  chunks: readonly Chunk[],
  loads: readonly Load[],
  requestCost: number,
): string[][] {
  const places = new Map(chunks.map(({ name }, place) => [name, place]))
  const placeOf = (name: string) => {
    const place = places.get(name)
    if (place === undefined) throw new Error(`There is no chunk named ${name}.`)
    return place
  }
  const nodes = new Map<number, Node>(
    chunks.map((chunk, place) => [
      place,
      { ...chunk, members: [chunk.name], imports: new Set(chunk.imports.map(placeOf)) },
    ]),
  )
  const starts = loads.map((load) => ({ ...load, place: placeOf(load.chunk) }))

  for (;;) {
    const best = bestMerge(nodes, starts, requestCost)
    if (!best) break
    join(nodes, best.into, best.from)
  }
  return [...nodes.values()].filter(({ members }) => members.length > 1).map(({ members }) => members)
}

function bestMerge(
  nodes: Map<number, Node>,
  starts: readonly (Load & { place: number })[],
  requestCost: number,
): { into: number; from: number } | undefined {
  const reach = new Map([...nodes.keys()].map((place) => [place, reachOf(nodes, place)]))
  const reached = (place: number) => reach.get(place) as Set<number>
  const loads = starts.map(({ place, ...load }) => ({ ...load, loaded: reached(place) }))
  const candidates = [...nodes].filter(([, node]) => node.canMerge)

  let best: { into: number; from: number; gain: number } | undefined
  for (const [index, [into, first]] of candidates.entries()) {
    const users = loads.filter(({ loaded }) => loaded.has(into))
    for (const [from, second] of candidates.slice(index + 1)) {
      const saved = requestCost * (first.hasStyles && second.hasStyles ? 2 : 1)
      let gain = 0
      for (const { loaded } of users) if (loaded.has(from)) gain += saved
      if (gain <= (best?.gain ?? 0)) continue
      for (const { isExact, loaded } of loads) {
        if (loaded.has(into) === loaded.has(from)) continue
        if (isExact) gain = Number.NEGATIVE_INFINITY
        const [had, added] = loaded.has(into) ? [first, from] : [second, into]
        gain -= costOfAdding(added, had, loaded)
        if (gain <= (best?.gain ?? 0)) break
      }
      if (gain > (best?.gain ?? 0) && !wouldCircle(nodes, reached, into, from)) best = { into, from, gain }
    }
  }
  return best

  /** What it costs a load to get a chunk in the same file as one that it has, with all that the chunk imports. */
  function costOfAdding(added: number, had: Node, loaded: ReadonlySet<number>): number {
    let cost = 0
    for (const place of reached(added)) {
      const node = nodes.get(place) as Node
      if (loaded.has(place)) continue
      cost += node.bytes
      if (place !== added) cost += requestCost * (node.hasStyles ? 2 : 1)
      else if (node.hasStyles && !had.hasStyles) cost += requestCost
    }
    return cost
  }
}

/** A chunk with all that it imports, directly or through others. */
function reachOf(nodes: Map<number, Node>, start: number): Set<number> {
  const seen = new Set([start])
  for (const place of seen) for (const next of nodes.get(place)?.imports ?? []) seen.add(next)
  return seen
}

/** Tells whether one of the two imports the other by way of a third. */
function wouldCircle(
  nodes: Map<number, Node>,
  reached: (place: number) => Set<number>,
  one: number,
  other: number,
): boolean {
  const leads = (from: number, to: number) =>
    [...(nodes.get(from)?.imports ?? [])].some((next) => next !== to && reached(next).has(to))
  return leads(one, other) || leads(other, one)
}

function join(nodes: Map<number, Node>, into: number, from: number): void {
  const [kept, gone] = [nodes.get(into) as Node, nodes.get(from) as Node]
  nodes.delete(from)
  nodes.set(into, {
    members: [...kept.members, ...gone.members],
    imports: new Set([...kept.imports, ...gone.imports]),
    bytes: kept.bytes + gone.bytes,
    hasStyles: kept.hasStyles || gone.hasStyles,
    canMerge: true,
  })
  for (const [place, node] of nodes) {
    if (node.imports.delete(from)) node.imports.add(into)
    if (place === into) node.imports.delete(into)
  }
}
