import { spawnSync } from 'node:child_process'
import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs'
import { basename, dirname, join, relative, resolve, sep } from 'node:path'
import { parseEnv } from 'node:util'
import { describe, expect, it } from 'vitest'
import { madeUpCompany, readSettings, SettingsSchema } from '../../apps/api/src/settings.ts'
import { paths } from '../../apps/console/src/lib/paths.ts'
import { endpoints } from '../../packages/contract/src/endpoints.ts'
import { isReservedShortCode } from '../../packages/contract/src/marketing/shortlink/shortlink.rules.ts'
import { inventoryPage, withInventory } from '../../tools/inventory-table.ts'
import { nodeFlags } from '../../tools/node-flags.mjs'
import { rolesPage, withRolesTables } from '../../tools/roles-tables.ts'
import { envExample, settingsPage, withSettingsTable } from '../../tools/settings-table.ts'
import { noticeLine, noticesFile, shippedPackages } from '../../tools/third-party-notices.ts'
import { mapPage, withWingsMap } from '../../tools/wings-map.ts'
import { wirePage, withWireTables } from '../../tools/wire-tables.ts'

const root = resolve(import.meta.dirname, '..', '..')
const read = (name: string) => readFileSync(join(root, name), 'utf8')

/** The project's files: tracked and new ones, without those that git ignores. */
const projectFiles = (() => {
  const listed = spawnSync('git', ['ls-files', '-z', '--cached', '--others', '--exclude-standard'], {
    cwd: root,
    encoding: 'utf8',
  })
  const names = listed.status === 0 ? listed.stdout.split('\0').filter(Boolean) : filesBelow('')
  return names.filter((name) => existsSync(join(root, name)) && statSync(join(root, name)).isFile())
})()

/** Lists files in a copy of the project that has no git folder. */
function filesBelow(folder: string): string[] {
  const left = /^(node_modules|dist|data|screens|test-results|coverage|\.cache|\.git)$/
  return readdirSync(join(root, folder), { withFileTypes: true }).flatMap((entry) => {
    if (left.test(entry.name)) return []
    const name = folder ? `${folder}/${entry.name}` : entry.name
    return entry.isDirectory() ? filesBelow(name) : [name]
  })
}

const textFiles = projectFiles.filter(
  (name) => /\.(md|ts|tsx|mjs|js|json|css|html|sql|svg|yml)$/.test(name) || name === '.ci/run',
)
const pages = projectFiles.filter((name) => /^([A-Z]+\.md|docs\/.*\.md)$/.test(name))

/** Returns all code of a page: fenced blocks and inline spans. */
function codeOf(page: string): string[] {
  const blocks = [...page.matchAll(/```[a-z]*\n([\s\S]*?)```/g)].map(([, code = '']) => code)
  const spans = [...page.replace(/```[\s\S]*?```/g, '').matchAll(/`([^`\n]+)`/g)].map(([, code = '']) => code)
  return [...blocks, ...spans]
}

const projectPath = /^(apps|packages|tools|tests|docs|\.ci)\//
/** The end of a path, at least a name. A name that begins with a dot or a hyphen is the role of many files. */
const sourceFile = /^[a-z0-9@_][\w@./-]*\.(tsx?|mjs|css|sql|md)$/i

/** Returns the words in a page's code, without templates such as <word> or *. */
function wordsIn(code: string[]): string[] {
  const tokens = code.flatMap((part) => part.split(/[\s"'(),;]+/))
  const named = tokens.map((token) => token.replace(/:\d+$/, '').replace(/[.:]$/, ''))
  return named.filter((token) => !/[<>*{}$]|…|\bNNNN\b/.test(token))
}

/** Returns what a page mentions of the project and the project lacks: paths, and names of source files in its text. */
function missingFrom(page: string): string[] {
  const isThere = (path: string) => existsSync(join(root, path))
  const paths = wordsIn(codeOf(page)).filter((word) => projectPath.test(word) && !isThere(word))
  const names = wordsIn(codeOf(page.replace(/```[\s\S]*?```/g, ''))).filter(
    (word) => !projectPath.test(word) && sourceFile.test(word),
  )
  return [
    ...paths,
    ...names.filter((name) => !projectFiles.some((file) => file === name || file.endsWith(`/${name}`))),
  ]
}

/** Every word of the code, for the names that pages mention. */
const codeNames = new Set(
  projectFiles
    .filter((name) => /^(apps|packages|tools|tests\/(?!docs\/)).*\.(tsx?|mjs|js|css|sql)$/.test(name))
    .flatMap((name) => read(name).match(/\w+/g) ?? []),
)

/** Returns a heading's anchor: lower case, words joined by hyphens. */
function anchorOf(heading: string): string {
  return heading
    .trim()
    .toLowerCase()
    .replace(/[^\p{L}\p{N} _-]/gu, '')
    .replaceAll(' ', '-')
}

function anchorsOf(name: string): string[] {
  return [...read(name).matchAll(/^#{1,6} (.+)$/gm)].map(([, heading = '']) => anchorOf(heading))
}

describe('the documentation', () => {
  it('links every page from the README', () => {
    expect(pages.length).toBeGreaterThan(10)
    for (const name of pages.filter((page) => /^docs\/[a-z-]+\.md$/.test(page))) {
      expect(read('README.md'), `README.md links ${name}`).toContain(`(${name})`)
    }
  })

  it.each(pages)('%s mentions only files and folders that exist', (name) => {
    const missing = missingFrom(read(name))
    // Build output is missing before the first build.
    expect(missing.filter((path) => !/^apps\/\w+\/dist(\/|$)/.test(path))).toEqual([])
  })

  it.each(pages)('%s mentions only names of the code that exist', (name) => {
    const words = codeOf(read(name).replace(/```[\s\S]*?```/g, '')).map((word) => word.replace(/\(\)$/, ''))
    const names = words.filter((word) => /^[A-Za-z]+[a-z0-9][A-Z]\w*$/.test(word))
    expect(names.filter((word) => !codeNames.has(word))).toEqual([])
  })

  it.each(pages)('%s mentions only npm scripts that exist', (name) => {
    const { scripts } = JSON.parse(read('package.json')) as { scripts: Record<string, string> }
    const text = codeOf(read(name)).join('\n')
    const named = [...text.matchAll(/\bnpm (?:run (?:--silent )?([\w:-]+)|(start|test)\b)/g)].map(
      ([, run, own]) => run ?? own ?? '',
    )
    expect(named.filter((script) => !scripts[script])).toEqual([])
  })

  it('has an existing file for every npm script', () => {
    const { scripts } = JSON.parse(read('package.json')) as { scripts: Record<string, string> }
    const files = Object.values(scripts).flatMap((script) =>
      script.split(' ').filter((word) => word.startsWith('tools/')),
    )
    expect(files.length).toBeGreaterThan(5)
    expect(files.filter((file) => !existsSync(join(root, file)))).toEqual([])
  })

  it.each(pages)('%s has no broken link', (name) => {
    const page = read(name).replace(/```[\s\S]*?```/g, '')
    const targets = [
      ...[...page.matchAll(/\]\(([^)\s]+)\)/g)].map(([, target = '']) => target),
      ...[...page.matchAll(/<(?:img|a)\b[^>]*\b(?:src|href)="([^"]+)"/g)].map(([, target = '']) => target),
    ].filter((target) => !/^(https?|mailto):/.test(target))
    const dead = targets.filter((target) => {
      const [path = '', anchor] = target.split('#')
      const file =
        path === '' ? name : relative(root, resolve(root, dirname(name), path)).replaceAll(sep, '/')
      if (file.startsWith('..') || !existsSync(join(root, file))) return true
      return anchor !== undefined && !anchorsOf(file).includes(anchor)
    })
    expect(dead).toEqual([])
  })

  it('has an up-to-date table of settings', () => {
    const page = readFileSync(settingsPage, 'utf8')
    expect(page, 'run: npx tsx tools/settings-table.ts').toBe(withSettingsTable(page))
  })

  describe('.env.example', () => {
    const example = read('.env.example')
    const names = Object.keys(SettingsSchema.shape)

    it('is up to date', () => {
      expect(example, 'run: npx tsx tools/settings-table.ts').toBe(envExample())
    })

    it('names every setting once, below one line of explanation, and offers no secret', () => {
      const entries = [...example.matchAll(/^# \S.*\n#?([A-Z][A-Z0-9_]*)=(.*)$/gm)]
      expect(entries.map(([, name]) => name)).toEqual(['DATABASE_PASSWORD', ...names])
      expect([...example.matchAll(/^#?[A-Z][A-Z0-9_]*=/gm)]).toHaveLength(entries.length)
      const secret = /SECRET|TOKEN$|PASSWORD|ACCESS_KEY/
      expect(entries.filter(([, name = '', value]) => secret.test(name) && value !== '')).toEqual([])
    })

    it('means the defaults, as it is and with every line uncommented', () => {
      const uncommented = example.replace(/^#(?=[A-Z])/gm, '')
      expect(readSettings(parseEnv(example))).toEqual(readSettings({}))
      expect(readSettings(parseEnv(uncommented))).toEqual(readSettings({}))
      expect(Object.values(madeUpCompany).filter((value) => example.includes(value))).toEqual([])
    })

    it('reaches the program through compose.yaml, which itself sets only what its containers decide', () => {
      const compose = read('compose.yaml')
      const service = /^ {2}greenroom:\n((?: {4}.*\n|\n)+)/m.exec(compose)?.[1] ?? ''
      expect(service).toMatch(/^ {4}env_file: \.env$/m)
      const environment = /^ {4}environment:\n((?: {6}.*\n)+)/m.exec(service)?.[1] ?? ''
      const set = [...environment.matchAll(/^ {6}([A-Z0-9_]+):/gm)].map(([, name]) => name)
      expect(set).toEqual(['ADMIN_EMAILS', 'DATABASE_URL', 'FILES_URL', 'TRUST_PROXY'])
      const interpolated = [...compose.matchAll(/\$\{([A-Z0-9_]+)/g)].map(([, name = '']) => name)
      const known = [...names, 'DATABASE_PASSWORD']
      expect([...set, ...interpolated].filter((name = '') => !known.includes(name))).toEqual([])
    })
  })

  it('has up-to-date tables of roles and permissions (OQ-335)', () => {
    const page = readFileSync(rolesPage, 'utf8')
    expect(page, 'run: npx tsx tools/roles-tables.ts').toBe(withRolesTables(page))
  })

  it('has an up-to-date map of the wings', () => {
    const page = readFileSync(mapPage, 'utf8')
    expect(page, 'run: npx tsx tools/wings-map.ts').toBe(withWingsMap(page))
  })

  it('has up-to-date tables of endpoints and shapes', () => {
    const page = readFileSync(wirePage, 'utf8')
    expect(page, 'run: npx tsx tools/wire-tables.ts').toBe(withWireTables(page))
  })

  it('lists the columns that can hold text as the API declares them (OQ-345)', () => {
    const page = readFileSync(inventoryPage, 'utf8')
    expect(page, 'run: npx tsx tools/inventory-table.ts').toBe(withInventory(page))
  })

  describe('THIRD_PARTY_NOTICES', () => {
    const groups = readFileSync(noticesFile, 'utf8')
      .split(/^={80}\n/m)
      .slice(1)
    const lines = groups.flatMap((group) => group.slice(0, group.indexOf('\n\n')).split('\n'))

    it('names every package that ships, in the version and with the licence of the lock file', () => {
      const shipped = shippedPackages()
      const names = shipped.map(({ name }) => name)
      // One of the API, of the console, of the sample site, and one that another needs; none of the tools.
      expect(names).toEqual(expect.arrayContaining(['fastify', '@mantine/core', 'react-dom', 'avvio']))
      expect(names.filter((name) => /^(vite|vitest|typescript|@biomejs\/.*|@types\/.*)$/.test(name))).toEqual(
        [],
      )
      expect(lines.toSorted(), 'run: npm run notices').toEqual(shipped.map(noticeLine).toSorted())
      expect(shipped.filter(({ license }) => license === 'unknown')).toEqual([])
    })

    it('has a text for each licence', () => {
      const texts = groups.map((group) => group.slice(group.indexOf('\n\n')).trim())
      expect(groups.filter((_, index) => (texts[index] ?? '').length < 200)).toEqual([])
    })
  })

  it('starts the program with the same options of Node everywhere', () => {
    const command = ['node', ...nodeFlags, 'apps/api/dist/main.js']
    expect(read('docs/operations.md')).toContain(command.join(' '))
    expect(read('Dockerfile')).toContain(`CMD ${JSON.stringify(command).replaceAll(',', ', ')}`)
  })
})

describe('the project', () => {
  it('mentions no absolute path of a machine and no path outside the project', () => {
    const machinePath = /(?<![\w./~-])\/(?:home|root|Users|work)\/\w/
    const found = textFiles.flatMap((name) => {
      const lines = read(name).split('\n')
      return lines.flatMap((line, index) => {
        const outside = [...line.matchAll(/(?<![\w./])(?:\.\.\/)+[\w@-][\w@./-]*/g)].some(([path]) =>
          relative(root, resolve(root, dirname(name), path)).startsWith('..'),
        )
        const isTest = /\.(test|spec)\.tsx?$/.test(name)
        return machinePath.test(line) || (outside && !isTest) ? [`${name}:${index + 1}`] : []
      })
    })
    expect(found).toEqual([])
  })

  it('mentions no package registry host, in the lock file either', () => {
    const host = /\b(?:registry|npm|artifacts?|artifactory|nexus)\.(?:[a-z0-9-]+\.)+[a-z]{2,}\b/i
    const found = textFiles.filter((name) => host.test(read(name)))
    expect(found).toEqual([])
    expect(read('package-lock.json')).not.toMatch(/"resolved": "https?:/)
  })

  it('lists the endpoints of every endpoints file', async () => {
    const files = projectFiles.filter((name) => /^packages\/contract\/src\/.*\.endpoints\.ts$/.test(name))
    const declared = await Promise.all(files.map((name) => import(join(root, name)) as Promise<object>))
    const isEndpoint = (value: unknown) =>
      typeof value === 'object' && value !== null && 'method' in value && 'path' in value
    const all: unknown[] = declared.flatMap((exports) => Object.values(exports)).filter(isEndpoint)
    expect(new Set(all)).toEqual(new Set(endpoints.map(({ endpoint }) => endpoint)))
  })

  it('adds the data of every sample file', () => {
    const samples = projectFiles.filter((name) => /^apps\/api\/src\/sample\/.*\.sample\.ts$/.test(name))
    const list = read('apps/api/src/sample/sample-data.ts')
    expect(samples.length).toBeGreaterThan(10)
    expect(samples.filter((name) => !list.includes(basename(name)))).toEqual([])
  })

  it('reserves the first part of every address as a short code (OQ-099)', () => {
    const consolePaths = Object.values(paths).map((path) =>
      typeof path === 'string' ? path : path('masterclass').to,
    )
    const apiPaths = endpoints.map(({ endpoint }) => endpoint.path)
    const otherPaths = [...read('docs/spec/wire.md').matchAll(/(?<=[ ,])\/[a-z][\w/{}-]*/g)].map(
      ([path]) => path,
    )
    const ledgerPaths = [...read('docs/spec/requirements.md').matchAll(/`(\/[a-z][\w/-]*)/g)].map(
      ([, path = '']) => path,
    )
    const files = projectFiles.filter((name) => name.startsWith('apps/console/public/'))
    const firstParts = [
      ...[...consolePaths, ...apiPaths, ...otherPaths, ...ledgerPaths].map(
        (path) => path.split('/')[1] ?? '',
      ),
      ...files.map((name) => basename(name).split('.')[0] ?? ''),
    ]
    const unreserved = [...new Set(firstParts)].filter(
      (part) => part.length >= 3 && !isReservedShortCode(part),
    )
    expect(unreserved).toEqual([])
  })
})

const ledger = 'docs/spec/requirements.md'
const decisions = projectFiles.filter((name) => /^docs\/spec\/decisions\/[a-z-]+\.md$/.test(name))
/** Returns the ids of a file's decisions, in its order. */
const decisionsIn = (name: string) => [...read(name).matchAll(/^### (OQ-\d+)/gm)].map(([, id = '']) => id)

describe('the requirements and decisions', () => {
  const known = [
    ...[...read(ledger).matchAll(/^- \*\*([A-Z]+-\d+)\*\*/gm)].map(([, id = '']) => id),
    ...decisions.flatMap(decisionsIn),
  ]

  it('have unique ids', () => {
    expect(known.length).toBeGreaterThan(400)
    expect(known.filter((id, index) => known.indexOf(id) !== index)).toEqual([])
  })

  it('are the only ids that code, tests and documentation mention', () => {
    const isCode = (name: string) => /^(apps|packages|tests|tools)\/.*\.(tsx?|mjs|sql)$/.test(name)
    const isPage = (name: string) => name.endsWith('.md')
    const mentioned = projectFiles
      .filter((name) => isCode(name) || isPage(name))
      .flatMap((name) =>
        idsIn(isCode(name) ? withoutData(read(name)) : read(name)).map((id) => ({ name, id })),
      )
    expect(mentioned.length).toBeGreaterThan(1000)
    const unknown = mentioned.filter(({ id }) => !known.includes(id)).map(({ name, id }) => `${name}: ${id}`)
    expect(unknown).toEqual([])
  })

  it.each(decisions)('%s is sorted by id and listed in the index', (name) => {
    expect(decisionsIn(name)).toEqual(decisionsIn(name).toSorted())
    expect(read('docs/spec/decisions/README.md')).toContain(`(${basename(name)})`)
  })

  it('state a question, a decision and a reason for each decision', () => {
    const entries = decisions.flatMap((name) => read(name).split(/^### /m).slice(1))
    const incomplete = entries.filter((entry) => {
      const labels = [...entry.matchAll(/^- \*\*(\w+):\*\* \S/gm)].map(([, label]) => label)
      return !/^Question( Options)? Decision Why$/.test(labels.join(' '))
    })
    expect(incomplete.map((entry) => entry.split('\n')[0])).toEqual([])
  })
})

/** Returns whatever looks like an id, of any area. UTF-16, SHA-256 and the like are names of standards. */
function idsIn(text: string): string[] {
  const standards = ['UTF', 'SHA', 'ISO', 'RFC']
  return [...text.matchAll(/\b([A-Z]{2,8})-\d{2,3}\b/g)].flatMap(([id, area = '']) =>
    standards.includes(area) ? [] : [id],
  )
}

/** Removes string values that only look like an id, such as the coupon code 'TAX-20'. Ids of endpoints stay. */
function withoutData(code: string): string {
  return code.replace(
    /(\b(?:rows|requirements): \[[^\]]*\])|'[A-Z]+-\d+'/g,
    (_, ids: string | undefined) => ids ?? '',
  )
}
