import type { Permission } from '@greenroom/contract/access/permission'
import type { SearchHit, SearchKind, SearchResult } from '@greenroom/contract/desk/search/search.schema'
import type { Icon } from '@tabler/icons-react'
import { searched } from '../../lib/searched-text.ts'
import { linkOf, listLink, type OptionLink } from './hit-link.ts'
import type { Recent } from './recent.ts'
import { kindLabels, searchTexts } from './search-texts.ts'

export interface SearchOption {
  /** Unique in the list. */
  id: string
  type: 'record' | 'recent' | 'text' | 'more' | 'create' | 'screen' | 'command' | 'retry'
  label: string
  kind?: SearchKind
  /** By default that of the kind or the type. */
  icon?: Icon | undefined
  /** Words that find the option, beside those of its label. */
  words?: string | undefined
  hit?: SearchHit
  link?: OptionLink
  run?: () => void
}

export interface OptionGroup {
  id: string
  title: string
  options: SearchOption[]
  /** Below the options. */
  note?: string
}

/** A command of the palette that is no screen. */
export interface Command {
  label: string
  run: () => void
}

/** Returns what is offered before anything is typed: recent records and texts, then every action and screen. */
export function startGroups(
  { records, texts }: Recent,
  permissions: readonly Permission[],
  actions: OptionGroup[],
  onText: (text: string) => void,
): OptionGroup[] {
  const recent: SearchOption[] = [
    ...records.map((record) => ({
      id: `recent-${record._id}`,
      type: 'recent' as const,
      kind: record.kind,
      label: record.title || searchTexts.untitled,
      link: linkOf(record, permissions),
    })),
    ...texts.map((text) => ({
      id: `text-${text}`,
      type: 'text' as const,
      label: text,
      run: () => onText(text),
    })),
  ]
  return [{ id: 'recent', title: searchTexts.recent, options: recent }, ...actions].filter(hasOptions)
}

/** Returns the groups of screens, saved views, create actions, pages of the guide and commands. */
export function actionGroups(
  {
    screens,
    views,
    create,
    guide,
  }: { screens: SearchOption[]; views: SearchOption[]; create: SearchOption[]; guide: SearchOption[] },
  commands: readonly Command[],
): OptionGroup[] {
  return [
    { id: 'screens', title: searchTexts.screens, options: screens },
    { id: 'views', title: searchTexts.views, options: views },
    { id: 'create', title: searchTexts.create, options: create },
    { id: 'guide', title: searchTexts.guide, options: guide },
    {
      id: 'commands',
      title: searchTexts.commands,
      options: commands.map(({ label, run }) => ({ id: `command-${label}`, type: 'command', label, run })),
    },
  ]
}

/** How many options of a group are offered beside records. */
const mostActions = 4

/** These ask for all that can be created. */
const createWords = ['create', 'new', 'add']

/**
 * Returns the options that have words beginning with each word of a text. Labels that begin with the text come first,
 * then labels with all its words, then what is found by other words.
 */
export function matchingActions(groups: readonly OptionGroup[], text: string): OptionGroup[] {
  const wanted = wordsOf(text)
  if (wanted.length === 0) return []
  const isIn = (words: readonly string[]) => wanted.every((one) => words.some((word) => word.startsWith(one)))
  const rankOf = ({ label, words = '' }: SearchOption) => {
    if (searched(label).startsWith(searched(text))) return 0
    if (isIn(wordsOf(label))) return 1
    return isIn(wordsOf(`${label} ${words}`)) ? 2 : undefined
  }
  return groups
    .map((group) => {
      const ranked = group.options.map((option) => ({ option, rank: rankOf(option) ?? 3 }))
      const options = [0, 1, 2].flatMap((wantedRank) =>
        ranked.flatMap(({ option, rank }) => (rank === wantedRank ? [option] : [])),
      )
      const asksForAll = group.id === 'create' && createWords.includes(text.toLowerCase())
      return { ...group, options: asksForAll ? options : options.slice(0, mostActions) }
    })
    .filter(hasOptions)
}

/** Returns the groups of found records, each with a link to its list if that has the same search. */
export function recordGroups(
  { groups }: Pick<SearchResult, 'groups'>,
  text: string,
  permissions: readonly Permission[],
): OptionGroup[] {
  return groups.map(({ kind, hits, has_more }) => {
    const title = kindLabels[kind]
    const list = has_more ? listLink(kind, text) : undefined
    const options: SearchOption[] = hits.map((hit) => ({
      id: `${kind}-${hit._id}`,
      type: 'record',
      kind,
      hit,
      label: hit.title || searchTexts.untitled,
      link: linkOf({ kind, ...hit }, permissions),
    }))
    if (list) options.push({ id: `more-${kind}`, type: 'more', label: searchTexts.more(title), link: list })
    return { id: kind, title, options, ...(has_more && !list && { note: searchTexts.narrow }) }
  })
}

const hasOptions = ({ options }: OptionGroup) => options.length > 0
const wordsOf = (text: string) =>
  searched(text)
    .split(/[\s›:'’]+/)
    .filter(Boolean)
