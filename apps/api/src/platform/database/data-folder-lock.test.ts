import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, readdir, readFile, rm, utimes, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Readable, Writable } from 'node:stream'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { isFolderLocked, lockFolder } from './data-folder-lock.ts'

let folder: string
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'greenroom-lock-'))
})
afterEach(async () => {
  await rm(folder, { recursive: true, force: true })
})

async function writeClaim(turn: number, changes: Record<string, unknown>): Promise<string> {
  const lock = await lockFolder(join(folder, 'model'))
  if ('heldBy' in lock) throw new Error('The model folder is locked.')
  const model = JSON.parse(await readFile(join(folder, 'model', 'turn-1'), 'utf8')) as object
  await lock.release()
  await rm(join(folder, 'model'), { recursive: true })
  const path = join(folder, `turn-${turn}`)
  await writeFile(path, JSON.stringify({ ...model, ...changes }))
  return path
}

test('gives the lock to exactly one of many, also over a dead one', async () => {
  await writeClaim(7, { process: 2 ** 22 + 1 })
  const answers = await Promise.all(Array.from({ length: 20 }, () => lockFolder(folder)))
  expect(answers.filter((answer) => 'release' in answer)).toHaveLength(1)
  expect(answers.filter((answer) => 'heldBy' in answer && answer.heldBy === process.pid)).toHaveLength(19)
  expect(await readdir(folder)).toEqual(['turn-8'])
})

test('can be taken again after release', async () => {
  for (let round = 0; round < 3; round++) {
    const lock = await lockFolder(folder)
    if ('heldBy' in lock) throw new Error('The lock was not given back.')
    expect(await isFolderLocked(folder)).toBe(true)
    await lock.release()
    expect(await isFolderLocked(folder)).toBe(false)
  }
})

test('is not held by another process with a reused id', async () => {
  await writeClaim(1, { began: '1' })
  expect(await lockFolder(folder)).toHaveProperty('release')
})

test.runIf(process.platform === 'linux')('a zombie does not hold the lock', async () => {
  // The program that replaces the shell never waits for the shell's child. The child ends when it is told
  // to, after the replacement: a shell would wait for a child that ended before.
  const shell = spawn('/bin/sh', ['-c', '(read line <&3) & echo $!; exec sleep 60'], {
    stdio: ['ignore', 'pipe', 'ignore', 'pipe'],
  })
  const [chunk] = (await once(shell.stdio[1] as Readable, 'data')) as [Buffer]
  const zombie = Number(chunk.toString())
  try {
    await expect.poll(() => readFile(`/proc/${shell.pid}/comm`, 'utf8')).toBe('sleep\n')
    ;(shell.stdio[3] as Writable).end('\n')
    const status = () => readFile(`/proc/${zombie}/stat`, 'utf8')
    await expect.poll(status).toMatch(/\) Z /)
    const text = await status()
    const began = text.slice(text.lastIndexOf(')') + 2).split(' ')[19]
    await writeClaim(1, { process: zombie, began })
    expect(await isFolderLocked(folder)).toBe(false)
  } finally {
    shell.kill('SIGKILL')
  }
})

test('is held by a program in another container that refreshes it', async () => {
  const path = await writeClaim(1, { place: 'elsewhere', process: 17 })
  const refresh = setInterval(() => void utimes(path, new Date(), new Date()), 200)
  try {
    expect(await lockFolder(folder)).toEqual({ heldBy: 17 })
  } finally {
    clearInterval(refresh)
  }
})

test('is lost by a program in another container that stopped refreshing it', async () => {
  const path = await writeClaim(1, { place: 'elsewhere', process: 17 })
  const past = new Date(Date.now() - 60_000)
  await utimes(path, past, past)
  expect(await lockFolder(folder)).toHaveProperty('release')
})
