import { afterAll, beforeAll, expect, it } from 'vitest'
import { newId } from '../../platform/database/record-id.ts'
import { createTestApp, type TestApp } from '../../test-app.ts'
import { commandsOf } from '../../test-page.ts'
import { makeMasterclass } from '../../test-records.ts'

const page = 'intake.md'

let app: TestApp
beforeAll(async () => {
  app = await createTestApp()
})
afterAll(() => app.close())

it('docs/intake.md has commands that work as it says, in their order (OQ-400)', async () => {
  const membership = newId()
  await app.database.kysely
    .insertInto('membership')
    .values({
      id: membership,
      name: 'Gold',
      currency_code: 'INR',
      current_price: 49_900,
      original_price: 79_900,
    })
    .execute()
  const variables: Record<string, string> = {
    GREENROOM: app.url,
    OWNER: await app.tokenFor('meera.nair@greenroom.example'),
    MASTERCLASS: (await makeMasterclass(app))._id,
    MEMBERSHIP: membership,
  }
  const results: unknown[] = []
  const count = commandsOf(page, variables).length
  for (let index = 0; index < count; index++) {
    const command = commandsOf(page, variables)[index]
    if (!command) throw new Error('A command is gone.')
    const { method, url, headers, body, status } = command
    const response = await fetch(url, { method, headers, body })
    const answer = (await response.json()) as {
      message: string
      data?: { secret?: string; results?: { outcome: string }[] }
    }
    expect([url, response.status, answer.message]).toEqual([url, status, answer.message])
    if (answer.data?.secret) variables.KEY = answer.data.secret
    results.push(...(answer.data?.results ?? []).map(({ outcome }) => [new URL(url).pathname, outcome]))
  }
  expect(results).toEqual([
    ['/intake/users', 'created'],
    ['/intake/users', 'changed'],
    ['/intake/orders', 'created'],
    ['/intake/orders', 'changed'],
    ['/intake/memberships', 'created'],
  ])
})
