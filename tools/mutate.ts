/**
 * Makes small mistakes in the rules, one at a time and in memory only, and prints those that no test notices.
 * @see docs/testing.md
 */
import { fork } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { posix } from 'node:path'
import ts from 'typescript'
import { createVitest } from 'vitest/node'
import config from '../vitest.config.ts'
import { root } from './install.mjs'

/** The files that are tried without arguments: rules whose tests need no database. */
const rules = [
  /^packages\/contract\/src\/.*\.rules\.ts$/,
  /^packages\/contract\/src\/(money|gst-state|calendar-day|date-time|list|intake-batch|field|access\/(role|personal))\.ts$/,
  /^apps\/api\/src\/modules\/money\/document\/(gst-amounts|place-of-supply|document-content)\.ts$/,
  /^apps\/api\/src\/modules\/money\/(gst-return\/gst-tables|refund\/refund-left)\.ts$/,
  /^apps\/api\/src\/platform\/(files\/image-metadata|webhooks\/rate-limit)\.ts$/,
  /^apps\/console\/src\/lib\/(money|dates|business-zone|phone|live\/(held-rows|live-list)|api\/paged-rows)\.ts$/,
  /^apps\/console\/src\/(shared\/record\/edit-conflict\/merge-edits|features\/people\/advisory\/board-columns)\.ts$/,
]
/** A mutant that takes longer is an endless loop. */
const limitMs = 60_000

interface Mutant {
  start: number
  end: number
  text: string
}

/** Each operator and the one that takes its place. */
const operators = Object.fromEntries(
  '< <= > >= === !== && || + - * /'.split(' ').map((one, at, all) => [one, all[at + (at % 2 ? -1 : 1)]]),
)
const isText = (node: ts.Node) => ts.isStringLiteralLike(node) || ts.isTemplateExpression(node)

/** Returns one small mistake for each place of a file that has one. */
function mutantsOf(source: ts.SourceFile): Mutant[] {
  const found: Mutant[] = []
  const add = (node: ts.Node, text: string) =>
    found.push({ start: node.getStart(source), end: node.end, text })
  const visit = (node: ts.Node): void => {
    if (ts.isTypeNode(node) || ts.isImportDeclaration(node) || ts.isInterfaceDeclaration(node)) return
    if (ts.isBinaryExpression(node)) {
      const other = operators[node.operatorToken.getText(source)]
      if (other && !isText(node.left) && !isText(node.right)) add(node.operatorToken, other)
    } else if (ts.isPrefixUnaryExpression(node) && node.operator === ts.SyntaxKind.ExclamationToken) {
      add(node, node.operand.getText(source))
    } else if (ts.isIfStatement(node)) {
      add(node.expression, 'false')
    } else if (ts.isConditionalExpression(node)) {
      add(node.condition, 'true')
    } else if (ts.isNumericLiteral(node) || ts.isBigIntLiteral(node)) {
      const suffix = ts.isBigIntLiteral(node) ? 'n' : ''
      const value = Number(node.text.replace(/n$/, ''))
      add(node, `${value === 0 ? 1 : value - 1}${suffix}`)
    } else if (ts.isStringLiteral(node) && isMember(node)) {
      add(node, "'mutant'")
    }
    node.forEachChild(visit)
  }
  visit(source)
  return found
}

/** Tells whether a text is one of a few: compared, a case of a switch, or an element of a list. */
function isMember({ parent }: ts.StringLiteral): boolean {
  if (ts.isBinaryExpression(parent)) return /^[!=]==$/.test(parent.operatorToken.getText())
  return ts.isCaseClause(parent) || ts.isArrayLiteralExpression(parent)
}

const read = (file: string) => readFileSync(`${root}/${file}`, 'utf8')
const parsed = (file: string) => ts.createSourceFile(file, read(file), ts.ScriptTarget.Latest, true)
const sources = ['apps', 'packages']
  .flatMap((folder) =>
    ts.sys.readDirectory(`${root}/${folder}`, ['.ts', '.tsx'], ['**/node_modules', '**/dist']),
  )
  .map((path) => posix.relative(root, path))

/** What a test imports that starts a database. */
const databases = ['test-database', 'test-server'].map((name) => `apps/api/src/platform/database/${name}.ts`)

/** Returns the tests that import a file themselves, and the other ones of its package, without those with a database. */
function testsOf(file: string): { near: string[]; far: string[] } {
  const near = tests.filter(({ direct }) => direct.includes(file)).map(({ test }) => test)
  const folder = file.split('/', 2).join('/')
  const isFar = ({ test, all }: (typeof tests)[number]) => test.startsWith(folder) && all.has(file)
  const far = tests.filter(isFar).map(({ test }) => test)
  return { near, far: far.filter((test) => !near.includes(test)) }
}

const imports = new Map<string, string[]>()
function importsOf(file: string): string[] {
  const known = imports.get(file)
  if (known) return known
  const targets = ts
    .preProcessFile(read(file))
    .importedFiles.map(({ fileName }) =>
      fileName.startsWith('.')
        ? posix.join(posix.dirname(file), fileName)
        : fileName.replace(/^@greenroom\/(\w+)\/(.*)/, 'packages/$1/src/$2.ts'),
    )
  imports.set(
    file,
    targets.filter((target) => sources.includes(target)),
  )
  return importsOf(file)
}
function reached(file: string, seen = new Set<string>()): Set<string> {
  for (const target of importsOf(file)) {
    if (!seen.has(target)) reached(target, seen.add(target))
  }
  return seen
}
const tests = sources
  .filter((file) => /\.test\.tsx?$/.test(file))
  .map((test) => ({ test, direct: importsOf(test), all: reached(test) }))
  .filter(({ all }) => !databases.some((file) => all.has(file)))

/** Runs in a process of its own, which the parent ends if a mutant never ends: tries the mutants from the given one. */
async function tryMutants(file: string, from: number): Promise<void> {
  const path = `${root}/${file}`
  const text = read(file)
  let current = text
  const plugin = {
    name: 'mutant',
    enforce: 'pre' as const,
    load: (id: string) => (id.split('?')[0] === path ? current : undefined),
  }
  const { near, far } = testsOf(file)
  // Without the set-up of the API's tests, which starts a database.
  const projects = (config.test?.projects ?? []).flatMap((project) =>
    typeof project === 'object' && 'test' in project
      ? [{ plugins: [plugin], test: { ...project.test, maxWorkers: 1, globalSetup: [] } }]
      : [],
  )
  const cli = { watch: false, bail: 1, reporters: [{}], root, config: false as const }
  const vitest = await createVitest('test', cli, { test: { projects } })
  await vitest.standalone()
  const specifications = (tests: string[]) =>
    vitest.projects.flatMap((project) =>
      tests
        .filter((test) => project.matchesTestGlob(`${root}/${test}`))
        .map((test) => project.createSpecification(`${root}/${test}`)),
    )
  const passes = async (tests: string[]) => {
    if (tests.length === 0) return true
    vitest.invalidateFile(path)
    const { testModules, unhandledErrors } = await vitest.runTestSpecifications(specifications(tests))
    return unhandledErrors.length === 0 && testModules.every((module) => module.ok())
  }
  if (!((await passes(near)) && (await passes(far))))
    throw new Error(`The tests of ${file} fail as they are.`)
  process.send?.({ index: from - 1, survives: false })
  const mutants = mutantsOf(parsed(file))
  for (let index = from; index < mutants.length; index += 1) {
    const { start, end, text: other } = mutants[index] as Mutant
    current = text.slice(0, start) + other + text.slice(end)
    process.send?.({ index, survives: (await passes(near)) && (await passes(far)) })
  }
}

let tried = 0
let survived = 0

/** Tries mutants of a file from one on, until the last or an endless one. @returns the number of the next */
function trySome(file: string, from: number, tell: (index: number) => void): Promise<number> {
  return new Promise((resolve, reject) => {
    // A group of its own, so that the workers end with it.
    const child = fork(import.meta.filename, ['--try', file, `${from}`], { detached: true })
    const stop = () => process.kill(-(child.pid as number), 'SIGKILL')
    process.once('exit', stop)
    let [next, isEndless] = [from, false]
    let timer: NodeJS.Timeout | undefined
    child.on('message', ({ index, survives }: { index: number; survives: boolean }) => {
      clearTimeout(timer)
      timer = setTimeout(() => {
        isEndless = true
        stop()
      }, limitMs)
      next = index + 1
      if (survives) tell(index)
    })
    child.on('exit', (code) => {
      clearTimeout(timer)
      process.off('exit', stop)
      if (code !== 0 && !isEndless) reject(new Error(`Trying ${file} failed.`))
      else resolve(isEndless ? next + 1 : next)
    })
  })
}

/** Tries the mutants of a file and prints the survivors. */
async function mutate(file: string): Promise<void> {
  const source = parsed(file)
  const mutants = mutantsOf(source)
  const tell = (index: number) => {
    survived += 1
    const { start, end, text } = mutants[index] as Mutant
    const { line } = source.getLineAndCharacterOfPosition(start)
    console.log(`${file}:${line + 1}  ${source.text.slice(start, end)} → ${text}`)
  }
  tried += mutants.length
  const { near, far } = testsOf(file)
  if (near.length + far.length === 0) for (const index of mutants.keys()) tell(index)
  else for (let next = 0; next < mutants.length; ) next = await trySome(file, next, tell)
}

const [first, ...rest] = process.argv.slice(2)
if (first === '--try') {
  await tryMutants(rest[0] as string, Number(rest[1]))
  process.exit(0)
}
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => process.exit(1))
const isWanted = (file: string) =>
  first === undefined
    ? rules.some((rule) => rule.test(file))
    : [first, ...rest].some((path) => file === path || file.startsWith(`${path}/`))
for (const file of sources.filter((file) => isWanted(file) && !/(\.test\.tsx?|\/test-[^/]+)$/.test(file))) {
  await mutate(file)
}
const share = tried === 0 ? 100 : Math.floor((100 * (tried - survived)) / tried)
console.log(`${tried - survived} of ${tried} mistakes noticed (${share} %), ${survived} not.`)
