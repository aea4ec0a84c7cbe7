import { afterAll, beforeAll, expect, it } from 'vitest'
import { newId } from '../../../platform/database/record-id.ts'
import { createTestApp, type TestApp } from '../../../test-app.ts'
import { runPage } from '../../../test-page.ts'
import { makeMasterclass } from '../../../test-records.ts'

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
  await runPage('intake.md', variables, (_place, { data }, { url }) => {
    if (data?.secret) variables.KEY = data.secret
    for (const { outcome } of data?.results ?? []) results.push([new URL(url).pathname, outcome])
  })
  expect(results).toEqual([
    ['/intake/users', 'created'],
    ['/intake/users', 'changed'],
    ['/intake/orders', 'created'],
    ['/intake/orders', 'changed'],
    ['/intake/memberships', 'created'],
    // Somebody else, with what they agreed to.
    ['/intake/users', 'created'],
  ])
})
