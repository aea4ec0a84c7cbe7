import { afterAll, beforeAll, expect, it } from 'vitest'
import { createTestApp, type TestApp } from '../../test-app.ts'
import { commandsOf } from '../../test-page.ts'

const page = 'api-keys.md'

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
  const count = commandsOf(page, variables).length
  expect(count).toBeGreaterThan(6)
  for (let index = 0; index < count; index++) {
    const command = commandsOf(page, variables)[index]
    if (!command) throw new Error('A command is gone.')
    const { method, url, headers, body, status } = command
    expect(url).not.toContain('$')
    const response = await fetch(url, { method, headers, body })
    const answer = (await response.json()) as {
      message: string
      data: { secret: string; key: { _id: string } }
    }
    expect([method, url, response.status, answer.message]).toEqual([method, url, status, answer.message])
    if (index === 0) {
      variables.KEY = answer.data.secret
      variables.KEY_ID = answer.data.key._id
    }
  }
})
