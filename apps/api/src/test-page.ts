import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect } from 'vitest'

/** A command of a page: a call with curl and the status that the page promises. */
interface Command {
  method: string
  url: string
  headers: Record<string, string>
  body: string | null
  status: number
}

/** Returns the text of a page of the documentation. */
function readPage(name: string): string {
  return readFileSync(join(import.meta.dirname, '../../../docs', name), 'utf8')
}

/** Reads the commands of a page. Throws for an option of curl that it doesn't know. */
function commandsOf(page: string, variables: Record<string, string>): Command[] {
  const shell = [...page.matchAll(/```sh\n([\s\S]*?)```/g)].map(([, code = '']) => code).join('\n')
  const lines = shell.replace(/\\\n\s*/g, ' ').split('\n')
  return lines.filter(Boolean).map((line) => {
    const [, call = '', status] = /^curl (.*) # (\d{3})$/.exec(line) ?? []
    if (!status) throw new Error(`Not a command with a status: ${line}`)
    const words = [...call.matchAll(/(?:'[^']*'|"(?:[^"\\]|\\.)*"|[^\s'"])+/g)].map(([word]) =>
      unquoted(word, variables),
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

/** Joins the parts of a word as a shell does: variables are replaced, except in single quotes. */
function unquoted(word: string, variables: Record<string, string>): string {
  return [...word.matchAll(/'([^']*)'|"((?:[^"\\]|\\.)*)"|([^'"]+)/g)]
    .map(([, plain, quoted, bare]) => {
      if (plain !== undefined) return plain
      const text = quoted?.replaceAll('\\"', '"') ?? bare ?? ''
      return text.replace(/\$([A-Z_]+)/g, (_, name) => variables[name] ?? `$${name}`)
    })
    .join('')
}

/**
 * Runs the commands of a page of the documentation in their order, and expects the status that each promises.
 * @param variables of the commands; `after` may add some
 * @param after called with the response of each command
 * @returns how many commands there are
 */
export async function runPage(
  name: string,
  variables: Record<string, string>,
  // biome-ignore lint/suspicious/noExplicitAny: tests read whatever members they expect
  after: (place: number, body: any, response: Response) => void = () => {},
): Promise<number> {
  const page = readPage(name)
  const count = commandsOf(page, variables).length
  for (let place = 0; place < count; place++) {
    const command = commandsOf(page, variables)[place]
    if (!command) throw new Error('A command is gone.')
    const { method, url, headers, body, status } = command
    expect(url).not.toContain('$')
    const response = await fetch(url, { method, headers, body })
    const text = await response.text()
    const answer = text === '' ? null : JSON.parse(text)
    expect([method, url, response.status, text]).toEqual([method, url, status, text])
    after(place, answer, response)
  }
  return count
}
