import { afterAll, beforeAll, expect, it } from 'vitest'
import { createTestApp, type TestApp } from '../../../test-app.ts'
import { runPage } from '../../../test-page.ts'

let app: TestApp
beforeAll(async () => {
  app = await createTestApp()
})
afterAll(() => app.close())

it('docs/api-keys.md has commands that work as it says, in their order (OQ-360, OQ-361)', async () => {
  const variables: Record<string, string> = {
    GREENROOM: app.url,
    OWNER: await app.tokenFor('meera.nair@greenroom.example'),
  }
  const count = await runPage('api-keys.md', variables, (place, { data }) => {
    if (place > 0) return
    variables.KEY = data.secret
    variables.KEY_ID = data.key._id
  })
  expect(count).toBeGreaterThan(6)
})
