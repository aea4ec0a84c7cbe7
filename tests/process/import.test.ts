import { type ChildProcess, spawn } from 'node:child_process'
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { makeDataFolder, type RunningProgram, removeEverything, startProgram } from './running-program.ts'
import { until } from './until.ts'

afterAll(removeEverything)

const command = join(import.meta.dirname, '..', '..', 'apps/api/dist/import/import-command.js')
const people = 4_000

/** Starts the command as an operator would. */
function startImport(program: RunningProgram, ...options: string[]) {
  const env = { ...process.env, PORT: String(program.port), DATA_DIR: program.dataDir }
  const child = spawn(process.execPath, [command, ...options], { env, stdio: ['ignore', 'pipe', 'pipe'] })
  let output = ''
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding('utf8').on('data', (text: string) => {
      output += text
    })
  }
  return { child, output: () => output, ended: endOf(child) }
}

function endOf(child: ChildProcess): Promise<number | null> {
  return new Promise((resolve) => child.once('close', resolve))
}

test('goes on after a kill, stores everything once, and sends nothing of a file with a bad line (OQ-441)', async () => {
  const program = await startProgram({
    environment: { SAMPLE_DATA: 'off', RATE_LIMIT_WRITES_PER_MINUTE: '0' },
  })
  const file = join(makeDataFolder(), 'users.ndjson')
  const user = (index: number) =>
    `${JSON.stringify({
      external_id: `u-${index}`,
      first_name: 'Devika',
      email: `import${index}@mail.example`,
      changed_at: '2026-01-10T10:00:00Z',
    })}\n`
  const users = Array.from({ length: people }, (_, index) => user(index)).join('')

  writeFileSync(file, `${users}{"external_id": "u-x"}\n`)
  const refused = startImport(program, file)
  expect(await refused.ended).toBe(1)
  expect(refused.output()).toContain(
    `line ${people + 1}: changed_at: Enter when your system changed this record`,
  )
  expect(refused.output()).toContain('Nothing was sent.')
  const found = async (email: string) => (await program.call('GET', `/admin/users?email=${email}`)).body.data
  expect(await found('import')).toEqual([])

  writeFileSync(file, users)
  const killed = startImport(program, file)
  await until('a batch is stored', async () => existsSync(`${file}.progress`))
  killed.child.kill('SIGKILL')
  await killed.ended

  const second = startImport(program, file)
  expect(await second.ended, second.output()).toBe(0)
  expect(second.output()).toMatch(/Going on after the [1-3],000 that an earlier run sent\./)
  expect(second.output()).toMatch(/ stored, 0 refused\.\n$/)
  expect(await found(`import${people - 1}@`)).toHaveLength(1)
  expect(await found('import0@')).toHaveLength(1)
  expect(existsSync(`${file}.progress`)).toBe(false)
  await program.stop()
})

test('goes on after kills with refused rows, each of which is in their file once (OQ-740)', async () => {
  const program = await startProgram({
    environment: { SAMPLE_DATA: 'off', RATE_LIMIT_WRITES_PER_MINUTE: '0' },
  })
  const folder = makeDataFolder()
  const [file, refused] = [join(folder, 'users.csv'), join(folder, 'refused.csv')]
  const bad = [0, 999, 1_000, 2_500, people - 1]
  const rows = Array.from({ length: people }, (_, index) => {
    const email = bad.includes(index) ? 'nobody' : `skip${index}@mail.example`
    return `s-${index},Devika,${email},2026-01-10T10:00:00Z`
  })
  writeFileSync(file, `external_id,first_name,email,changed_at\n${rows.join('\n')}\n`)
  const run = () => startImport(program, file, '--as', 'users', '--skip-bad-rows', refused)

  const early = run()
  await until('a row is refused', async () => existsSync(refused))
  early.child.kill('SIGKILL')
  await early.ended
  const later = run()
  await until('a batch is stored', async () => {
    const kept = existsSync(`${file}.progress`) ? readFileSync(`${file}.progress`, 'utf8') : ''
    return /"done":[1-9]/.test(kept)
  })
  later.child.kill('SIGKILL')
  await later.ended

  const last = run()
  expect(await last.ended, last.output()).toBe(1)
  expect(last.output()).toContain(' that an earlier run sent.')
  expect(last.output()).toMatch(/ stored, 0 refused\.\n/)
  const [heading, ...lines] = readFileSync(refused, 'utf8').trim().split('\r\n')
  expect(heading).toContain('import_problem,external_id,first_name,email,changed_at')
  expect(lines.map((line) => /s-\d+/.exec(line)?.[0])).toEqual(bad.map((index) => `s-${index}`))

  writeFileSync(
    refused,
    readFileSync(refused, 'utf8').replaceAll(/(s-)(\d+),Devika,nobody/g, '$1$2,Devika,skip$2@mail.example'),
  )
  const corrected = startImport(program, refused, '--as', 'users')
  expect(await corrected.ended, corrected.output()).toBe(0)
  const found = async (email: string) => (await program.call('GET', `/admin/users?email=${email}`)).body.data
  for (const index of [0, 1, 2_500, people - 1]) expect(await found(`skip${index}@`)).toHaveLength(1)
  expect(existsSync(`${file}.progress`)).toBe(false)
  await program.stop()
})
