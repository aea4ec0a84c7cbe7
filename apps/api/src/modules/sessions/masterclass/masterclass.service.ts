import { dayIn, nextWeekly, startOfDay } from '@greenroom/contract/calendar-day'
import { copiedTitle } from '@greenroom/contract/field'
import type { GroupCounts } from '@greenroom/contract/list'
import type {
  MasterclassChanges,
  NewMasterclass,
} from '@greenroom/contract/sessions/masterclass/masterclass.endpoints'
import {
  type MasterclassGroup,
  timesBeforeToday,
} from '@greenroom/contract/sessions/masterclass/masterclass.rules'
import {
  type ListedMasterclass,
  type Masterclass,
  titleLength,
} from '@greenroom/contract/sessions/masterclass/masterclass.schema'
import type { ClashWarning, MeetingAccount } from '@greenroom/contract/sessions/meeting/meeting.schema'
import type { SessionCopies } from '@greenroom/contract/sessions/session-copy/session-copy.schema'
import { AppError, invalid } from '../../../platform/app-error.ts'
import { recordAudit } from '../../../platform/audit/audit.ts'
import { type Call, callInTransaction } from '../../../platform/call.ts'
import { priceColumns } from '../../../platform/database/price-columns.ts'
import { isRecordId, newId } from '../../../platform/database/record-id.ts'
import { differs, findRecord, lockRecord, refuseStale } from '../../../platform/database/records.ts'
import type { Files } from '../../../platform/files/files.ts'
import type { SpooledFile } from '../../../platform/files/spool.ts'
import type { Settings } from '../../../settings.ts'
import { countCoupons } from '../../money/coupon/coupon-count.service.ts'
import { salesOf } from '../../money/transaction/sales.service.ts'
import { type AnnouncedSession, announceSession } from '../../staff/webhook/session-announcement.service.ts'
import type { CreatorService } from '../creator/creator.service.ts'
import type { MeetingService, MeetingSession } from '../meeting/meeting.service.ts'
import { refuseCopies } from '../meeting/session-copies.service.ts'
import { presentMasterclass } from './masterclass.presenter.ts'
import {
  countGroups,
  findMasterclass,
  findMasterclasses,
  insertMasterclass,
  listMasterclasses,
  type MasterclassRow,
  type MasterclassValues,
  updateMasterclass,
} from './masterclass.repository.ts'

/** The result of a write that may book a place: the masterclass, and the clashes as warnings (OQ-112). */
interface Booked {
  masterclass: Masterclass
  warnings: ClashWarning[]
}

const changedByAnother = 'Someone else has changed this masterclass.'

export type MasterclassService = ReturnType<typeof createMasterclassService>

/** Masterclasses: drafts that are edited and published through a meeting account. */
export function createMasterclassService({
  creators,
  meetings,
  files,
  settings,
}: {
  creators: CreatorService
  meetings: MeetingService
  files: Files
  settings: Pick<Settings, 'BUSINESS_TIME_ZONE'>
}) {
  const present = (row: MasterclassRow) => presentMasterclass(row, settings.BUSINESS_TIME_ZONE)

  function refuseTimesBeforeToday(
    times: { start_time?: string | undefined; end_time?: string | undefined },
    now: Date,
  ): void {
    const zone = settings.BUSINESS_TIME_ZONE
    const errors = timesBeforeToday(times, startOfDay(dayIn(now, zone), zone))
    if (errors.length > 0) throw invalid(errors)
  }

  const locked = (call: Call, id: string) =>
    lockRecord(call, 'masterclass', findMasterclass, id, 'masterclass')

  async function read(call: Call, id: string): Promise<Masterclass> {
    return present(await findRecord(call, findMasterclass, id, 'masterclass'))
  }

  async function audited(
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

  /** Makes a draft of a masterclass at another time. Its banner is a file of its own. */
  async function copied(
    call: Call,
    row: MasterclassRow,
    changes: { title?: string; start_time: Date; zoom_hub_name?: MeetingAccount | undefined },
  ): Promise<Masterclass> {
    const id = newId()
    const banner = row.banner_key && (await files.copy(call.db, row.banner_key, id))
    const length = row.end_time.getTime() - row.start_time.getTime()
    const values: MasterclassValues = {
      title: changes.title ?? row.title,
      description: row.description,
      banner_key: banner ? banner.key : null,
      start_time: changes.start_time,
      end_time: new Date(changes.start_time.getTime() + length),
      creator_id: row.creator_id,
      zoom_hub_name: changes.zoom_hub_name ?? row.zoom_hub_name,
      attendance_type: row.attendance_type,
      is_attach_to_superclass: row.is_attach_to_superclass,
      original_price_usd: row.original_price_usd,
      current_price_usd: row.current_price_usd,
      original_price_inr: row.original_price_inr,
      current_price_inr: row.current_price_inr,
      links: row.links,
    }
    await insertMasterclass(call.db, { id, now: call.now, values })
    const copy = await read(call, id)
    await audited(call, 'duplicate', null, copy, { copied_from: row.id })
    return copy
  }

  return {
    /** Lists masterclasses of a group, or all, with what is counted for each. */
    async list(
      call: Call,
      query: {
        status?: MasterclassGroup | undefined
        search?: string | undefined
        begins?: 'day' | undefined
        limit: number
        offset: number
      },
    ): Promise<ListedMasterclass[]> {
      const { begins, ...filter } = query
      const rows = await listMasterclasses(call.db, {
        ...filter,
        isDueDraft: begins === 'day',
        now: call.now,
      })
      const ids = rows.map((row) => row.id)
      const [coupons, sales] = await Promise.all([countCoupons(call, ids), salesOf(call, ids)])
      return rows.map((row) => ({
        ...present(row),
        coupons_count: coupons.get(row.id) ?? 0,
        sales: sales.get(row.id) ?? [],
      }))
    },

    /** Counts the masterclasses of each group that a search finds. */
    countGroups: (call: Call, search: string | undefined): Promise<GroupCounts> =>
      countGroups(call.db, { search, now: call.now }),

    /** @throws AppError NOT_FOUND */
    get: read,

    /** Tells whether a masterclass exists. */
    async exists(call: Call, id: string): Promise<boolean> {
      return isRecordId(id) && (await findMasterclass(call.db, id)) !== undefined
    },

    /** Returns titles, starts and prices of several masterclasses by id. */
    async priced(
      call: Call,
      ids: readonly string[],
    ): Promise<Map<string, Pick<Masterclass, 'title' | 'start_time' | 'prices'>>> {
      const rows = await findMasterclasses(call.db, ids)
      return new Map(
        rows.map((row) => {
          const { title, start_time, prices } = present(row)
          return [row.id, { title, start_time, prices }]
        }),
      )
    },

    /**
     * Creates a draft.
     * @throws AppError VALIDATION for a time before today, NOT_FOUND for an unknown creator
     */
    async create(call: Call, form: NewMasterclass, banner: SpooledFile | undefined): Promise<Masterclass> {
      refuseTimesBeforeToday(form, call.now)
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
        is_attach_to_superclass: form.is_attach_to_superclass ?? false,
        ...priceColumns(form.prices),
        links: form.links ?? [],
      }
      await insertMasterclass(call.db, { id, now: call.now, values })
      const made = await read(call, id)
      await audited(call, 'create', null, made)
      return made
    },

    /**
     * Copies a masterclass to a draft at the same weekday and time, at least a week later (OQ-188). Coupons stay with
     * the original.
     * @throws AppError NOT_FOUND
     */
    async duplicate(call: Call, id: string): Promise<Masterclass> {
      const row = await findRecord(call, findMasterclass, id, 'masterclass')
      const title = copiedTitle(row.title, titleLength)
      return copied(call, row, {
        title,
        start_time: nextWeekly(row.start_time, call.now, settings.BUSINESS_TIME_ZONE),
      })
    },

    /**
     * Copies a masterclass to a draft on each date, with the length and the title of the original (OQ-513).
     * @throws AppError NOT_FOUND; VALIDATION with every refused date, and then no copy is made
     */
    async copyToDates(call: Call, id: string, copies: SessionCopies): Promise<Masterclass[]> {
      const row = await findRecord(call, findMasterclass, id, 'masterclass')
      refuseCopies(call, copies, row.zoom_hub_name)
      const made: Masterclass[] = []
      for (const { start_time, zoom_hub_name } of copies) {
        made.push(await copied(call, row, { start_time: new Date(start_time), zoom_hub_name }))
      }
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
    ): Promise<Booked> {
      const row = await locked(call, id)
      const before = present(row)
      refuseStale(call.expectedVersion, before, changedByAnother)
      const changesTime = (time: string | undefined, stored: Date) =>
        time !== undefined && Date.parse(time) !== stored.getTime() ? time : undefined
      const start_time = changesTime(form.start_time, row.start_time)
      const end_time = changesTime(form.end_time, row.end_time)
      refuseTimesBeforeToday({ start_time, end_time }, call.now)
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
        is_attach_to_superclass: form.is_attach_to_superclass,
        ...(form.prices ? priceColumns(form.prices) : {}),
        links: form.links,
      })
      if (!differs(values, row)) return { masterclass: before, warnings: [] }
      await updateMasterclass(call.db, id, { ...values, now: call.now })
      if (banner_key !== undefined && row.banner_key) await files.release(call.db, row.banner_key)
      const after = await read(call, id)
      const warnings = await meetings.change(call, sessionOf(after))
      await audited(call, 'update', before, after)
      return { masterclass: after, warnings }
    },

    /**
     * Publishes: stores the intent, creates the meeting, then marks the masterclass published. Publishing a published
     * one changes nothing.
     * @throws AppError STALE with the current record; WRONG_STATE if it has started or moved to another account, MEETING_CLASH if the setting
     * refuses clashes, MEETING_PROVIDER; it then stays a draft
     */
    async publish(call: Call, id: string): Promise<Booked> {
      const requested = await callInTransaction(call, async (call) => {
        const row = await locked(call, id)
        if (row.is_active) return null
        refuseStale(call.expectedVersion, present(row), changedByAnother)
        if (row.start_time < call.now) {
          throw new AppError('WRONG_STATE', 'This masterclass has already begun.')
        }
        return { warnings: await meetings.request(call, sessionOf(present(row))) }
      })
      if (!requested) return { masterclass: await read(call, id), warnings: [] }
      await meetings.make(call, id)
      const markPublished = async (call: Call) => {
        const row = await locked(call, id)
        if (row.is_active) return present(row)
        // The meeting was created on the account of that time. Clashes on another account have not been checked.
        if (!(await meetings.isMade(call, sessionOf(present(row))))) {
          throw new AppError('WRONG_STATE', 'The Zoom account has changed. Publish again.')
        }
        await updateMasterclass(call.db, id, { is_active: true, now: call.now })
        await meetings.book(call, id)
        const after = await read(call, id)
        await audited(call, 'publish', present(row), after)
        return after
      }
      const masterclass = await meetings.finish(() => callInTransaction(call, markPublished))
      return { masterclass, warnings: requested.warnings }
    },

    /**
     * Toggles whether a masterclass is published, or sets it to a target (OQ-029).
     * @throws AppError WRONG_STATE if it would be activated without a meeting on its account (publishing creates
     * one); MEETING_CLASH if it would be activated over another session and the setting refuses clashes
     */
    async setStatus(call: Call, id: string, target: boolean | undefined): Promise<Booked> {
      const row = await locked(call, id)
      refuseStale(call.expectedVersion, present(row), changedByAnother)
      const isActive = target ?? !row.is_active
      if (isActive === row.is_active) return { masterclass: present(row), warnings: [] }
      let warnings: ClashWarning[] = []
      if (isActive) {
        const session = sessionOf(present(row))
        if (!(await meetings.isMade(call, session)))
          throw new AppError('WRONG_STATE', 'Publish the masterclass first')
        warnings = await meetings.request(call, session)
        await meetings.book(call, id)
      } else {
        await meetings.unbook(call, id)
      }
      await updateMasterclass(call.db, id, { is_active: isActive, now: call.now })
      const after = await read(call, id)
      await audited(call, isActive ? 'activate' : 'deactivate', present(row), after)
      return { masterclass: after, warnings }
    },
  }
}

function sessionOf(masterclass: Masterclass): MeetingSession {
  return {
    ownerId: masterclass._id,
    kind: 'masterclass',
    account: masterclass.zoom_hub_name as MeetingAccount,
    title: masterclass.title,
    start: new Date(masterclass.start_time),
    end: new Date(masterclass.end_time),
  }
}

/** Drops the members that an edit does not have. */
function defined<T extends Record<string, unknown>>(
  values: T,
): { [K in keyof T]?: Exclude<T[K], undefined | ''> } {
  return Object.fromEntries(Object.entries(values).filter(([, value]) => value !== undefined)) as {
    [K in keyof T]?: Exclude<T[K], undefined | ''>
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
