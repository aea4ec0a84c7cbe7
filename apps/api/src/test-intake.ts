import type { IntakeData } from '@greenroom/contract/intake-batch'
import type { TestApp } from './test-app.ts'

let count = 0

/** Makes an API key and returns its secret. */
export async function makeKey(
  app: TestApp,
  permissions: string[],
  name = `Server ${++count}`,
): Promise<string> {
  const { status, body } = await app.call('POST', '/admin/api-keys', { json: { name, permissions } })
  if (status !== 201) throw new Error(JSON.stringify(body))
  return body.data.secret
}

/** Sends records with a key, and returns what became of them. */
export async function sendRecords(
  app: TestApp,
  path: string,
  token: string,
  records: unknown[],
): Promise<IntakeData> {
  const { status, body } = await app.call('POST', path, { json: { records }, token })
  if (status !== 200) throw new Error(`${status} ${JSON.stringify(body)}`)
  return body.data
}
