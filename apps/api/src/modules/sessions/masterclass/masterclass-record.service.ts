import type { Masterclass } from '@greenroom/contract/sessions/masterclass/masterclass.schema'
import type { ClashWarning, MeetingAccount } from '@greenroom/contract/sessions/meeting/meeting.schema'
import { recordAudit } from '../../../platform/audit/audit.ts'
import type { Call } from '../../../platform/call.ts'
import { findRecord, lockRecord } from '../../../platform/database/records.ts'
import type { Settings } from '../../../settings.ts'
import { type AnnouncedSession, announceSession } from '../../staff/webhook/session-announcement.service.ts'
import type { MeetingSession } from '../meeting/meeting.service.ts'
import { presentMasterclass } from './masterclass.presenter.ts'
import { findMasterclass, type MasterclassRow } from './masterclass.repository.ts'

export const changedByAnother = 'Someone else has changed this masterclass.'

/** The result of a write that may book a place: the masterclass, and the clashes as warnings (OQ-112). */
export interface BookedMasterclass {
  masterclass: Masterclass
  warnings: ClashWarning[]
}

export type MasterclassRecords = ReturnType<typeof createMasterclassRecords>

/** What reads and writes of a masterclass have in common: how it is found, and how it is presented. */
export function createMasterclassRecords(settings: Pick<Settings, 'BUSINESS_TIME_ZONE'>) {
  const present = (row: MasterclassRow) => presentMasterclass(row, settings.BUSINESS_TIME_ZONE)
  return {
    present,

    /** @throws AppError NOT_FOUND */
    async read(call: Call, id: string): Promise<Masterclass> {
      return present(await findRecord(call, findMasterclass, id, 'masterclass'))
    },

    /** Returns the row, locked until the transaction ends. @throws AppError NOT_FOUND */
    locked: (call: Call, id: string) => lockRecord(call, 'masterclass', findMasterclass, id, 'masterclass'),
  }
}

/** Writes the audit entry of a change and announces it. */
export async function auditMasterclass(
  call: Call,
  action: 'create' | 'duplicate' | 'update' | 'publish' | 'activate' | 'deactivate',
  before: Masterclass | null,
  after: Masterclass,
  /** Further members of the entry. */
  beside: { copied_from?: string } = {},
) {
  await recordAudit(call, {
    action: `masterclass.${action}`,
    entityType: 'masterclass',
    entityId: after._id,
    label: after.title,
    before: before && auditMembers(before),
    after: { ...auditMembers(after), ...beside },
  })
  await announceSession(call, 'masterclass', before && announced(before), announced(after))
}

/** Returns the meeting that a masterclass is published through. */
export function sessionOf(masterclass: Masterclass): MeetingSession {
  return {
    ownerId: masterclass._id,
    kind: 'masterclass',
    account: masterclass.zoom_hub_name as MeetingAccount,
    title: masterclass.title,
    start: new Date(masterclass.start_time),
    end: new Date(masterclass.end_time),
  }
}

/** Members see an active masterclass. */
function announced(masterclass: Masterclass): AnnouncedSession {
  return { ...masterclass, isVisible: masterclass.is_active }
}

function auditMembers({
  creator_id,
  start_time_format_string: _,
  registrations_count: __,
  ...members
}: Masterclass) {
  return { ...members, creator_id: creator_id._id }
}
