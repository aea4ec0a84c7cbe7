// Checks that another file imports each export of the sources. An import by a test counts only for test helpers.
import { readdirSync, readFileSync } from 'node:fs'
import { posix } from 'node:path'
import { root } from './install.mjs'

const isSource = (file) => /^(apps|packages)\/[^/]+\/src\//.test(file)
const isTest = (file) => /\.(test|spec)\.tsx?$/.test(file)
const isHelper = (file) => isTest(file) || /\/test-[^/]+$|-test-data\.ts$/.test(file)
const isGenerated = (file) => file === 'apps/api/src/platform/database/tables.ts'
/** Parts of a file that only a test imports. The list can only become shorter: test through the file's other exports. */
const testedAlone = `
  PriceTable SumLines amountText clashesOf counting filesOf isOfPerson isoText mayHaveMore moneySums
  nextOffset pageStatement productEvents repairLinks rowsAfter rowsInGroup rowsOfTab sessionEvent
  stepsBack supplyFlags tallyText viewedScreens waitingByPath withType
`.match(/\w+/g)
/** Exports that a worker thread or Vite reads by a name in a text. */
const readByName = ['drawDocuments', 'draw', 'importPart']

const texts = new Map(
  ['apps', 'packages', 'tests', 'tools']
    .flatMap((folder) =>
      readdirSync(`${root}/${folder}`, { recursive: true }).map(
        (name) => `${folder}/${String(name).replaceAll('\\', '/')}`,
      ),
    )
    .filter((file) => /\.(tsx?|mjs)$/.test(file) && !/\/(node_modules|dist)\//.test(file))
    .map((file) => [file, readFileSync(`${root}/${file}`, 'utf8')]),
)

/** Returns the file that an import names; something that is not in the map for a package from outside. */
function targetOf(file, specifier) {
  if (specifier.startsWith('.')) return posix.join(posix.dirname(file), specifier)
  const path = specifier.replace(/^@greenroom\/(\w+)\//, 'packages/$1/src/')
  return texts.has(`${path}.tsx`) ? `${path}.tsx` : `${path}.ts`
}

/** "file name" of everything that is imported, and "file *" of modules that are imported whole. */
const used = new Set()
const note = (file, specifier, names) => {
  const target = targetOf(file, specifier)
  if (isTest(file) && !isHelper(target)) return
  for (const [name] of names.matchAll(/\*|\w+/g)) used.add(`${target} ${name}`)
}
for (const [file, text] of texts) {
  for (const [, clause, specifier] of text.matchAll(/^(?:im|ex)port\s([^'"=]*?)\sfrom '([^']+)'/gm)) {
    // The list of sections makes every endpoint part of the API, which is no use of it.
    if (!file.endsWith('/contract/src/sections.ts')) note(file, specifier, clause)
  }
  // Of a module that is loaded later, each word of the importing file may be an export.
  for (const [, specifier] of text.matchAll(/\bimport\(\s*'([^']+)'/g))
    note(file, specifier, text.replaceAll('*', ''))
}

const declaration = /^export (?:async )?(?:function\*?|const|let|class|interface|type|enum) (\w+)/gm
const exports = [...texts].flatMap(([file, text]) =>
  isSource(file) && !isGenerated(file)
    ? [...text.matchAll(declaration)].map(([, name]) => ({ file, name }))
    : [],
)
const unused = exports.filter(
  ({ file, name }) => !used.has(`${file} ${name}`) && !used.has(`${file} *`) && !readByName.includes(name),
)
const found = unused.filter(({ name }) => !testedAlone.includes(name))
for (const { file, name } of found) console.error(`${file}: no other file imports ${name}`)
const done = testedAlone.filter((known) => !unused.some(({ name }) => name === known))
for (const name of done) console.error(`tools/check-exports.mjs: ${name} needs no exception any more`)
if (found.length + done.length > 0) process.exit(1)
// Fewer would mean that the patterns no longer fit the code.
if (exports.length < 3_000) throw new Error(`The check of exports found only ${exports.length} of them.`)
console.log(`${exports.length} exports, of which ${testedAlone.length} are there for tests alone.`)
