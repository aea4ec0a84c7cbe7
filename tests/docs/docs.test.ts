import { spawnSync } from 'node:child_process'
import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs'
import { dirname, join, relative, resolve, sep } from 'node:path'
import { describe, expect, it } from 'vitest'
import { settingsPage, withSettingsTable } from '../../tools/settings-table.ts'

const root = resolve(import.meta.dirname, '..', '..')
const read = (name: string) => readFileSync(join(root, name), 'utf8')

/** The files that belong to the project: tracked ones and new ones, without what git ignores. */
const projectFiles = (() => {
  const listed = spawnSync('git', ['ls-files', '-z', '--cached', '--others', '--exclude-standard'], {
    cwd: root,
    encoding: 'utf8',
  })
  const names = listed.status === 0 ? listed.stdout.split('\0').filter(Boolean) : filesBelow('')
  return names.filter((name) => existsSync(join(root, name)) && statSync(join(root, name)).isFile())
})()

/** For a copy of the project without its git folder. */
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
const pages = projectFiles.filter((name) => /^(README\.md|docs\/(?!spec\/).*\.md)$/.test(name))

/** What stands in a page between backticks, blocks of code and plain spans alike. */
function codeOf(page: string): string[] {
  const blocks = [...page.matchAll(/```[a-z]*\n([\s\S]*?)```/g)].map(([, code = '']) => code)
  const spans = [...page.replace(/```[\s\S]*?```/g, '').matchAll(/`([^`\n]+)`/g)].map(([, code = '']) => code)
  return [...blocks, ...spans]
}

const places = /^(apps|packages|tools|tests|docs|\.ci)\//

/** Paths in a page that speak of a file or folder of the project; templates with <word> or * are none. */
function pathsIn(page: string): string[] {
  const tokens = codeOf(page).flatMap((code) => code.split(/[\s"'(),;]+/))
  const named = tokens.map((token) => token.replace(/:\d+$/, '').replace(/[.:]$/, ''))
  return named.filter((token) => places.test(token) && !/[<>*{}$]|…|\bNNNN\b/.test(token))
}

/** The anchor that a heading gets: lower case, words joined by hyphens. */
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
  it('has the pages that the README leads to', () => {
    expect(pages.length).toBeGreaterThan(10)
    for (const name of pages.filter((page) => /^docs\/[a-z-]+\.md$/.test(page))) {
      expect(read('README.md'), `README.md leads to ${name}`).toContain(`(${name})`)
    }
  })

  it.each(pages)('%s names only files and folders that exist', (name) => {
    const missing = pathsIn(read(name)).filter((path) => !existsSync(join(root, path)))
    // What a build makes is not there before the first one.
    expect(missing.filter((path) => !/^apps\/\w+\/dist(\/|$)/.test(path))).toEqual([])
  })

  it.each(pages)('%s names only commands that exist', (name) => {
    const { scripts } = JSON.parse(read('package.json')) as { scripts: Record<string, string> }
    const text = codeOf(read(name)).join('\n')
    const named = [...text.matchAll(/\bnpm (?:run (?:--silent )?([\w:-]+)|(start|test)\b)/g)].map(
      ([, run, own]) => run ?? own ?? '',
    )
    expect(named.filter((script) => !scripts[script])).toEqual([])
  })

  it('every npm script runs a file that exists', () => {
    const { scripts } = JSON.parse(read('package.json')) as { scripts: Record<string, string> }
    const files = Object.values(scripts).flatMap((script) =>
      script.split(' ').filter((word) => word.startsWith('tools/')),
    )
    expect(files.length).toBeGreaterThan(5)
    expect(files.filter((file) => !existsSync(join(root, file)))).toEqual([])
  })

  it.each(pages)('%s has no dead link', (name) => {
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

  it('has the table of settings that the schema makes', () => {
    const page = readFileSync(settingsPage, 'utf8')
    expect(page, 'run: npx tsx tools/settings-table.ts').toBe(withSettingsTable(page))
  })
})

describe('the project', () => {
  it('speaks of no folder of somebody’s machine and of nothing outside itself', () => {
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

  it('names no host of a package registry, not in the lock file either', () => {
    const host = /\b(?:registry|npm|artifacts?|artifactory|nexus)\.(?:[a-z0-9-]+\.)+[a-z]{2,}\b/i
    const found = textFiles.filter((name) => host.test(read(name)))
    expect(found).toEqual([])
    expect(read('package-lock.json')).not.toMatch(/"resolved": "https?:/)
  })

  it('names in test titles and code only rows and decisions that docs/spec has', () => {
    const known = new Set(
      ['docs/spec/requirements.md', 'docs/spec/decisions.md'].flatMap((name) =>
        [...read(name).matchAll(/\*\*([A-Z]+-\d+)\b/g)].map(([, id = '']) => id),
      ),
    )
    expect(known.size).toBeGreaterThan(400)
    const areas = new Set([...known].map((id) => id.split('-')[0]))
    const isCode = (name: string) => /^(apps|packages|tests)\/.*\.tsx?$/.test(name)
    const unknown = projectFiles.filter(isCode).flatMap((name) => {
      const ids = [...read(name).matchAll(/\b([A-Z]{2,6})-(\d{2,3})\b/g)]
      return ids.filter(([id, area]) => areas.has(area) && !known.has(id)).map(([id]) => `${name}: ${id}`)
    })
    expect(unknown).toEqual([])
  })
})
