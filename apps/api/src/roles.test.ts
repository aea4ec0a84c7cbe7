import { roles } from '@greenroom/contract/access/permission'
import { expectedNeed, expectedPermissions, isExpected } from '@greenroom/contract/access/test-access'
import { endpoints } from '@greenroom/contract/endpoints'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { sandboxAccounts } from './platform/identity/sandbox-accounts.ts'
import { createTestApp, type TestApp } from './test-app.ts'

let app: TestApp
beforeAll(async () => {
  app = await createTestApp()
})
afterAll(() => app.close())

const unknownId = '01931f6e-0000-7000-8000-00000000dead'

/** Tables with their number of rows, without those that refusals are written to. */
async function contents(): Promise<string> {
  const { rows } = await sql<{ rows: string }>`
    select string_agg(table_name || ' ' || (xpath('/row/n/text()',
      query_to_xml(format('select count(*) as n from public.%I', table_name), false, true, '')))[1], ', '
      order by table_name) as rows
    from information_schema.tables
    where table_schema = 'public' and table_type = 'BASE TABLE' and table_name not in ('sign_in_refusal', 'refused_call', 'personal_look')`.execute(
    app.database.kysely,
  )
  return rows[0]?.rows ?? ''
}

it.each(roles)('refuses a role exactly what it may not do, and changes nothing then: %s', async (role) => {
  const account = sandboxAccounts.find((one) => one.role === role)
  const token = await app.tokenFor(account?.email ?? '')
  const session = (await app.call('GET', '/admin/session', { token })).body.data
  expect(session.role).toBe(role)
  expect(session.permissions.sort()).toEqual(expectedPermissions[role].split(' ').sort())

  const before = await contents()
  const refused: string[] = []
  for (const { endpoint } of endpoints) {
    if (isExpected(role, expectedNeed(endpoint))) continue
    const path = endpoint.path.replace(/:\w+/g, unknownId)
    // Neither the parameters nor the body are read: the same refusal comes for nonsense.
    const { status, body } = await app.call(endpoint.method, path, {
      token,
      ...(endpoint.method === 'GET'
        ? {}
        : { raw: 'nonsense', headers: { 'content-type': 'application/json' } }),
    })
    expect([endpoint.name, status, body.code]).toEqual([endpoint.name, 403, 'FORBIDDEN'])
    refused.push(endpoint.name)
  }
  expect(await contents()).toBe(before)

  for (const { endpoint } of endpoints) {
    // Everybody may sign out; the other calls need the session.
    if (refused.includes(endpoint.name) || endpoint.name === 'endSession') continue
    const path = endpoint.path.replace(/:\w+/g, unknownId)
    const { status } = await app.call(endpoint.method, path, {
      token,
      ...(endpoint.method === 'GET' ? {} : { json: {} }),
    })
    expect([endpoint.name, [401, 403, 500].includes(status)]).toEqual([endpoint.name, false])
  }
})

it('tells in OpenAPI which permissions each call needs', async () => {
  const { body } = await app.call('GET', '/docs/json', { token: null })
  for (const { endpoint } of endpoints) {
    const operation = body.paths[endpoint.path.replace(/:(\w+)/g, '{$1}')][endpoint.method.toLowerCase()]
    expect(operation['x-permissions']).toEqual(endpoint.permissions)
    for (const permission of endpoint.permissions) expect(operation.description).toContain(permission)
    expect(operation.responses[403]).toBeDefined()
  }
})
