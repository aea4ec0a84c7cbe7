import { spawnSync } from 'node:child_process'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { removeEverything, startProgram } from './running-program.ts'
import { until } from './until.ts'

afterAll(removeEverything)

const root = join(import.meta.dirname, '..', '..')

interface Entry {
  action: string
  entity_label: string
}

/** Runs the command in its own process, as an operator would. */
function owner(dataDir: string, ...given: string[]): { code: number | null; output: string } {
  const command = join(root, 'apps/api/dist/owner-command.js')
  const { status, stdout, stderr } = spawnSync(process.execPath, [command, ...given], {
    env: { ...process.env, DATA_DIR: dataDir },
    encoding: 'utf8',
  })
  return { code: status, output: stdout + stderr }
}

test('makes an owner on the machine where nobody else can, beside the running program (OQ-703)', async () => {
  const program = await startProgram({ environment: { ADMIN_EMAIL_DOMAINS: 'greenroom.example' } })
  const as = async (token: string, path = '/admin/session') => {
    const response = await fetch(program.url + path, { headers: { authorization: `Bearer ${token}` } })
    return { status: response.status, body: await response.json() }
  }

  // An address that no setting admits.
  const stranger = 'first@elsewhere.example'
  await expect(program.tokenFor(stranger)).rejects.toThrow('This account is not accepted')
  expect(owner(program.dataDir, ` ${stranger}`)).toEqual({
    code: 0,
    output: `${stranger} is invited as an owner.\nThe next account that signs in with this address takes it. Earlier sessions of it ended.\n`,
  })
  expect((await as(await program.tokenFor(stranger))).body.data.role).toBe('owner')

  // An account that was disabled, with a session that somebody may still hold.
  const lost = await program.tokenFor('lost@greenroom.example')
  const { staff_id } = (await as(lost)).body.data
  const disabled = await program.call('PATCH', `/admin/staff/${staff_id}`, { json: { is_disabled: true } })
  expect(disabled.status).toBe(200)
  await expect(program.tokenFor('lost@greenroom.example')).rejects.toThrow('disabled')
  expect(owner(program.dataDir, 'lost@greenroom.example').output).toContain(
    'lost@greenroom.example is an owner now. Before: administrator, disabled.',
  )
  expect((await as(lost)).status).toBe(401)

  // Another account of the address takes it, and an open session of the earlier one ends.
  const before = await program.tokenFor('moved@greenroom.example')
  expect((await as(before)).body.data.role).toBe('administrator')
  expect(owner(program.dataDir, 'moved@greenroom.example').code).toBe(0)
  await until('the session has ended', async () => (await as(before)).status === 401)
  const after = await until('the address is free', () =>
    program.tokenFor('moved@greenroom.example').catch(() => undefined),
  )
  expect((await as(after)).body.data.role).toBe('owner')

  const { body } = await program.call('GET', '/admin/history?type=staff&limit=50')
  const made = body.data.entries.filter(({ action }: Entry) => action === 'staff.make-owner')
  expect(made.map(({ entity_label }: Entry) => entity_label)).toEqual([
    'moved@greenroom.example',
    'lost@greenroom.example',
    stranger,
  ])

  for (const given of [[], ['nobody'], [stranger, 'another@elsewhere.example']]) {
    expect(owner(program.dataDir, ...given)).toMatchObject({
      code: 1,
      output: expect.stringContaining('Usage: npm run owner'),
    })
  }
  await program.stop()
})
