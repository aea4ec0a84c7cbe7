import type { Permission } from '@greenroom/contract/access/permission'
import type { SearchHit, SearchKind, SearchResult } from '@greenroom/contract/desk/search/search.schema'
import { includesAll } from '../../lib/api/permissions.ts'
import { type OptionalPart, permittedSections } from '../nav.ts'
import { permissionsOfScreen } from '../screen-access.ts'
import { createActions } from './create-actions.ts'
import { linkOf, listLink, type OptionLink } from './hit-link.ts'
import type { Recent } from './recent.ts'
import { kindLabels, searchTexts } from './search-texts.ts'

export interface SearchOption {
  /** Unique in the list. */
  id: string
  type: 'record' | 'recent' | 'text' | 'more' | 'create' | 'screen' | 'command' | 'retry'
  label: string
  kind?: SearchKind
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

/** Returns the create actions, screens and commands that a role includes. */
export function actionGroups(
  permissions: readonly Permission[],
  inUse: readonly OptionalPart[],
  commands: readonly Command[],
): OptionGroup[] {
  const create = createActions().flatMap(({ heading, link }): SearchOption[] =>
    includesAll(permissions, permissionsOfScreen(link.to, link.search))
      ? [{ id: `create-${link.to}`, type: 'create', label: heading, link }]
      : [],
  )
  const screens = permittedSections(permissions, inUse).flatMap(({ label, path, items }): SearchOption[] =>
    items
      ? items.map((item) => ({
          id: `screen-${item.path}`,
          type: 'screen',
          label: `${label} › ${item.label}`,
          link: { to: item.path },
        }))
      : [{ id: `screen-${path}`, type: 'screen', label, link: { to: path } }],
  )
  return [
    { id: 'screens', title: searchTexts.screens, options: screens },
    { id: 'create', title: searchTexts.create, options: create },
    {
      id: 'commands',
      title: searchTexts.commands,
      options: commands.map(({ label, run }) => ({ id: `command-${label}`, type: 'command', label, run })),
    },
  ]
}

/** How many screens and actions are offered beside records. */
const mostActions = 4

/** Returns the actions that have words beginning with each word of a text; labels that begin with the text come first. */
export function matchingActions(groups: readonly OptionGroup[], text: string): OptionGroup[] {
  const wanted = wordsOf(text)
  if (wanted.length === 0) return []
  return groups
    .map((group) => {
      const found = group.options.filter(({ label }) => {
        const words = wordsOf(label)
        return wanted.every((one) => words.some((word) => word.startsWith(one)))
      })
      const startsWith = ({ label }: SearchOption) => label.toLowerCase().startsWith(text.toLowerCase())
      const options = [...found.filter(startsWith), ...found.filter((option) => !startsWith(option))]
      return { ...group, options: options.slice(0, mostActions) }
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
  text
    .toLowerCase()
    .split(/[\s›:'’]+/)
    .filter(Boolean)
