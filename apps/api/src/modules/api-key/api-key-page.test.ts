import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { createTestApp, type TestApp } from '../../test-app.ts'

const page = readFileSync(join(import.meta.dirname, '../../../../../docs/api-keys.md'), 'utf8')

/** A command of the page: a call with curl and the status that the page promises. */
interface Command {
  method: string
  url: string
  headers: Record<string, string>
  body: string | null
  status: number
}

/** Reads the commands of the page. Throws for an option of curl that it doesn't know. */
function commands(variables: Record<string, string>): Command[] {
  const shell = [...page.matchAll(/```sh\n([\s\S]*?)```/g)].map(([, code = '']) => code).join('\n')
  const lines = shell.replace(/\\\n\s*/g, ' ').split('\n')
  return lines.filter(Boolean).map((line) => {
    const [, call = '', status] = /^curl (.*) # (\d{3})$/.exec(line) ?? []
    if (!status) throw new Error(`Not a command with a status: ${line}`)
    const words = [...call.matchAll(/'([^']*)'|"([^"]*)"|(\S+)/g)].map(([, plain, expanded, word]) =>
      plain !== undefined
        ? plain
        : (expanded ?? word ?? '').replace(/\$([A-Z_]+)/g, (_, name) => variables[name] ?? `$${name}`),
    )
    const command: Command = { method: 'GET', url: '', headers: {}, body: null, status: Number(status) }
    while (words.length > 0) {
      const word = words.shift() ?? ''
      if (word === '-X') command.method = words.shift() ?? ''
      else if (word === '-d') command.body = words.shift() ?? ''
      else if (word === '-H') {
        const [name = '', value = ''] = (words.shift() ?? '').split(/: (.*)/)
        command.headers[name] = value
      } else if (word.startsWith('-')) throw new Error(`Unknown option: ${word}`)
      else command.url = word
    }
    return command
  })
}

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
  const count = commands(variables).length
  expect(count).toBeGreaterThan(6)
  for (let index = 0; index < count; index++) {
    const command = commands(variables)[index]
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
