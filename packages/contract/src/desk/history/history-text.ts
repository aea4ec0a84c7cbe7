import { isInstant } from '../../date-time.ts'
import { type CurrencyCode, currencyCodes } from '../../money.ts'
import { type ActionText, actionTexts } from './action-texts.ts'
import type { HistoryEntry } from './history.schema.ts'
import { humanized, type MemberKind, type Members, memberText } from './member-texts.ts'
import { recordNouns } from './record-types.ts'

/** How amounts and times are written where the text is shown. */
export interface TextFormats {
  /** @param minor paise or cents */
  money(minor: number, currency: CurrencyCode): string
  /** @param iso ISO 8601 */
  moment(iso: string): string
  /** @param day YYYY-MM-DD */
  day(day: string): string
}

/** One changed value; before is null if there was none, after if there is none now. */
export interface ChangeText {
  label: string
  before: string | null
  after: string | null
}

export interface EntryText {
  /** What happened: 'Published the masterclass “X”'. */
  sentence: string
  changes: ChangeText[]
}

type Values = Readonly<Record<string, unknown>>

/** What an erasure leaves in place of a person's details. */
const erasedMark = '[erased]'

/** Describes an entry of the history in words. An action or a member without a text is shown by its name. */
export function describeEntry(entry: HistoryEntry, formats: TextFormats): EntryText {
  const changes = changesOf(entry, formats)
  return { sentence: sentenceOf(entry, changes, formats), changes }
}

/**
 * Returns what a change has in common with others of a run: its sentence with a mark for the record, and without the
 * number of a document. Undefined for an entry that never is in a run.
 */
function templateOf(entry: HistoryEntry, formats: TextFormats): string | undefined {
  if (entry.kind !== 'change' || entry.entity_label === null) return undefined
  const { sentence } = describeEntry(entry, formats)
  const it = recordText(entry.entity_type, withoutMark(entry.entity_label))
  if (!sentence.includes(it)) return undefined
  const number = ['invoice', 'debit_note', 'credit_note'].map((member) => entry.after?.[member]).find(Boolean)
  return sentence.replace(it, recordMark).replace(` ${number} `, ' ')
}

const recordMark = '{it}'
/** A run has at least so many entries, each at most so long after the one before. */
const leastInRun = 5
const longestGapMs = 60_000

/** Entries that say the same of several records: 'Issued invoice for 20 orders'. */
export interface HistoryRun {
  sentence: string
  entries: readonly [HistoryEntry, ...HistoryEntry[]]
}

/** Joins neighbours in a list that are the same change by the same person within a minute of each other (OQ-709). */
export function joinRuns(
  entries: readonly HistoryEntry[],
  formats: TextFormats,
): (HistoryEntry | HistoryRun)[] {
  const groups: { template: string | undefined; entries: HistoryEntry[] }[] = []
  for (const entry of entries) {
    const template = templateOf(entry, formats)
    const group = groups.at(-1)
    const last = group?.entries.at(-1)
    const isSame =
      template !== undefined &&
      template === group?.template &&
      last?.actor_email === entry.actor_email &&
      last.entity_type === entry.entity_type &&
      Math.abs(Date.parse(last.at) - Date.parse(entry.at)) <= longestGapMs
    if (isSame) group.entries.push(entry)
    else groups.push({ template, entries: [entry] })
  }
  return groups.flatMap(({ template, entries }): (HistoryEntry | HistoryRun)[] => {
    const [first, ...others] = entries
    if (first === undefined || template === undefined || entries.length < leastInRun) return entries
    const records = `${entries.length.toLocaleString('en-IN')} ${nounsOf(first.entity_type)}`
    return [{ sentence: template.replace(recordMark, records), entries: [first, ...others] }]
  })
}

function nounsOf(type: string): string {
  if (type === 'person') return 'people'
  const noun = recordNounOf(type).replace(/ (of|for)$/, '')
  return noun.endsWith('s') ? `${noun}es` : `${noun}s`
}

function sentenceOf(entry: HistoryEntry, changes: readonly ChangeText[], formats: TextFormats): string {
  if (entry.kind === 'refused') return refusalText(entry)
  if (entry.kind === 'look') return lookText(entry)
  const { action, entity_type: type, names } = entry
  const label = withoutMark(entry.entity_label ?? '')
  const it = recordText(type, label)
  const after = entry.after ?? {}
  const text: ActionText | undefined = Object.hasOwn(actionTexts, action)
    ? actionTexts[action as keyof typeof actionTexts]
    : undefined
  if (text === undefined) return `${humanized(action)}${label && `: ${label}`}`
  if (typeof text === 'string') {
    const parts: Record<string, () => string> = {
      changes: () => changedText(changes, it),
      it: () => it,
      label: () => label || recordNounOf(type),
    }
    return text.replace(/\{(\w+)\}/g, (_, part: string) => parts[part]?.() ?? '')
  }
  const currency = currencyOf(after) ?? entry.currency_code
  return text({
    it,
    label,
    after,
    money: (minor) => amountText(minor, currency, formats),
    name: (id) => names[String(id)],
    choice: (member, value) =>
      valueText(value, memberText(type, member)?.[1] ?? 'text', { ...formats, currency, names }),
  })
}

/** Returns a label beside the noun of its record: the reference of an order without "order_". */
export function shortLabel(type: string, label: string): string {
  return type === 'transaction' ? label.replace(/^order_/, '') : label
}

/** 'the masterclass “X”', or 'a masterclass' without a label. */
function recordText(type: string, label: string): string {
  const noun = recordNounOf(type)
  if (label === '') return `${/^[aeiou]/i.test(noun) ? 'an' : 'a'} ${noun.replace(/ of$/, '')}`
  if (type === 'transaction') return `order ${shortLabel(type, label)}`
  return noun.endsWith(' of') ? `the ${noun} ${label}` : `the ${noun} “${label}”`
}

function recordNounOf(type: string): string {
  return Object.hasOwn(recordNouns, type)
    ? recordNouns[type as keyof typeof recordNouns]
    : humanized(type).toLowerCase()
}

/** How many changed members a sentence names, and how long a value in it may be. */
const mostNamed = 2
const longestValue = 60

/** 'the price (INR) of the masterclass “X” from ₹2,499.00 to ₹1,999.00' */
function changedText(changes: readonly ChangeText[], it: string): string {
  const [first] = changes
  if (first === undefined) return it
  if (changes.length === 1) {
    const { label, before, after } = first
    const isShort = [before, after].every(
      (value) => (value ?? '').length <= longestValue && !value?.includes('\n'),
    )
    const values = !isShort
      ? ''
      : `${before === null ? '' : ` from ${before}`} ${after === null ? 'to nothing' : `to ${after}`}`
    return `${inSentence(label)} of ${it}${values}`
  }
  const named = changes.slice(0, mostNamed).map(({ label }) => inSentence(label))
  const rest = changes.length - named.length
  const list = rest > 0 ? `${named.join(', ')} and ${rest} more` : named.join(' and ')
  return `${list} of ${it}`
}

/** A label in mid-sentence: "Zoom account" and "State" keep their capital, "Original price" does not. */
function inSentence(label: string): string {
  return /^(Zoom|State|URL|E-mail|ID|Google|GST)\b/.test(label) || /^[A-Z]{2}/.test(label)
    ? label
    : label.charAt(0).toLowerCase() + label.slice(1)
}

/** Why a sign-in was refused, by the code of the error. */
const signInRefusals: Record<string, string> = {
  UNAUTHENTICATED: 'the credential was not valid, so its address may be invented',
  CREDENTIAL_EXPIRED: 'the sign-in had expired',
  ACCOUNT_NOT_ACCEPTED: 'this account may not sign in',
}

function refusalText({ action, entity_label: label, after }: HistoryEntry): string {
  if (action === 'session.refused') {
    return `Sign-in refused: ${signInRefusals[String(after?.reason)] ?? humanized(String(after?.reason)).toLowerCase()}`
  }
  return `Not allowed: ${label ?? 'a call'}${triesText(after)}`
}

function triesText(after: HistoryEntry['after']): string {
  return typeof after?.tries === 'number' && after.tries > 1 ? `, ${after.tries} times` : ''
}

/** What was looked at, before its name. */
const lookNouns: Record<string, string> = {
  person: 'the page of',
  transaction: 'order',
  lead: 'the lead of',
  document: 'document',
}

function lookText({ entity_type: type, entity_id: id, entity_label, after, names }: HistoryEntry): string {
  const label = entity_label && shortLabel(type, withoutMark(entity_label))
  if (type === 'search') {
    return `Searched for ${label === null ? 'a contact that was erased' : `“${label}”`}${triesText(after)}`
  }
  const isOfSomebody = type === 'person' || type === 'lead'
  const name = label ?? (isOfSomebody ? 'somebody who was removed' : 'that was removed')
  const buyer = names[id ?? '']
  const of = buyer ? ` of ${withoutMark(buyer)}` : ''
  return `Looked at ${lookNouns[type] ?? recordNounOf(type)} ${name}${of}${triesText(after)}`
}

interface ValueFormats extends TextFormats {
  currency: CurrencyCode | null
  /** Names of other records by id. */
  names: Readonly<Record<string, string>>
}

/** A value in words by its path in the record. */
type Lines = Map<string, { label: string; text: string }>

function changesOf(entry: HistoryEntry, formats: TextFormats): ChangeText[] {
  if (entry.kind === 'refused' || entry.kind === 'look') return []
  const currency = currencyOf(entry.after) ?? currencyOf(entry.before) ?? entry.currency_code
  const context = { ...formats, currency, names: entry.names }
  const before = linesOf(entry.entity_type, entry.before, context)
  const after = linesOf(entry.entity_type, entry.after, context)
  return [...new Set([...before.keys(), ...after.keys()])].flatMap((path) => {
    const [old, made] = [before.get(path), after.get(path)]
    if (old?.text === made?.text) return []
    return [{ label: (made ?? old)?.label ?? '', before: old?.text ?? null, after: made?.text ?? null }]
  })
}

function linesOf(type: string, values: Values | null, context: ValueFormats): Lines {
  const lines: Lines = new Map()
  for (const [name, value] of Object.entries(values ?? {})) {
    const [label, kind] = memberText(type, name) ?? [humanized(name), undefined]
    addLines(lines, name, label, value, kind, context)
  }
  return lines
}

/** Adds the lines of a value: one, or one for each member of what it contains. */
function addLines(
  lines: Lines,
  path: string,
  label: string,
  value: unknown,
  kind: MemberKind | undefined,
  context: ValueFormats,
): void {
  if (kind === 'hidden' || isEmpty(value)) return
  const isNested = kind === undefined || (typeof kind === 'object' && 'members' in kind)
  if (!isNested || !isContainer(value)) {
    lines.set(path, { label, text: valueText(value, isNested ? undefined : kind, context) })
    return
  }
  const members: Members = typeof kind === 'object' && 'members' in kind ? kind.members : {}
  if (!Array.isArray(value)) {
    addMembers(lines, path, label, value as Values, members, context)
    return
  }
  if (!value.some(isContainer)) {
    lines.set(path, { label, text: value.map((one) => valueText(one, undefined, context)).join(', ') })
    return
  }
  value.forEach((item: unknown, place) => {
    const currency = currencyOf(item)
    if (currency) {
      addMembers(
        lines,
        `${path}.${currency}`,
        label,
        item as Values,
        members,
        { ...context, currency },
        ` (${currency})`,
      )
      return
    }
    const inner: Lines = new Map()
    addLines(inner, '', label, item, kind, context)
    if (inner.size === 0) return
    const text = [...inner.values()]
      .map((line) => (line.text === 'Yes' || line.text === 'No' ? `${line.label}: ${line.text}` : line.text))
      .join(', ')
    lines.set(`${path}.${place}`, { label: value.length > 1 ? `${label} ${place + 1}` : label, text })
  })
}

function addMembers(
  lines: Lines,
  path: string,
  label: string,
  values: Values,
  members: Members,
  context: ValueFormats,
  suffix = '',
): void {
  for (const [name, value] of Object.entries(values)) {
    const known = Object.hasOwn(members, name) ? members[name] : undefined
    const [own, kind] = known ?? [`${label}: ${humanized(name).toLowerCase()}`, undefined]
    addLines(lines, `${path}.${name}`, own + suffix, value, kind, context)
  }
}

function isContainer(value: unknown): value is object {
  return typeof value === 'object' && value !== null
}

function isEmpty(value: unknown): boolean {
  if (value === null || value === undefined || value === '') return true
  return isContainer(value) && Object.keys(value).length === 0
}

function currencyOf(value: unknown): CurrencyCode | undefined {
  const code = isContainer(value) ? (value as Values).currency_code : undefined
  return currencyCodes.find((one) => one === code)
}

/** Writes a single value, or a list of single values. */
function valueText(value: unknown, kind: MemberKind | undefined, context: ValueFormats): string {
  if (Array.isArray(value)) return value.map((one) => valueText(one, kind, context)).join(', ')
  if (value === erasedMark) return 'erased'
  if (typeof value === 'boolean') return value ? 'Yes' : 'No'
  if (typeof kind === 'object' && 'choices' in kind) return kind.choices[String(value)] ?? String(value)
  if (typeof kind === 'object' && 'amount' in kind) return amountText(value, kind.amount, context)
  switch (kind) {
    case 'amount':
      return amountText(value, context.currency, context)
    case 'moment':
      return momentText(value, context)
    case 'day':
      return context.day(String(value))
    case 'percent':
      return `${value}%`
    case 'seconds':
      return typeof value === 'number' && value % 60 === 0 ? `${value / 60} min` : `${value} s`
    case 'count':
      return typeof value === 'number' ? value.toLocaleString('en-IN') : String(value)
    case 'name':
      return context.names[String(value)] ?? String(value)
    case 'person':
      return personText(value)
    case 'file':
      return String(value).split('?', 1)[0]?.split('/').at(-1) ?? ''
    default:
      if (isContainer(value)) return JSON.stringify(value)
      return typeof value === 'string' && isInstant(value)
        ? momentText(value, context)
        : withoutMark(String(value))
  }
}

function momentText(value: unknown, { moment }: TextFormats): string {
  return typeof value === 'string' && isInstant(value) ? moment(value) : String(value)
}

function amountText(value: unknown, currency: CurrencyCode | null, { money }: TextFormats): string {
  if (typeof value !== 'number') return withoutMark(String(value))
  return currency === null ? (value / 100).toFixed(2) : money(value, currency)
}

function personText(value: unknown): string {
  if (!isContainer(value)) return String(value)
  const { first_name = '', last_name = '' } = value as Record<string, string>
  return withoutMark(`${first_name} ${last_name}`.trim())
}

function withoutMark(text: string): string {
  return text.replaceAll(erasedMark, 'erased')
}
