import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { chmod, cp, lstat, mkdir, mkdtemp, readdir, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { preparePostgresBinaries, repairLinks } from './postgres-binaries.ts'
import { chooseServerUser } from './server-user.ts'

const user = chooseServerUser()
let parent: string
let original: string
beforeAll(async () => {
  parent = await mkdtemp(join(tmpdir(), 'greenroom-binaries-'))
  await chmod(parent, 0o755)
  const found = await preparePostgresBinaries(user, join(parent, 'unused'))
  original = dirname(dirname(dirname(found.postgres)))
})
afterAll(async () => {
  await rm(parent, { recursive: true, force: true })
})

/** A copy of the package after an installation without scripts. */
async function copyWithoutLinks(name: string): Promise<string> {
  const copy = join(parent, name)
  await mkdir(copy, { recursive: true })
  await cp(join(original, 'package.json'), join(copy, 'package.json'))
  await cp(join(original, 'native'), join(copy, 'native'), {
    recursive: true,
    filter: async (path) => !path.endsWith('.a') && !(await lstat(path)).isSymbolicLink(),
  })
  return copy
}

test.runIf(process.platform === 'linux')('missing library links are made, by several at once', async () => {
  const copy = await copyWithoutLinks('without-links')
  const program = join(copy, 'native', 'bin', 'postgres')
  expect(spawnSync(program, ['--version']).status).not.toBe(0)
  expect(await Promise.all([repairLinks(copy), repairLinks(copy), repairLinks(copy)])).toEqual([
    true,
    true,
    true,
  ])
  expect(spawnSync(program, ['--version']).stdout.toString()).toMatch(/^postgres \(PostgreSQL\) \d+/)
  const wanted = JSON.parse(await readFile(join(copy, 'native', 'pg-symlinks.json'), 'utf8')) as unknown[]
  const links = []
  for (const name of await readdir(join(copy, 'native', 'lib'))) {
    if ((await lstat(join(copy, 'native', 'lib', name))).isSymbolicLink()) links.push(name)
  }
  expect(links).toHaveLength(wanted.length)
})

test.runIf(user !== undefined)(
  'programs that the server user cannot reach are copied once to where it can',
  async () => {
    const closed = await copyWithoutLinks('closed')
    await chmod(closed, 0o700)
    const target = join(parent, 'shared')
    const [first, second] = await Promise.all([
      preparePostgresBinaries(user, target, closed),
      preparePostgresBinaries(user, target, closed),
    ])
    expect(first.postgres.startsWith(target)).toBe(true)
    expect(second).toEqual(first)
    expect(existsSync(first.initdb)).toBe(true)
    expect(await readdir(target)).toHaveLength(1)
    const version = spawnSync(first.postgres, ['--version'], { uid: user?.uid, gid: user?.gid, cwd: '/' })
    expect(version.status).toBe(0)
  },
)
