import { answerKeys, leadKeys, queueKeys, shellKeys } from '../../lib/key-bindings.ts'

/** Texts of keys by the names that key-bindings.ts gives them: a key without a text does not compile. */
type Texts<Keys> = Record<keyof Keys, string>

const shell: Texts<typeof shellKeys> = {
  search: 'Search everything, and open any screen',
  save: 'Save the open form',
  find: 'Search on this screen',
  create: 'Create',
  help: 'Show these keys',
}
const queue: Texts<typeof queueKeys> = {
  next: 'Next report',
  previous: 'Previous report',
  ignore: 'Ignore',
  remove: 'Delete, then confirm',
  'show-post': 'Show the post of a comment',
}
const answers: Texts<typeof answerKeys> = { yes: 'Confirm the deletion', no: 'Keep it' }
const lead: Texts<typeof leadKeys> = {
  next: 'Next lead',
  previous: 'Previous lead',
  status: 'Choose its status',
  advisor: 'Choose its advisor',
}

interface KeyLine {
  keys: readonly string[]
  text: string
  /** Whether it is a single letter, which can be switched off. */
  isLetter: boolean
}

interface KeyGroup {
  title: string
  lines: readonly KeyLine[]
}

function linesOf<Keys extends Record<string, string>>(keys: Keys, texts: Texts<Keys>): KeyLine[] {
  return Object.entries(keys).map(([name, key]) => ({
    keys: [key.length === 1 ? key.toUpperCase() : key],
    text: texts[name as keyof Keys],
    isLetter: true,
  }))
}

/** Returns all keys that the console has of its own. @param mod the name of Ctrl or ⌘ on this keyboard */
export function keyGroups(mod: string): readonly KeyGroup[] {
  const isWithMod = (text: string) => text === shell.search || text === shell.save
  return [
    {
      title: 'On every screen',
      lines: linesOf(shellKeys, shell).map((line) =>
        isWithMod(line.text) ? { ...line, keys: [mod, ...line.keys], isLetter: false } : line,
      ),
    },
    {
      title: 'In the search',
      lines: [
        { keys: ['↑', '↓'], text: 'Move', isLetter: false },
        { keys: ['Enter'], text: 'Open', isLetter: false },
        { keys: [mod, 'Enter'], text: 'Open in a new tab', isLetter: false },
        { keys: ['Esc'], text: 'Close', isLetter: false },
      ],
    },
    { title: 'On a focused report', lines: linesOf(queueKeys, queue) },
    { title: 'When a deletion asks', lines: linesOf(answerKeys, answers) },
    { title: 'In an open lead', lines: linesOf(leadKeys, lead) },
  ]
}
