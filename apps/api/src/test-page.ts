import { readFileSync } from 'node:fs'
import { join } from 'node:path'

/** A command of the page: a call with curl and the status that the page promises. */
export interface PageCommand {
  method: string
  url: string
  headers: Record<string, string>
  body: string | null
  status: number
}

/**
 * Reads the commands of a page in docs. Throws for an option of curl that it doesn't know.
 * @param name the name of the file
 */
export function commandsOf(name: string, variables: Record<string, string>): PageCommand[] {
  const page = readFileSync(join(import.meta.dirname, '../../../docs', name), 'utf8')
  const shell = [...page.matchAll(/```sh\n([\s\S]*?)```/g)].map(([, code = '']) => code).join('\n')
  const lines = shell.replace(/\\\n\s*/g, ' ').split('\n')
  return lines.filter(Boolean).map((line) => {
    const [, call = '', status] = /^curl (.*) # (\d{3})$/.exec(line) ?? []
    if (!status) throw new Error(`Not a command with a status: ${line}`)
    const words = [...call.matchAll(/(?:'[^']*'|"[^"]*"|[^\s'"]+)+/g)].map(([word]) =>
      unquoted(word, variables),
    )
    const command: PageCommand = { method: 'GET', url: '', headers: {}, body: null, status: Number(status) }
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
  const parts = [...word.matchAll(/'([^']*)'|"([^"]*)"|([^'"]+)/g)]
  return parts
    .map(([, plain, expanded, bare]) =>
      plain !== undefined
        ? plain
        : (expanded ?? bare ?? '').replace(/\$([A-Z_]+)/g, (_, name) => variables[name] ?? `$${name}`),
    )
    .join('')
}
