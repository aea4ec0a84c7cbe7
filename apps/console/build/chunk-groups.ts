import { gzipSync } from 'node:zlib'
import { build, type Plugin, type Rolldown, type UserConfig } from 'vite'

type Groups = NonNullable<Exclude<Rolldown.OutputOptions['codeSplitting'], boolean | undefined>['groups']>

/** Modules that are loaded together, with the screens and dialogs ("parts") that load them. */
export interface Group {
  ids: string[]
  /** Compressed size of the script. */
  bytes: number
  /** Parts by the name of their chunk in the trial build. */
  users: ReadonlySet<string>
  imports: Set<Group>
}

/** How much a part's load counts. */
export interface Weight {
  bytes: number
  requests: number
}

/** Costs of a request in bytes that are tried: 10 Mbit/s carry 50,000 bytes in a round trip of 40 ms, over some ten connections. */
const requestCosts = [3_000, 4_000, 5_000]

/** A dialog opens over a screen that has loaded most of what it imports, so it must not shape the screens' scripts. */
const dialogWeight = { bytes: 0.02, requests: 0.02 }

/** A screen shows these at once; they are scripts of their own because the form or the library of the chart is large. */
const shownPart = /(-fields|-schedule|chart-drawing)\.tsx$/

/** No saving elsewhere justifies an extra byte on the first screen. */
const firstScreenWeight = { bytes: 1_000, requests: 1_000 }

/**
 * The largest screens take longest to load and are nearest to the budget (tests/journeys/budget.spec.ts), most of all in
 * requests. How much nearer is tried, as merging pair by pair ends elsewhere after any change of the screens.
 */
const emphases: Weight[] = [0.95, 1.2, 1.5].flatMap((requests) =>
  [0.8, 1.3].map((bytes) => ({ bytes, requests })),
)

/** How much dearer a request of a screen is tried that would load more than maxScripts. */
const dearRequest = 4

/** How often a grouping is tried, each time with more screens whose requests are dear. */
const mostTries = 4

/** Max shared scripts of a screen. */
const maxScripts = 9

/** Screens of more than this share of the largest one's bytes are relieved of what they load in vain. */
const largeShare = 0.97

/** Max shared scripts of a screen after that: with style sheets and reads, some have no room for more. */
const mostAfterRelief = 8

/** Not the calendar's sheet, which is larger than all others and needed by few screens. */
const sharedSheet = /\.module\.css$|\/@mantine\/core\/styles\//
/** Several screens of one section share these, so they stay with its scripts. */
const sectionSheet = /\/src\/features\//

/**
 * Decides which modules share a script. By default the bundler writes one script for each set of modules that the same
 * parts import: about 190, more than 60 of them for one form. A trial build finds these sets, which are then merged
 * wherever that costs less than another request. Screens and modules are not named here, so a new one needs no entry.
 * @param config the configuration of the console, without groups
 * @param firstScreen path of the module whose load must not grow
 */
export async function chunkGroups(config: UserConfig, firstScreen: string): Promise<Groups> {
  const chunks = await trialBuild(config)
  const entry = [...chunks.values()].find(({ isEntry }) => isEntry)
  const first = [...chunks.values()].find(({ facadeModuleId }) => facadeModuleId === firstScreen)
  if (!entry || !first) throw new Error(`The trial build has no script for ${firstScreen}.`)

  const initial = reach(entry, (chunk) => importsOf(chunk, chunks))
  const screens = new Set([...initial].flatMap(({ dynamicImports }) => dynamicImports))
  const shownBy = (chunk: Rolldown.OutputChunk) =>
    chunk.dynamicImports.flatMap((name) => {
      const part = chunks.get(name)
      return part && shownPart.test(part.facadeModuleId ?? '') ? [part] : []
    })
  const loadedWith = (part: Rolldown.OutputChunk) =>
    reach(part, (one) => [...importsOf(one, chunks), ...shownBy(one)])
  const groups = new Map<Rolldown.OutputChunk, Group>()
  for (const part of chunks.values()) {
    if (!part.isDynamicEntry) continue
    for (const chunk of loadedWith(part)) {
      if (initial.has(chunk) || chunk.isDynamicEntry) continue
      const users = new Set(groups.get(chunk)?.users).add(part.fileName)
      const bytes = gzipSync(chunk.code).length
      groups.set(chunk, { ids: chunk.moduleIds, bytes, users, imports: new Set() })
    }
  }
  for (const [chunk, { imports }] of groups) {
    for (const imported of importsOf(chunk, chunks)) {
      const group = groups.get(imported)
      if (group) imports.add(group)
    }
  }

  const names = new Map<string, string>()
  for (const { moduleIds } of initial) for (const id of moduleIds) names.set(id, 'app')
  // Style sheets import nothing, so all that screens share can be one file; those of the first screen join the first load.
  const sheets = new Set<string>()
  for (const { ids, users } of groups.values()) {
    // Only dialogs need it, which open later.
    if (![...users].some((part) => screens.has(part))) continue
    for (const id of ids.filter((one) => sharedSheet.test(one))) {
      if (users.size > 2 && sectionSheet.test(id)) continue
      sheets.add(id)
      names.set(id, users.has(first.fileName) ? 'app' : 'styles')
    }
  }
  const bytesOf = new Map<string, number>()
  for (const { bytes, users } of groups.values()) {
    for (const part of users) bytesOf.set(part, (bytesOf.get(part) ?? 0) + bytes)
  }
  const largest = Math.max(...[...screens].map((screen) => bytesOf.get(screen) ?? 0))
  const weighBy = (emphasis: Weight, dear: ReadonlySet<string>) => (part: string) => {
    if (part === first.fileName) return firstScreenWeight
    const share = (bytesOf.get(part) ?? 0) / largest
    if (!screens.has(part)) return dialogWeight
    const requests = share ** emphasis.requests * (dear.has(part) ? dearRequest : 1)
    return { bytes: share ** emphasis.bytes, requests }
  }
  const tried = requestCosts.flatMap((cost) =>
    emphases.flatMap((emphasis) => {
      const merge = (dear: ReadonlySet<string>) =>
        mergeGroups(copyOf(groups.values()), cost, weighBy(emphasis, dear))
      const merged = [merge(new Set())]
      const dear = new Set<string>()
      while (merged.length < mostTries) {
        const last = merged.at(-1) ?? []
        const over = [...screens].filter((screen) => scriptsOf(last, screen).length > maxScripts)
        if (over.every((screen) => dear.has(screen))) break
        for (const screen of over) dear.add(screen)
        merged.push(merge(dear))
      }
      return merged
    }),
  )
  const ownBytes = new Map(
    [...screens].map((screen) => {
      const chunk = chunks.get(screen)
      const own = chunk ? [...loadedWith(chunk)].filter((one) => one === chunk || one.isDynamicEntry) : []
      return [screen, own.reduce((sum, { code }) => sum + gzipSync(code).length, 0)]
    }),
  )
  const separate = [...groups.values()]
  const best = leastLoad(
    tried.map((merged) => relieveLargest(merged, separate, ownBytes)),
    ownBytes,
  )
  for (const [index, { ids }] of best.entries()) {
    for (const id of ids) if (!sheets.has(id)) names.set(id, `shared-${index}`)
  }
  return [
    {
      name: (id) => (id.includes('rolldown/runtime') ? 'app' : (names.get(id) ?? null)),
      debugName: 'shared',
      includeDependenciesRecursively: false,
    },
  ]
}

/**
 * Merges groups while that lowers the total load of all parts. Merged groups never import each other in a circle.
 * @param requestCost cost of a request in bytes
 * @param weigh weight of a part's load
 */
export function mergeGroups(
  groups: Iterable<Group>,
  requestCost: number,
  weigh: (part: string) => Weight,
): Group[] {
  const merged = new Set(groups)
  const sumWeights = (users: Iterable<string>) => {
    const sum = { bytes: 0, requests: 0 }
    for (const part of users) {
      const { bytes, requests } = weigh(part)
      sum.bytes += bytes
      sum.requests += requests
    }
    return sum
  }
  const none = sumWeights([])
  for (;;) {
    const reached = new Map([...merged].map((group) => [group, reach(group, ({ imports }) => imports)]))
    const weights = new Map([...merged].map((group) => [group, sumWeights(group.users)]))
    let best: { one: Group; other: Group; imported: Set<Group>; gain: number } | undefined
    const list = [...merged]
    for (const [index, one] of list.entries()) {
      for (const other of list.slice(index + 1)) {
        const [weight, otherWeight] = [weights.get(one) ?? none, weights.get(other) ?? none]
        // What the parts that use both save, less what the parts that use one load in vain.
        const gainOf = ({ bytes, requests }: Weight) =>
          requestCost * requests -
          other.bytes * (weight.bytes - bytes) -
          one.bytes * (otherWeight.bytes - bytes)
        const most = {
          bytes: Math.min(weight.bytes, otherWeight.bytes),
          requests: Math.min(weight.requests, otherWeight.requests),
        }
        if (gainOf(most) <= (best?.gain ?? 0)) continue
        const [fewer, more] = one.users.size < other.users.size ? [one, other] : [other, one]
        let gain = gainOf(sumWeights([...fewer.users].filter((part) => more.users.has(part))))
        if (gain <= (best?.gain ?? 0)) continue
        const users = new Set([...one.users, ...other.users])
        const imported = new Set([...(reached.get(one) ?? []), ...(reached.get(other) ?? [])])
        imported.delete(one)
        imported.delete(other)
        // A part that loads the merged group also loads its imports.
        for (const group of imported) {
          if (reached.get(group)?.has(one) || reached.get(group)?.has(other)) gain = 0
          const added = sumWeights([...users].filter((part) => !group.users.has(part)))
          gain -= added.requests * requestCost + added.bytes * group.bytes
        }
        if (gain > (best?.gain ?? 0)) best = { one, other, imported, gain }
      }
    }
    if (!best) return [...merged]

    const { one, other, imported } = best
    const users = new Set([...one.users, ...other.users])
    for (const group of imported) group.users = new Set([...group.users, ...users])
    for (const group of merged) if (group.imports.delete(other)) group.imports.add(one)
    for (const group of other.imports) one.imports.add(group)
    one.imports.delete(one)
    merged.delete(other)
    Object.assign(one, { ids: [...one.ids, ...other.ids], bytes: one.bytes + other.bytes, users })
  }
}

/**
 * Takes out of the scripts of the largest screens what those load in vain, while no screen comes to more than mostAfterRelief:
 * merging weighs all screens together, and its last pairs may cost the largest one a few kilobytes.
 * @param merged what mergeGroups() returned
 * @param separate the groups before they were merged
 * @param ownBytes what each screen loads alone
 */
export function relieveLargest(
  merged: readonly Group[],
  separate: readonly Group[],
  ownBytes: ReadonlyMap<string, number>,
): Group[] {
  const separateOf = new Map(separate.flatMap((group) => group.ids.map((id) => [id, group] as const)))
  let best = merged.map(({ ids }) => [...new Set(ids.flatMap((id) => separateOf.get(id) ?? []))])
  for (;;) {
    const split = splitOf(best, ownBytes)
    if (!split) return groupsOf(best)
    best = split
  }
}

/** Returns the lists with one of them split in two, as helps the largest screen that can be helped. */
function splitOf(lists: readonly Group[][], ownBytes: ReadonlyMap<string, number>): Group[][] | undefined {
  const now = loadsOf(groupsOf(lists), ownBytes)
  const most = Math.max(...[...now.values()].map(({ bytes }) => bytes))
  const large = [...now].filter(([, { bytes }]) => bytes > largeShare * most)
  for (const [screen] of large.sort(([, one], [, other]) => other.bytes - one.bytes)) {
    let best: { split: Group[][]; bytes: number } | undefined
    for (const members of lists) {
      const used = members.filter(({ users }) => users.has(screen))
      if (used.length === 0 || used.length === members.length) continue
      // What a screen uses imports only what it uses too, so the two scripts can't import each other.
      const split = [
        ...lists.filter((one) => one !== members),
        used,
        members.filter((one) => !used.includes(one)),
      ]
      const loads = loadsOf(groupsOf(split), ownBytes)
      const isBounded = [...loads].every(
        ([one, { scripts }]) => scripts <= Math.max(mostAfterRelief, now.get(one)?.scripts ?? 0),
      )
      const bytes = loads.get(screen)?.bytes ?? 0
      if (isBounded && bytes < (best?.bytes ?? now.get(screen)?.bytes ?? 0)) best = { split, bytes }
    }
    if (best) return best.split
  }
  return undefined
}

/** Makes a group of each list of groups. A part that loads one of them also loads its imports. */
function groupsOf(lists: readonly (readonly Group[])[]): Group[] {
  const made = new Map<Group, Group>()
  const groups = lists.map((members) => {
    const group: Group = {
      ids: members.flatMap(({ ids }) => ids),
      bytes: members.reduce((sum, { bytes }) => sum + bytes, 0),
      users: new Set(members.flatMap(({ users }) => [...users])),
      imports: new Set(),
    }
    for (const member of members) made.set(member, group)
    return group
  })
  for (const [index, members] of lists.entries()) {
    const group = groups[index]
    if (!group) continue
    const imports = members.flatMap((member) => [...member.imports].flatMap((one) => made.get(one) ?? []))
    group.imports = new Set(imports.filter((one) => one !== group))
  }
  const own = groups.map(({ users }) => users)
  for (const [index, group] of groups.entries()) {
    for (const imported of reach(group, ({ imports }) => imports)) {
      imported.users = new Set([...imported.users, ...(own[index] ?? [])])
    }
  }
  return groups
}

/** Returns the shared scripts of each screen, and the bytes of all its scripts. */
function loadsOf(groups: readonly Group[], ownBytes: ReadonlyMap<string, number>) {
  return new Map(
    [...ownBytes].map(([screen, own]) => {
      const used = scriptsOf(groups, screen)
      return [screen, { scripts: used.length, bytes: used.reduce((sum, { bytes }) => sum + bytes, own) }]
    }),
  )
}

/** Returns groups that can be merged without changing the given ones. */
function copyOf(groups: Iterable<Group>): Group[] {
  const copies = new Map<Group, Group>()
  for (const group of groups) copies.set(group, { ...group })
  for (const copy of copies.values()) {
    copy.imports = new Set([...copy.imports].flatMap((imported) => copies.get(imported) ?? []))
  }
  return [...copies.values()]
}

/**
 * Returns the grouping whose largest screen is smallest, among those where no screen loads more than maxScripts.
 * @param ownBytes what each screen loads alone
 */
export function leastLoad(groupings: Group[][], ownBytes: ReadonlyMap<string, number>): Group[] {
  const loads = groupings.map((groups) => {
    const ofScreens = [...loadsOf(groups, ownBytes).values()]
    return {
      groups,
      excess: Math.max(0, ...ofScreens.map(({ scripts }) => scripts - maxScripts)),
      bytes: Math.max(...ofScreens.map(({ bytes }) => bytes)),
    }
  })
  const [best] = loads.sort((one, other) => one.excess - other.excess || one.bytes - other.bytes)
  if (!best) throw new Error('There is no grouping.')
  return best.groups
}

/** Returns the shared scripts of a screen. */
function scriptsOf(groups: readonly Group[], screen: string): Group[] {
  return groups.filter(({ users }) => users.has(screen))
}

async function trialBuild(config: UserConfig): Promise<Map<string, Rolldown.OutputChunk>> {
  const chunks = new Map<string, Rolldown.OutputChunk>()
  const keepChunks: Plugin = {
    name: 'keep-chunks',
    generateBundle(_options, bundle) {
      for (const file of Object.values(bundle)) if (file.type === 'chunk') chunks.set(file.fileName, file)
    },
  }
  await build({
    ...config,
    configFile: false,
    logLevel: 'error',
    plugins: [config.plugins, keepChunks],
    build: {
      ...config.build,
      sourcemap: false,
      write: false,
      rolldownOptions: { experimental: { chunkOptimization: false } },
    },
  })
  return chunks
}

function importsOf(
  chunk: Rolldown.OutputChunk,
  chunks: ReadonlyMap<string, Rolldown.OutputChunk>,
): Rolldown.OutputChunk[] {
  return chunk.imports.flatMap((name) => chunks.get(name) ?? [])
}

/** Returns a node and every node that is reachable from it. */
function reach<Node>(start: Node, next: (node: Node) => Iterable<Node>): Set<Node> {
  const seen = new Set([start])
  for (const node of seen) for (const one of next(node)) seen.add(one)
  return seen
}
