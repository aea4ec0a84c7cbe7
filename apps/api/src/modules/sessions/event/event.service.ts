import { nextWeekly } from '@greenroom/contract/calendar-day'
import type { FieldError } from '@greenroom/contract/error'
import { copiedTitle } from '@greenroom/contract/field'
import type { GroupCounts } from '@greenroom/contract/list'
import type { EventChanges, NewEvent } from '@greenroom/contract/sessions/event/event.endpoints'
import { eventErrors, ticketErrors } from '@greenroom/contract/sessions/event/event.rules'
import {
  type Event,
  type EventPrice,
  eventMessages,
  type eventModes,
  eventTitleLength,
} from '@greenroom/contract/sessions/event/event.schema'
import type { ClashWarning, MeetingAccount } from '@greenroom/contract/sessions/meeting/meeting.schema'
import type { SessionCopies } from '@greenroom/contract/sessions/session-copy/session-copy.schema'
import { AppError, invalid } from '../../../platform/app-error.ts'
import { recordAudit } from '../../../platform/audit/audit.ts'
import { type Call, callInTransaction } from '../../../platform/call.ts'
import { isCheckViolation } from '../../../platform/database/database-errors.ts'
import { newId } from '../../../platform/database/record-id.ts'
import { differs, findRecord, lockRecord, refuseStale } from '../../../platform/database/records.ts'
import { type Files, keyOfUrl } from '../../../platform/files/files.ts'
import type { SpooledFile } from '../../../platform/files/spool.ts'
import type { Settings } from '../../../settings.ts'
import { type AnnouncedSession, announceSession } from '../../staff/webhook/session-announcement.service.ts'
import type { CreatorService } from '../creator/creator.service.ts'
import type { MeetingService, MeetingSession } from '../meeting/meeting.service.ts'
import { refuseCopies } from '../meeting/session-copies.service.ts'
import { presentEvent } from './event.presenter.ts'
import {
  countGroups,
  type EventRow,
  type EventValues,
  findEvent,
  insertEvent,
  listEvents,
  updateEvent,
} from './event.repository.ts'

/** The uploaded images of a form by field. */
type EventPictures = Partial<Record<PictureField, SpooledFile[]>>

type PictureField = 'banner' | 'ticket_banner' | 'post_event_banner'
const pictureFields = ['banner', 'ticket_banner', 'post_event_banner'] as const

/** The result of a write that may book a place: the event, and the clashes as warnings (OQ-112). */
interface Booked {
  event: Event
  warnings: ClashWarning[]
}

/** The first step of publishing: either done, or waiting for a meeting, with the clashes as warnings. */
type Requested = { event: Event } | { warnings: ClashWarning[] }

/** Events and webinars: one entity. Webinars are published through a meeting account. */
export function createEventService({
  creators,
  meetings,
  files,
  publicUrl,
  settings,
}: {
  creators: CreatorService
  meetings: MeetingService
  files: Files
  /** Base URL of uploaded files in browsers; a form names a kept image by its path or its whole URL. */
  publicUrl: string
  settings: Pick<Settings, 'BUSINESS_TIME_ZONE'>
}) {
  const locked = (call: Call, id: string) => lockRecord(call, 'event', findEvent, id, 'event')

  async function read(call: Call, id: string): Promise<Event> {
    return presentEvent(await findRecord(call, findEvent, id, 'event'))
  }

  /** Stores uploaded images. An empty field removes its image; every other field keeps it. */
  async function keepPictures(
    call: Call,
    id: string,
    form: EventChanges,
    pictures: EventPictures,
  ): Promise<Partial<Pick<EventValues, `${PictureField}_key`>>> {
    const keys: Partial<Record<`${PictureField}_key`, string | null>> = {}
    for (const field of pictureFields) {
      const picture = pictures[field]?.[0]
      if (picture) keys[`${field}_key`] = (await files.keep(call.db, picture, id)).key
      else if (form[field] === '') keys[`${field}_key`] = null
    }
    return keys
  }

  async function audited(
    call: Call,
    action: 'create' | 'duplicate' | 'update' | 'publish',
    before: Event | null,
    after: Event,
    /** Further members of the entry. */
    beside: { copied_from?: string } = {},
  ) {
    await recordAudit(call, {
      action: `event.${action}`,
      entityType: 'event',
      entityId: after._id,
      label: after.title,
      before: before && auditMembers(before),
      after: { ...auditMembers(after), ...beside },
    })
    const kind = after.event_type === 'ONLINE' ? 'webinar' : 'event'
    await announceSession(call, kind, before && announced(before), announced(after))
  }

  /** Makes an unpublished copy at another time. Its pictures are files of its own, and nothing of it is sold. */
  async function copied(
    call: Call,
    row: EventRow,
    changes: { title?: string; start_time: Date; zoom_hub_name?: MeetingAccount | undefined },
  ): Promise<Event> {
    const id = newId()
    const copiedFile = async (key: string | null) =>
      key === null ? null : ((await files.copy(call.db, key, id))?.key ?? null)
    const length = row.end_time.getTime() - row.start_time.getTime()
    const values: EventValues = {
      ...changed({ ...row, discount_percentage: presentEvent(row).discount.percentage }, {}),
      title: changes.title ?? row.title,
      banner_key: await copiedFile(row.banner_key),
      ticket_banner_key: await copiedFile(row.ticket_banner_key),
      post_event_banner_key: null,
      start_time: changes.start_time,
      end_time: new Date(changes.start_time.getTime() + length),
      // An event has no meeting account.
      zoom_hub_name: row.event_type === 'ONLINE' ? (changes.zoom_hub_name ?? row.zoom_hub_name) : null,
      total_tickets_sold: 0,
      sold_out: false,
      is_active: true,
      is_published: false,
    }
    await insertEvent(call.db, { id, now: call.now, values })
    const copy = await read(call, id)
    await audited(call, 'duplicate', null, copy, { copied_from: row.id })
    return copy
  }

  return {
    /** Lists events by start time: of a kind, for members only, or all (OQ-060, OQ-066). */
    async list(
      call: Call,
      query: {
        event_type?: (typeof eventModes)[number] | undefined
        sort_by: '1' | '-1'
        begins?: 'day' | undefined
        limit: number
        offset: number
      },
    ): Promise<Event[]> {
      const { event_type: mode, sort_by, begins, limit, offset } = query
      const direction = sort_by === '1' ? 'asc' : 'desc'
      const dueDraftAt = begins && call.now
      return (await listEvents(call.db, { mode, direction, dueDraftAt, limit, offset })).map(presentEvent)
    },

    /** Counts the events of a kind in each group. */
    countGroups: (call: Call, mode: (typeof eventModes)[number] | undefined): Promise<GroupCounts> =>
      countGroups(call.db, mode, call.now),

    /** Lists the events of the creator with this e-mail address, the latest first (OQ-062). */
    async listOf(
      call: Call,
      creatorEmail: string,
      page: { limit: number; offset: number },
    ): Promise<Event[]> {
      return (await listEvents(call.db, { creatorEmail, direction: 'desc', ...page })).map(presentEvent)
    },

    /** @throws AppError NOT_FOUND */
    get: read,

    /**
     * Creates an active event (EVT-11). An offline event is published at once (EVT-10), a webinar is a draft.
     * @throws AppError VALIDATION with every refused field, NOT_FOUND for an unknown creator
     */
    async create(call: Call, form: NewEvent, pictures: EventPictures): Promise<Event> {
      const { is_active: _, is_published: __, ...fields } = form
      const blank = newEvent(form)
      const values = changed(blank, fields)
      refuse([...eventErrors(values, 'create'), ...unknownPictures(form, pictures, blank, publicUrl)])
      if (values.creator_id !== null) await creators.requireCreator(call, values.creator_id)
      const id = newId()
      const keys = await keepPictures(call, id, form, pictures)
      await insertEvent(call.db, { id, now: call.now, values: { ...values, ...keys } }).catch(
        refuseTickets(true),
      )
      const made = await read(call, id)
      await audited(call, 'create', null, made)
      return made
    },

    /**
     * Copies an event or webinar at the same weekday and time, at least a week later. The copy is active but not
     * published, nothing of it is sold, and the post event banner stays with the original (OQ-188).
     * @throws AppError NOT_FOUND
     */
    async duplicate(call: Call, id: string): Promise<Event> {
      const row = await findRecord(call, findEvent, id, 'event')
      return copied(call, row, {
        title: copiedTitle(row.title, eventTitleLength),
        start_time: nextWeekly(row.start_time, call.now, settings.BUSINESS_TIME_ZONE),
      })
    },

    /**
     * Copies an event or webinar to an unpublished one on each date, with the length and the title of the original
     * (OQ-513).
     * @throws AppError NOT_FOUND; VALIDATION with every refused date, and then no copy is made
     */
    async copyToDates(call: Call, id: string, copies: SessionCopies): Promise<Event[]> {
      const row = await findRecord(call, findEvent, id, 'event')
      refuseCopies(call, copies, row.zoom_hub_name)
      const made: Event[] = []
      for (const { start_time, zoom_hub_name } of copies) {
        made.push(await copied(call, row, { start_time: new Date(start_time), zoom_hub_name }))
      }
      return made
    },

    /**
     * Changes the given fields. The rules between fields are checked on the resulting event. If nothing changes,
     * version and audit log stay.
     * @throws AppError STALE with the current record, VALIDATION, NOT_FOUND; WRONG_STATE for another kind, for
     * publishing a webinar without a meeting, and for moving a published one to another account; MEETING_CLASH for
     * moving it in time onto another session if the setting refuses clashes
     */
    async update(call: Call, id: string, form: EventChanges, pictures: EventPictures): Promise<Booked> {
      const row = await locked(call, id)
      const before = presentEvent(row)
      refuseStale(call.expectedVersion, before, changedByAnother)
      const stored: EventValues = { ...row, discount_percentage: before.discount.percentage }
      const values = changed(stored, form)
      const soldIsEdited = values.total_tickets_sold !== row.total_tickets_sold
      refuse([
        ...eventErrors(values, 'edit', { total_tickets_sold: soldIsEdited }),
        ...takenFromWebinar(row, values),
        ...unknownPictures(form, pictures, row, publicUrl),
      ])
      refuseWrongState(form, row, values)
      if (values.creator_id !== null && values.creator_id !== row.creator_id) {
        await creators.requireCreator(call, values.creator_id)
      }
      const keys = await keepPictures(call, id, form, pictures)
      const columns: EventValues = { ...values, ...keys }
      if (!differs(columns, stored)) return { event: before, warnings: [] }
      await updateEvent(call.db, id, { ...columns, now: call.now }).catch(refuseTickets(soldIsEdited))
      for (const field of pictureFields) {
        const replaced = row[`${field}_key`]
        if (replaced !== null && keys[`${field}_key`] !== undefined) await files.release(call.db, replaced)
      }
      const after = await read(call, id)
      if (row.is_published && !after.is_published) await meetings.unbook(call, id)
      const session = sessionOf(after)
      const warnings = session ? await meetings.change(call, session) : []
      await audited(call, 'update', before, after)
      return { event: after, warnings }
    },

    /**
     * Publishes an offline event at once. For a webinar it stores the intent, creates the meeting, and then marks it
     * published. Publishing a published event changes nothing (OQ-064).
     * @throws AppError STALE with the current record, WRONG_STATE if a webinar has started or moved to another account,
     * VALIDATION if it has no account, MEETING_CLASH if the setting refuses clashes, MEETING_PROVIDER; it then stays unpublished
     */
    async publish(call: Call, id: string): Promise<Booked> {
      async function markPublished(call: Call, row: EventRow): Promise<Event> {
        await updateEvent(call.db, id, { is_published: true, now: call.now })
        const after = await read(call, id)
        await audited(call, 'publish', presentEvent(row), after)
        return after
      }

      const requested = await callInTransaction(call, async (call): Promise<Requested> => {
        const row = await locked(call, id)
        if (row.is_published) return { event: presentEvent(row) }
        refuseStale(call.expectedVersion, presentEvent(row), changedByAnother)
        if (row.event_type === 'OFFLINE') return { event: await markPublished(call, row) }
        if (row.start_time < call.now) {
          throw new AppError('WRONG_STATE', 'This webinar has already begun.')
        }
        const session = sessionOf(presentEvent(row))
        if (!session)
          throw invalid([{ path: 'zoom_hub_name', message: eventMessages.meetingAccountRequired }])
        return { warnings: await meetings.request(call, session) }
      })
      if ('event' in requested) return { event: requested.event, warnings: [] }
      await meetings.make(call, id)
      const publishWebinar = async (call: Call) => {
        const row = await locked(call, id)
        if (row.is_published) return presentEvent(row)
        // The meeting was created on the account of that time. Clashes on another account have not been checked.
        const session = sessionOf(presentEvent(row))
        if (!session || !(await meetings.isMade(call, session))) {
          throw new AppError('WRONG_STATE', 'The Zoom account has changed. Publish again.')
        }
        await meetings.book(call, id)
        return markPublished(call, row)
      }
      const event = await meetings.finish(() => callInTransaction(call, publishWebinar))
      return { event, warnings: requested.warnings }
    },
  }
}

const changedByAnother = 'Someone else has changed this event.'

/** The default values of a new event: active, and published if it is offline (EVT-10, EVT-11). */
function newEvent(form: NewEvent): EventValues {
  return {
    event_type: form.event_type,
    title: form.title,
    description: '',
    banner_key: null,
    ticket_banner_key: null,
    post_event_banner_key: null,
    start_time: new Date(form.start_time),
    end_time: new Date(form.end_time),
    location: '',
    city: '',
    venue_state: null,
    google_map_location: '',
    member_only: false,
    is_unlimited_tickets: false,
    total_tickets: null,
    total_tickets_sold: 0,
    sold_out: false,
    is_paid: false,
    is_active: true,
    is_published: form.event_type === 'OFFLINE',
    zoom_hub_name: null,
    creator_id: null,
    prices: [],
    referral_discount: [],
    discount_percentage: null,
    discount_coins: null,
  }
}

/** Applies a form to the stored columns. The type and the images stay, as does what the form omits. */
function changed(stored: EventValues, form: EventChanges): EventValues {
  const or = <T>(given: T | undefined, kept: T) => (given === undefined ? kept : given)
  return {
    event_type: stored.event_type,
    title: or(form.title, stored.title),
    description: or(form.description, stored.description),
    banner_key: stored.banner_key,
    ticket_banner_key: stored.ticket_banner_key,
    post_event_banner_key: stored.post_event_banner_key,
    start_time: form.start_time === undefined ? stored.start_time : new Date(form.start_time),
    end_time: form.end_time === undefined ? stored.end_time : new Date(form.end_time),
    location: or(form.location, stored.location),
    city: or(form.city, stored.city),
    // Only an offline event has a venue.
    venue_state: stored.event_type === 'OFFLINE' ? or(form.venue_state, stored.venue_state) : null,
    google_map_location: or(form.google_map_location, stored.google_map_location),
    member_only: or(form.member_only, stored.member_only),
    is_unlimited_tickets: or(form.is_unlimited_tickets, stored.is_unlimited_tickets),
    total_tickets: or(form.total_tickets, stored.total_tickets),
    total_tickets_sold: or(form.total_tickets_sold, stored.total_tickets_sold),
    sold_out: or(form.sold_out, stored.sold_out),
    is_paid: or(form.is_paid, stored.is_paid),
    is_active: or(form.is_active, stored.is_active),
    is_published: or(form.is_published, stored.is_published),
    zoom_hub_name: or(form.zoom_hub_name, stored.zoom_hub_name),
    creator_id: or(form.creator_id, stored.creator_id),
    prices: form.prices ? form.prices.map(storedPrice) : stored.prices,
    referral_discount: form.referral_discount ?? stored.referral_discount,
    discount_percentage: form.discount ? (form.discount.percentage ?? null) : stored.discount_percentage,
    discount_coins: form.discount ? (form.discount.coins ?? null) : stored.discount_coins,
  }
}

/** Omitted kinds of price are stored as null (EVT-04). */
function storedPrice(price: NonNullable<EventChanges['prices']>[number]): EventPrice {
  return {
    currency_code: price.currency_code,
    original_price: price.original_price ?? null,
    current_price: price.current_price,
    member_price: price.member_price ?? null,
    guest_price: price.guest_price ?? null,
  }
}

function refuse(errors: FieldError[]): void {
  if (errors.length > 0) throw invalid(errors)
}

/** A webinar cannot lose its account or its creator (WEB-03, WEB-04). */
function takenFromWebinar(row: EventRow, values: EventValues): FieldError[] {
  if (row.event_type !== 'ONLINE') return []
  const errors: FieldError[] = []
  if (row.zoom_hub_name !== null && values.zoom_hub_name === null)
    errors.push({ path: 'zoom_hub_name', message: eventMessages.meetingAccountRequired })
  if (row.creator_id !== null && values.creator_id === null)
    errors.push({ path: 'creator_id', message: eventMessages.creatorRequired })
  return errors
}

/** An image is kept by its own URL; any other text is an error. */
function unknownPictures(
  form: EventChanges,
  pictures: EventPictures,
  stored: Pick<EventValues, `${PictureField}_key`>,
  publicUrl: string,
): FieldError[] {
  return pictureFields.flatMap((field) => {
    const text = form[field]
    const key = stored[`${field}_key`]
    if (pictures[field]?.[0] || !text || (key !== null && keyOfUrl(text.trim(), publicUrl) === key)) return []
    return [{ path: field, message: 'This file is not known. Upload it again.' }]
  })
}

/** Refuses what an edit cannot do: change the type, publish a webinar without a meeting, move a published one. */
function refuseWrongState(form: EventChanges, row: EventRow, values: EventValues): void {
  const refuseAt = (path: string, message: string) => {
    throw new AppError('WRONG_STATE', message, { errors: [{ path, message }] })
  }
  const isWebinar = row.event_type === 'ONLINE'
  if (form.event_type !== undefined && form.event_type !== row.event_type) {
    refuseAt(
      'event_type',
      isWebinar ? 'A webinar cannot become an event' : 'An event cannot become a webinar',
    )
  }
  if (!isWebinar || !values.is_published) return
  if (!row.is_published) refuseAt('is_published', 'Publish the webinar to make its meeting')
  if (values.zoom_hub_name !== row.zoom_hub_name) {
    refuseAt('zoom_hub_name', 'A published webinar cannot move to another Zoom account')
  }
}

/**
 * Converts the database's refusal of too many sold tickets, which are also sold elsewhere.
 * @param soldIsEdited as for `eventErrors`
 */
function refuseTickets(soldIsEdited: boolean) {
  return (error: unknown): never => {
    if (!isCheckViolation(error, 'event_tickets')) throw error
    throw invalid(ticketErrors({ total_tickets_sold: soldIsEdited }))
  }
}

/** Returns the meeting of a webinar; null for an event without one. */
function sessionOf(event: Event): MeetingSession | null {
  if (event.event_type !== 'ONLINE' || event.zoom_hub_name === null) return null
  return {
    ownerId: event._id,
    kind: 'webinar',
    account: event.zoom_hub_name as MeetingAccount,
    title: event.title,
    start: new Date(event.start_time),
    end: new Date(event.end_time),
  }
}

/** Members see an active, published event. */
function announced(event: Event): AnnouncedSession {
  return { ...event, isVisible: event.is_active && event.is_published }
}

function auditMembers({ creator_id, id: _, registrations_count: __, ...members }: Event) {
  return { ...members, creator_id: creator_id?._id ?? null }
}
