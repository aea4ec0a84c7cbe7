import type { Permission } from '@greenroom/contract/access/permission'
import { generalMessages } from '@greenroom/contract/error'
import {
  type PersonPage,
  type PersonTimelineItem,
  readPersonKey,
  type TimelineKind,
  timelineKindNames,
  timelineKinds,
} from '@greenroom/contract/people/person/person.schema'
import { AppError } from '../../../platform/app-error.ts'
import { recordAudit } from '../../../platform/audit/audit.ts'
import type { Call } from '../../../platform/call.ts'
import { newId } from '../../../platform/database/record-id.ts'
import { fileUrl } from '../../../platform/files/files.ts'
import { presentConsent } from './consent.presenter.ts'
import { currentConsents } from './consent.repository.ts'
import { type PersonService, requirePeople } from './person.service.ts'
import { labelsOf } from './person-label.repository.ts'
import {
  type AccountRow,
  accountsOfPerson,
  countEntries,
  countOpenReports,
  firstSeen,
  insertPersonNote,
  membershipsOfPerson,
  rolesOfPerson,
  sumsOfPerson,
} from './person-page.repository.ts'
import type { Subject } from './person-subject.ts'
import { presentEntries } from './person-timeline.presenter.ts'
import {
  type EntryKey,
  type EntryKind,
  listEntries,
  nameOfStaff,
  readEntries,
} from './person-timeline.repository.ts'

/** How many of each detail the page shows. */
const mostShown = 20

/** Whom a key names. */
export interface FoundPage {
  subject: Subject
  /** Those of the one who stays first, then the oldest. */
  accounts: AccountRow[]
  /** Id of the one who stays of those who were merged. */
  root: string
  /** `person.<id>` */
  person: string
  name: string
  /** When the first account was created, or else the first record; null for staff's own records. */
  since: Date | null
}

export type PersonPageService = ReturnType<typeof createPersonPageService>

/** The kinds of entries that a role includes. */
function kindsFor(permissions: ReadonlySet<Permission>): TimelineKind[] {
  return timelineKindNames.filter((kind) => {
    const needed = timelineKinds[kind]
    return needed === null || permissions.has(needed)
  })
}

/** The page of a person: who they are, what they hold, and what happened (OQ-465). */
export function createPersonPageService({ people }: { people: Pick<PersonService, 'require'> }) {
  /** @throws AppError FORBIDDEN for a role that sees nothing of people, NOT_FOUND */
  async function find(call: Call, key: string): Promise<FoundPage> {
    requirePeople(call.actor)
    const anchor = readPersonKey(key)
    const named = anchor ? `${anchor.kind}.${anchor.id}` : key
    const subject = await people.require(call, named)
    const [root = ''] = subject.persons
    const accounts = await accountsOfPerson(call.db, subject)
    const [main] = accounts
    return {
      subject,
      accounts,
      root,
      person: `person.${root}`,
      name: (main && nameOf(main)) || (subject.names[0] ?? ''),
      since: main?.created_at ?? (await firstSeen(call.db, subject)),
    }
  }

  return {
    find,

    /** @throws AppError FORBIDDEN, NOT_FOUND */
    async page(call: Call, key: string): Promise<PersonPage> {
      const { db, actor } = call
      const may = (permission: Permission) => actor.permissions.has(permission)
      const { subject, accounts, person, name, since } = await find(call, key)
      return {
        person,
        name,
        names: present(subject, subject.names),
        emails: present(subject, subject.emails),
        phones: present(subject, subject.phones),
        accounts: accounts.map(presentAccount),
        is_account_deleted: accounts.length === 0 && subject.users.length > 0,
        since: since?.toISOString() ?? null,
        ...(await rolesOfPerson(db, subject)),
        labels: await labelsOf(db, subject.persons),
        ...(may('content.read') && {
          memberships: (await membershipsOfPerson(db, subject)).map(presentMembership),
        }),
        ...(may('money.read') && { sums: await sumsOfPerson(db, subject) }),
        consents: (await currentConsents(db, subject)).map(presentConsent),
        counts: await countEntries(db, subject, kindsFor(actor.permissions)),
        ...(may('moderation.read') && { open_reports: await countOpenReports(db, subject) }),
      }
    },

    /**
     * Lists a page of a person's timeline, the newest first.
     * @throws AppError FORBIDDEN, also for a kind that the role does not include; NOT_FOUND
     */
    async timeline(
      call: Call,
      key: string,
      { kind, limit, after }: { kind?: TimelineKind | undefined; limit: number; after?: string | undefined },
    ): Promise<{ items: PersonTimelineItem[]; next: string | null }> {
      const { subject } = await find(call, key)
      const included = kindsFor(call.actor.permissions)
      if (kind !== undefined && !included.includes(kind)) {
        throw new AppError('FORBIDDEN', generalMessages.forbidden)
      }
      const found = await listEntries(call.db, subject, {
        kinds: kind === undefined ? included : [kind],
        isWhole: kind === undefined,
        limit: limit + 1,
        after: after === undefined ? undefined : readCursor(after),
      })
      const entries = found.slice(0, limit)
      const last = entries.at(-1)
      return {
        items: presentEntries(entries, await readEntries(call.db, entries, subject)),
        next: found.length > limit && last ? `${last.at}_${last.kind}_${last.id}` : null,
      }
    },

    /** Adds a note about a person, which nobody changes or removes. @throws AppError NOT_FOUND */
    async addNote(call: Call, key: string, text: string): Promise<PersonTimelineItem> {
      const { subject, person, accounts, root } = await find(call, key)
      const note = {
        id: newId(),
        person_id: root,
        user_id: accounts[0]?.id ?? subject.users[0] ?? null,
        user_email: accounts[0]?.email || (subject.emails[0] ?? ''),
        text,
        written_by: call.actor.email,
        written_at: call.now,
      }
      await insertPersonNote(call.db, note)
      // Without name and text, which an erasure would have to find here as well.
      await recordAudit(call, {
        action: 'person.note',
        entityType: 'person',
        entityId: person,
        label: null,
        after: { note_id: note.id },
      })
      const by_name = await nameOfStaff(call.db, note.written_by)
      return { kind: 'note', _id: note.id, at: call.now.toISOString(), by: note.written_by, by_name, text }
    },
  }
}

function presentMembership(
  row: Awaited<ReturnType<typeof membershipsOfPerson>>[number],
): NonNullable<PersonPage['memberships']>[number] {
  return {
    _id: row.id,
    name: row.name,
    starts_at: row.starts_at.toISOString(),
    ends_at: row.ends_at?.toISOString() ?? null,
    cancelled_at: row.cancelled_at?.toISOString() ?? null,
  }
}

/** Returns the most frequent of a person's details, without those that no record has any more. */
export function present({ former }: Subject, details: readonly string[]): string[] {
  return details.filter((one) => !former.includes(one)).slice(0, mostShown)
}

function readCursor(text: string): EntryKey {
  const [at = '', kind = '', id = ''] = text.split('_')
  return { at, kind: kind as EntryKind, id }
}

function nameOf({ first_name, last_name }: { first_name: string; last_name: string }): string {
  return `${first_name} ${last_name}`.trim()
}

function presentAccount(row: AccountRow): PersonPage['accounts'][number] {
  return {
    _id: row.id,
    name: nameOf(row),
    username: row.username,
    designation: row.designation,
    description: row.description,
    email: row.email,
    phone: row.phone,
    profile_picture: row.profile_picture_key === null ? null : fileUrl(row.profile_picture_key),
    created_at: row.created_at.toISOString(),
  }
}
