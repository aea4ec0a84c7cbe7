import {
  type Erasure,
  type PersonPreview,
  personalDataMessages,
} from '@greenroom/contract/people/person/personal-data.schema'
import { AppError, invalid } from '../../../platform/app-error.ts'
import { recordAudit } from '../../../platform/audit/audit.ts'
import type { Call } from '../../../platform/call.ts'
import { newId } from '../../../platform/database/record-id.ts'
import { findRecord } from '../../../platform/database/records.ts'
import { presentErasure } from './erasure.presenter.ts'
import {
  anchorsOf,
  findErasure,
  findOpenErasure,
  insertErasure,
  listErasures,
  lockErasures,
} from './erasure.repository.ts'
import { enqueueErasure } from './erasure-run.service.ts'
import type { PersonService } from './person.service.ts'
import type { Subject } from './person-subject.ts'

const underWay = 'This person is being erased right now.'

/** What staff ask for: a preview, and an erasure that a job does. */
export function createErasureService({
  people,
}: {
  people: Pick<PersonService, 'require' | 'blockers' | 'preview'>
}) {
  return {
    /**
     * Describes what erasing a person removes and keeps, and why it cannot be done now.
     * @throws AppError NOT_FOUND
     */
    async preview(call: Call, person: string): Promise<PersonPreview> {
      const subject = await people.require(call, person)
      const blockers = await people.blockers(call, subject)
      if (await findOpenErasure(call.db, await anchorsOf(call.db, subject))) {
        blockers.push({ kind: 'open-erasure', message: underWay, order_id: null })
      }
      return people.preview(call, person, subject, blockers)
    },

    /**
     * Starts to erase a person.
     * @param confirmation the person's name or e-mail address; an id of the person or of an account for somebody without both
     * @param preview what the person was shown; undefined accepts anything
     * @throws AppError NOT_FOUND, VALIDATION for a wrong confirmation, WRONG_STATE if it cannot be done now, STALE with
     * the current preview if it differs
     */
    async create(
      call: Call,
      {
        person,
        confirmation,
        preview,
      }: { person: string; confirmation: string; preview?: string | undefined },
    ): Promise<Erasure> {
      await lockErasures(call.db)
      const subject = await people.require(call, person)
      if (!isConfirmed(subject, confirmation)) {
        throw invalid([{ path: 'confirmation', message: personalDataMessages.wrongConfirmation }])
      }
      const anchors = await anchorsOf(call.db, subject)
      if (await findOpenErasure(call.db, anchors)) {
        throw new AppError('WRONG_STATE', underWay)
      }
      const [blocker] = await people.blockers(call, subject)
      if (blocker) throw new AppError('WRONG_STATE', blocker.message)
      if (preview !== undefined) {
        const current = await people.preview(call, person, subject, [])
        if (current.preview !== preview) {
          throw new AppError('STALE', personalDataMessages.previewChanged, { data: current })
        }
      }
      const id = newId()
      await insertErasure(call.db, {
        id,
        requested_by: call.actor.email,
        requested_by_id: call.actor.id,
        requested_at: call.now,
        anchors,
        subject,
      })
      await enqueueErasure(call.db, id)
      await recordAudit(call, {
        action: 'personal-data.erase',
        entityType: 'erasure',
        entityId: id,
        label: null,
        after: {},
      })
      return presentErasure(await findRecord(call, findErasure, id, 'erasure'))
    },

    /** Lists erasures, the newest first. */
    async list(call: Call, { limit }: { limit: number }): Promise<Erasure[]> {
      return (await listErasures(call.db, limit)).map(presentErasure)
    },

    /** @throws AppError NOT_FOUND */
    async get(call: Call, id: string): Promise<Erasure> {
      return presentErasure(await findRecord(call, findErasure, id, 'erasure'))
    },
  }
}

/** Ignores case and the amount of white space. */
function isConfirmed({ names, emails, users, persons }: Subject, confirmation: string): boolean {
  const known = names.length + emails.length > 0 ? [...names, ...emails] : [...users, ...persons]
  return known.some((text) => comparable(text) === comparable(confirmation))
}

function comparable(text: string): string {
  return text.normalize('NFC').trim().replace(/\s+/g, ' ').toLowerCase()
}
