import { createHash } from 'node:crypto'
import { formatInstant } from '@greenroom/contract/date-time'
import { generalMessages } from '@greenroom/contract/error'
import { personPermissions } from '@greenroom/contract/people/person/person.schema'
import {
  type ErasureBlocker,
  type FoundPerson,
  type PersonPreview,
  type PersonRecordKind,
  personalDataMessages,
} from '@greenroom/contract/people/person/personal-data.schema'
import { plainPhone } from '@greenroom/contract/phone'
import { AppError, invalid, notFound } from '../../../platform/app-error.ts'
import type { Actor } from '../../../platform/audit/actor.ts'
import { recordAudit } from '../../../platform/audit/audit.ts'
import { type Call, callInTransaction } from '../../../platform/call.ts'
import type { Database } from '../../../platform/database/database.ts'
import { indexedDigits } from '../../../platform/database/phone-search.ts'
import { isRecordId } from '../../../platform/database/record-id.ts'
import type { Settings } from '../../../settings.ts'
import { findSubject } from './find-subject.ts'
import {
  countExportFiles,
  findByContact,
  findPersonOf,
  type Hindrance,
  listHindrances,
  listKeptDocuments,
  peopleWith,
  recordsOf,
} from './person.repository.ts'
import type { Subject } from './person-subject.ts'
import { countPersonal, readEverything } from './personal-rows.repository.ts'
import { effectOf } from './personal-tables.ts'

export type PersonService = ReturnType<typeof createPersonService>

/** An order that was pending longer than this was given up by its buyer. */
const pendingTime = 24 * 3_600_000
/** How many of each detail a preview shows. */
const mostShown = 20

/**
 * Refuses whoever sees nothing of people: to open a page of one, and to list them (OQ-466, OQ-732).
 * @throws AppError FORBIDDEN
 */
export function requirePeople({ permissions }: Pick<Actor, 'permissions'>): void {
  if (personPermissions.some((one) => permissions.has(one))) return
  throw new AppError('FORBIDDEN', generalMessages.forbidden)
}

const unknown = () => notFound('This person does not exist, or was erased')

/**
 * People: accounts, orders, sign-ups, bookings, a creator and an advisor of one person name one row of `person`. The
 * database finds it when a row is written (migration 0105).
 */
export function createPersonService({
  settings,
}: {
  settings: Pick<Settings, 'ADMIN_POST_USER_ID' | 'BUSINESS_TIME_ZONE'>
}) {
  async function search(db: Database, q: string): Promise<string[]> {
    const text = q.trim()
    if (isRecordId(text)) {
      const found = await findPersonOf(db, 'user', text)
      return found ? (await peopleWith(db, found)).slice(0, 1) : []
    }
    if (text.includes('@')) return findByContact(db, { email: text })
    const phone = plainPhone(text)
    const digits = phone.replace(/\D/g, '')
    if (/^[+\d\s().-]+$/.test(phone) && digits.length >= indexedDigits)
      return findByContact(db, { phone: text })
    throw invalid([{ path: 'q', message: personalDataMessages.query }])
  }

  function textOf({ kind, name, at }: Hindrance): string {
    const moment = at ? formatInstant(at, ', ', settings.BUSINESS_TIME_ZONE) : ''
    switch (kind) {
      case 'pending-order':
        return `The order ${name} is pending since ${moment}. Try again when it is paid or a day old.`
      case 'open-refund':
        return `A refund of the order ${name} is in progress. Try again when it is settled.`
      case 'refund-request':
        return `A refund of the order ${name} waits for a second person. Try again when it is decided.`
      case 'invoice-due':
        return `The invoice of the order ${name} is being issued. Try again in a few minutes.`
      case 'upcoming-session':
        return `“${name}” on ${moment} has this person as its creator. Choose another one first.`
      case 'upcoming-call':
        return `The call ${name} on ${moment} has this person as its advisor. Choose another one first.`
    }
  }

  return {
    /**
     * Finds people by a whole e-mail address, a phone of at least ten digits or an account id, each person once.
     * @throws AppError VALIDATION for any other text
     */
    async find(call: Call, q: string): Promise<FoundPerson[]> {
      const rows = await recordsOf(call.db, await search(call.db, q))
      return rows.map(({ person, kind, name, email, phone }) => ({
        person: `person.${person}`,
        name,
        email,
        phone,
        has_account: kind === 'user',
      }))
    },

    /** Returns all details of the person whom a record names. @throws AppError NOT_FOUND */
    async require(call: Call, person: string): Promise<Subject> {
      const subject = await findSubject(call.db, person)
      if (subject.persons.length === 0) throw unknown()
      return subject
    },

    /** Lists why a person cannot be erased now. */
    async blockers(call: Call, subject: Subject): Promise<ErasureBlocker[]> {
      const pendingSince = new Date(call.now.getTime() - pendingTime)
      const found = await listHindrances(call.db, subject, { now: call.now, pendingSince })
      const blockers: ErasureBlocker[] = found.map((one) => ({
        kind: one.kind,
        message: textOf(one),
        order_id: one.order_id,
      }))
      if (subject.users.includes(settings.ADMIN_POST_USER_ID)) {
        const message = 'The provider’s own posts are written in the name of this account.'
        blockers.push({ kind: 'author', message, order_id: null })
      }
      return blockers
    },

    /** Describes what erasing a person removes and keeps. @param blockers why it cannot be done now */
    async preview(
      call: Call,
      person: string,
      subject: Subject,
      blockers: ErasureBlocker[],
    ): Promise<PersonPreview> {
      const { file, ...counts } = await countPersonal(call.db, subject)
      const goes = Object.entries(counts).flatMap(([kind, count]) =>
        count > 0
          ? [{ kind: kind as PersonRecordKind, count, effect: effectOf(kind as PersonRecordKind) }]
          : [],
      )
      const rows = {
        goes,
        files: file,
        exports: await countExportFiles(call.db),
        stays: await listKeptDocuments(call.db, subject),
      }
      const { names, emails, phones } = subject
      // Details that are equally frequent have no order.
      const details = [names, emails, phones].map((texts) => texts.toSorted())
      return {
        person,
        names: names.slice(0, mostShown),
        emails: emails.slice(0, mostShown),
        phones: phones.slice(0, mostShown),
        ...rows,
        blockers,
        preview: createHash('sha256')
          .update(JSON.stringify([person, details, rows]))
          .digest('hex'),
      }
    },

    /** Returns everything about a person, and records that it was exported. @throws AppError NOT_FOUND */
    async export(
      outer: Call,
      person: string,
    ): Promise<{ file_name: string; content: Record<string, unknown> }> {
      return callInTransaction(outer, async (call) => {
        const subject = await this.require(call, person)
        const { content, incomplete } = await readEverything(call.db, subject)
        if (incomplete.length > 0) {
          throw new AppError('WRONG_STATE', `There are too many ${incomplete.join(', ')} for one file.`)
        }
        const counts = Object.entries(content).map(([kind, rows]) => [kind, rows.length])
        await recordAudit(call, {
          action: 'personal-data.export',
          entityType: 'person',
          entityId: person,
          label: null,
          after: Object.fromEntries(counts),
        })
        const { names, emails, phones } = subject
        return {
          file_name: `personal-data-${call.now.toISOString().slice(0, 10)}.json`,
          content: { exported_at: call.now.toISOString(), names, emails, phones, ...content },
        }
      })
    },
  }
}
