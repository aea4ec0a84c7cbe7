import { type ConsentSource, consentMessages, type SentConsent } from '@greenroom/contract/consent'
import { intakeClockSkew } from '@greenroom/contract/intake-batch'
import type { ConsentEntry, NewConsent } from '@greenroom/contract/people/person/consent.schema'
import { AppError, invalid } from '../../../platform/app-error.ts'
import { recordAudit, recordAudits } from '../../../platform/audit/audit.ts'
import type { Call } from '../../../platform/call.ts'
import { announce } from '../../../platform/webhooks/announce.ts'
import { presentEntry } from './consent.presenter.ts'
import {
  findConsentAt,
  insertConsentOfStaff,
  insertToldConsents,
  listConsentsOf,
  type ToldConsent,
} from './consent.repository.ts'
import type { PersonPageService } from './person-page.service.ts'

const mostListed = 200

type RecordSource = Exclude<ConsentSource, 'staff'>

/** How the history names a person by the record that told a consent. */
const anchors: Record<RecordSource, string> = {
  account: 'user',
  order: 'order',
  registration: 'registration',
  booking: 'lead',
}

/**
 * Adds what stored records tell of consents (OQ-736). The records must be stored: their rows say whose they are. What is
 * stored already, and what is about an erased person, adds nothing.
 * @returns the ids of records that told something new
 */
export async function storeTold(
  call: Call,
  source: RecordSource,
  records: readonly { id: string; consents?: readonly SentConsent[] | undefined }[],
): Promise<Set<string>> {
  const told = records.flatMap(({ id, consents = [] }) =>
    consents.map(
      ({ purpose, channel, given, at, text }): ToldConsent => ({
        record_id: id,
        purpose,
        channel,
        is_given: given,
        at: new Date(at),
        agreed_to: text ?? null,
      }),
    ),
  )
  const added = await insertToldConsents(call.db, source, told)
  await recordAudits(
    call,
    added.map(({ record_id, purpose, channel, is_given, at }) => ({
      action: 'person.consent' as const,
      entityType: 'person' as const,
      entityId: `${anchors[source]}.${record_id}`,
      label: null,
      after: { purpose, channel, is_given, at: at.toISOString() },
    })),
  )
  return new Set(added.map(({ record_id }) => record_id))
}

/** What a person agreed to, as their page shows it (OQ-736). */
export function createConsents({ pages }: { pages: Pick<PersonPageService, 'find'> }) {
  return {
    /** Lists the history, the latest first. @throws AppError NOT_FOUND */
    async list(call: Call, key: string): Promise<ConsentEntry[]> {
      const { subject } = await pages.find(call, key)
      return (await listConsentsOf(call.db, subject, mostListed)).map(presentEntry)
    },

    /**
     * Adds what a person told staff.
     * @throws AppError VALIDATION for a time in the future, NOT_FOUND
     */
    async add(call: Call, key: string, { reason, ...sent }: NewConsent): Promise<ConsentEntry> {
      const consent = { ...sent, at: new Date(sent.at) }
      if (consent.at.getTime() > call.now.getTime() + intakeClockSkew) {
        throw invalid([{ path: 'at', message: consentMessages.future }])
      }
      const { subject, person, accounts } = await pages.find(call, key)
      const [person_id = ''] = subject.persons
      const isNew = await insertConsentOfStaff(call.db, {
        ...consent,
        person_id,
        note: reason,
        recorded_by: call.actor.email,
        recorded_at: call.now,
      })
      const stored = await findConsentAt(call.db, subject, consent)
      // An erasure has just begun.
      if (!stored) throw new AppError('NOT_FOUND', 'This person does not exist, or was erased')
      if (!isNew) return presentEntry(stored)
      const { purpose, channel, is_given } = consent
      const at = consent.at.toISOString()
      // Without name and reason, which an erasure would have to find here as well.
      await recordAudit(call, {
        action: 'person.consent',
        entityType: 'person',
        entityId: person,
        label: null,
        after: { purpose, channel, is_given, at },
      })
      for (const { id } of accounts) {
        const data = { user_id: id, purpose, channel, given: is_given, at }
        await announce(call, { event: 'person.consent', record: { type: 'user', id }, data })
      }
      return presentEntry(stored)
    },
  }
}
