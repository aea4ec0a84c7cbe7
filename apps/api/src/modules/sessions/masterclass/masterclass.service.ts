import { dayIn, startOfDay } from '@greenroom/contract/calendar-day'
import type {
  MasterclassChanges,
  NewMasterclass,
} from '@greenroom/contract/sessions/masterclass/masterclass.endpoints'
import type { Masterclass } from '@greenroom/contract/sessions/masterclass/masterclass.schema'
import { timesBeforeToday } from '@greenroom/contract/sessions/masterclass/masterclass-times.rules'
import { AppError, invalid } from '../../../platform/app-error.ts'
import type { Call } from '../../../platform/call.ts'
import { priceColumns } from '../../../platform/database/price-columns.ts'
import { newId } from '../../../platform/database/record-id.ts'
import { differs, refuseStale } from '../../../platform/database/records.ts'
import type { Files } from '../../../platform/files/files.ts'
import type { SpooledFile } from '../../../platform/files/spool.ts'
import type { Settings } from '../../../settings.ts'
import type { CreatorService } from '../creator/creator.service.ts'
import type { MeetingService } from '../meeting/meeting.service.ts'
import { insertMasterclass, type MasterclassValues, updateMasterclass } from './masterclass.repository.ts'
import {
  auditMasterclass,
  type BookedMasterclass,
  changedByAnother,
  type MasterclassRecords,
  sessionOf,
} from './masterclass-record.service.ts'

/** Creates and edits masterclasses. */
export function createMasterclassService({
  records: { present, read, locked },
  creators,
  meetings,
  files,
  settings,
}: {
  records: MasterclassRecords
  creators: CreatorService
  meetings: MeetingService
  files: Files
  settings: Pick<Settings, 'BUSINESS_TIME_ZONE'>
}) {
  const timeZone = settings.BUSINESS_TIME_ZONE
  return {
    /**
     * Creates a draft.
     * @throws AppError VALIDATION for a time before today, NOT_FOUND for an unknown creator
     */
    async create(call: Call, form: NewMasterclass, banner: SpooledFile | undefined): Promise<Masterclass> {
      refuseTimesBeforeToday(form, call.now, timeZone)
      await creators.requireCreator(call, form.creator_id)
      const id = newId()
      const banner_key = banner ? (await files.keep(call.db, banner, id)).key : null
      const values: MasterclassValues = {
        title: form.title,
        description: form.description ?? '',
        banner_key,
        start_time: new Date(form.start_time),
        end_time: new Date(form.end_time),
        creator_id: form.creator_id,
        zoom_hub_name: form.zoom_hub_name,
        attendance_type: form.attendance_type,
        venue_state: form.attendance_type === 'virtual' ? null : (form.venue_state ?? null),
        is_attach_to_superclass: form.is_attach_to_superclass ?? false,
        ...priceColumns(form.prices),
        links: form.links ?? [],
      }
      await insertMasterclass(call.db, { id, now: call.now, values })
      const made = await read(call, id)
      await auditMasterclass(call, 'create', null, made)
      return made
    },

    /**
     * Changes the given fields. "Minimum today" is checked only for a time that changes (OQ-034). If nothing changes,
     * version and audit log stay.
     * @throws AppError STALE with the current record, VALIDATION, NOT_FOUND; WRONG_STATE for moving a published one
     * to another account; MEETING_CLASH for moving it in time onto another session if the setting refuses clashes
     */
    async update(
      call: Call,
      id: string,
      form: MasterclassChanges,
      banner: SpooledFile | undefined,
    ): Promise<BookedMasterclass> {
      const row = await locked(call, id)
      const before = present(row)
      refuseStale(call.expectedVersion, before, changedByAnother)
      const changesTime = (time: string | undefined, stored: Date) =>
        time !== undefined && Date.parse(time) !== stored.getTime() ? time : undefined
      const start_time = changesTime(form.start_time, row.start_time)
      const end_time = changesTime(form.end_time, row.end_time)
      refuseTimesBeforeToday({ start_time, end_time }, call.now, timeZone)
      if (form.creator_id !== undefined && form.creator_id !== row.creator_id)
        await creators.requireCreator(call, form.creator_id)
      if (row.is_active && form.zoom_hub_name !== undefined && form.zoom_hub_name !== row.zoom_hub_name) {
        const message = 'Deactivate the masterclass before moving it to another Zoom account'
        throw new AppError('WRONG_STATE', message, { errors: [{ path: 'zoom_hub_name', message }] })
      }
      const banner_key = banner
        ? (await files.keep(call.db, banner, id)).key
        : form.remove_banner
          ? null
          : undefined
      const values = defined({
        title: form.title,
        description: form.description,
        banner_key,
        start_time: start_time && new Date(start_time),
        end_time: end_time && new Date(end_time),
        creator_id: form.creator_id,
        zoom_hub_name: form.zoom_hub_name,
        attendance_type: form.attendance_type,
        // A virtual one has no venue.
        venue_state: (form.attendance_type ?? row.attendance_type) === 'virtual' ? null : form.venue_state,
        is_attach_to_superclass: form.is_attach_to_superclass,
        ...(form.prices ? priceColumns(form.prices) : {}),
        links: form.links,
      })
      if (!differs(values, row)) return { masterclass: before, warnings: [] }
      await updateMasterclass(call.db, id, { ...values, now: call.now })
      if (banner_key !== undefined && row.banner_key) await files.release(call.db, row.banner_key)
      const after = await read(call, id)
      const warnings = await meetings.change(call, sessionOf(after))
      await auditMasterclass(call, 'update', before, after)
      return { masterclass: after, warnings }
    },
  }
}

function refuseTimesBeforeToday(
  times: { start_time?: string | undefined; end_time?: string | undefined },
  now: Date,
  timeZone: string,
): void {
  const errors = timesBeforeToday(times, startOfDay(dayIn(now, timeZone), timeZone))
  if (errors.length > 0) throw invalid(errors)
}

/** Drops the members that an edit does not have. */
function defined<T extends Record<string, unknown>>(
  values: T,
): { [K in keyof T]?: Exclude<T[K], undefined | ''> } {
  return Object.fromEntries(Object.entries(values).filter(([, value]) => value !== undefined)) as {
    [K in keyof T]?: Exclude<T[K], undefined | ''>
  }
}
