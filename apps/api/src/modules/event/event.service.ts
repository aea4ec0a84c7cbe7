import { isDeepStrictEqual } from 'node:util'
import type { FieldError } from '@greenroom/contract/error'
import type { EventChanges, NewEvent } from '@greenroom/contract/event/event.endpoints'
import { eventErrors, ticketErrors, timesBeforeToday } from '@greenroom/contract/event/event.rules'
import {
  type Event,
  type EventPrice,
  eventMessages,
  type eventModes,
} from '@greenroom/contract/event/event.schema'
import type { ClashWarning, MeetingAccount } from '@greenroom/contract/meeting/meeting.schema'
import type { Actor } from '../../platform/audit/actor.ts'
import { recordAudit } from '../../platform/audit/audit.ts'
import type { Clock } from '../../platform/clock.ts'
import { type Database, inTransaction } from '../../platform/database/database.ts'
import { isCheckViolation } from '../../platform/database/database-errors.ts'
import { isRecordId, newId } from '../../platform/database/record-id.ts'
import { AppError, invalid, notFound } from '../../platform/error.ts'
import { type Files, keyOfUrl } from '../../platform/files/files.ts'
import type { SpooledFile } from '../../platform/files/spool.ts'
import type { CreatorService } from '../creator/creator.service.ts'
import type { MeetingService, MeetingSession } from '../meeting/meeting.service.ts'
import { presentEvent } from './event.present.ts'
import {
  type EventRow,
  type EventValues,
  findEvent,
  insertEvent,
  listEvents,
  lockEvent,
  updateEvent,
} from './event.repository.ts'

export type EventService = ReturnType<typeof createEventService>

/** The uploaded pictures of a form, by the field that each fills. */
export type EventPictures = Partial<Record<PictureField, SpooledFile[]>>

type PictureField = 'banner' | 'ticket_banner' | 'post_event_banner'
const pictureFields = ['banner', 'ticket_banner', 'post_event_banner'] as const

/** What publishing has come to before the provider is called: done without it, or a place asked for on an account. */
type Requested = { event: Event } | { warnings: ClashWarning[] }

/** A day that began anywhere on Earth began at most this long ago (OQ-041). */
const dayAnywhere = 24 * 3_600_000

/** Events and webinars: one entity; webinars are published through a meeting account. */
export function createEventService({
  creators,
  meetings,
  files,
  clock,
  publicUrl,
}: {
  creators: CreatorService
  meetings: MeetingService
  files: Files
  clock: Clock
  /** Under which browsers see uploaded files: a kept picture may be named by its path or by its whole address. */
  publicUrl: string
}) {
  async function requireCreator(db: Database, id: string): Promise<void> {
    if (await creators.exists(db, id)) return
    const message = 'This creator does not exist'
    throw new AppError('NOT_FOUND', message, { errors: [{ path: 'creator_id', message }] })
  }

  async function locked(db: Database, id: string): Promise<EventRow> {
    const row = isRecordId(id) ? await lockEvent(db, id) : undefined
    if (!row) throw notFound('This event does not exist')
    return row
  }

  async function read(db: Database, id: string): Promise<Event> {
    const row = isRecordId(id) ? await findEvent(db, id) : undefined
    if (!row) throw notFound('This event does not exist')
    return presentEvent(row)
  }

  /** Stores uploaded pictures; a field whose text is empty loses its picture, and every other keeps what it has. */
  async function keepPictures(
    db: Database,
    id: string,
    form: EventChanges,
    pictures: EventPictures,
  ): Promise<Partial<Pick<EventValues, `${PictureField}_key`>>> {
    const keys: Partial<Record<`${PictureField}_key`, string | null>> = {}
    for (const field of pictureFields) {
      const picture = pictures[field]?.[0]
      if (picture) keys[`${field}_key`] = (await files.keep(db, picture, id)).key
      else if (form[field] === '') keys[`${field}_key`] = null
    }
    return keys
  }

  async function audited(db: Database, actor: Actor, action: string, before: Event | null, after: Event) {
    await recordAudit(db, actor, {
      action: `event.${action}`,
      entityType: 'event',
      entityId: after._id,
      label: after.title,
      before: before && auditMembers(before),
      after: auditMembers(after),
    })
  }

  return {
    /** Events of a kind, those for members only, or all, by start time (OQ-060, OQ-066). */
    async list(
      db: Database,
      query: {
        event_type?: (typeof eventModes)[number] | undefined
        sort_by: '1' | '-1'
        limit: number
        offset: number
      },
    ): Promise<Event[]> {
      const { event_type: mode, sort_by, limit, offset } = query
      const direction = sort_by === '1' ? 'asc' : 'desc'
      return (await listEvents(db, { mode, direction, limit, offset })).map(presentEvent)
    },

    /** Events of the creator with this e-mail address, the latest first (OQ-062). */
    async listOf(
      db: Database,
      creatorEmail: string,
      page: { limit: number; offset: number },
    ): Promise<Event[]> {
      return (await listEvents(db, { creatorEmail, direction: 'desc', ...page })).map(presentEvent)
    },

    /** @throws AppError NOT_FOUND */
    get: read,

    /**
     * Creates an event, always active (EVT-11): an offline one is published at once (EVT-10), a webinar is a draft.
     * @throws AppError VALIDATION with every refused field, NOT_FOUND for an unknown creator
     */
    async create(
      db: Database,
      form: NewEvent,
      pictures: EventPictures,
      actor: Actor,
      now: Date,
    ): Promise<Event> {
      const { is_active: _, is_published: __, ...fields } = form
      const blank = newEvent(form)
      const values = changed(blank, fields)
      refuse([
        ...timesBeforeToday(form, earliestToday(now)),
        ...eventErrors(values, 'create'),
        ...unknownPictures(form, pictures, blank, publicUrl),
      ])
      if (values.creator_id !== null) await requireCreator(db, values.creator_id)
      const id = newId()
      const keys = await keepPictures(db, id, form, pictures)
      await insertEvent(db, { id, now, values: { ...values, ...keys } }).catch(refuseTickets(true))
      const made = await read(db, id)
      await audited(db, actor, 'create', null, made)
      return made
    },

    /**
     * Changes the given fields. "Minimum today" is asked of a time only where it changes (OQ-034); the rules between
     * fields are asked of the event as it would become. A form that changes nothing leaves the version and the audit log
     * alone.
     * @param expectedVersion the version that the client has seen; undefined lets the last write win
     * @throws AppError STALE with the current record, VALIDATION, NOT_FOUND; WRONG_STATE for a change of kind, for
     * publishing a webinar past its meeting, and for moving a published one to another account
     */
    async update(
      db: Database,
      id: string,
      form: EventChanges,
      pictures: EventPictures,
      expectedVersion: number | undefined,
      actor: Actor,
      now: Date,
    ): Promise<Event> {
      const row = await locked(db, id)
      const before = presentEvent(row)
      if (expectedVersion !== undefined && expectedVersion !== row.version) {
        throw new AppError('STALE', 'Someone else has changed this event.', { data: before })
      }
      const stored: EventValues = { ...row, discount_percentage: before.discount.percentage }
      const values = changed(stored, form)
      const soldIsEdited = values.total_tickets_sold !== row.total_tickets_sold
      const moved = (to: Date, from: Date) => (to.getTime() === from.getTime() ? undefined : to.toISOString())
      const times = {
        start_time: moved(values.start_time, row.start_time),
        end_time: moved(values.end_time, row.end_time),
      }
      refuse([
        ...timesBeforeToday(times, earliestToday(now)),
        ...eventErrors(values, 'edit', { total_tickets_sold: soldIsEdited }),
        ...takenFromWebinar(row, values),
        ...unknownPictures(form, pictures, row, publicUrl),
      ])
      refuseWrongState(form, row, values)
      if (values.creator_id !== null && values.creator_id !== row.creator_id) {
        await requireCreator(db, values.creator_id)
      }
      const keys = await keepPictures(db, id, form, pictures)
      const columns: EventValues = { ...values, ...keys }
      const isChanged = (Object.keys(columns) as (keyof EventValues)[]).some(
        (name) => !isDeepStrictEqual(columns[name], stored[name]),
      )
      if (!isChanged) return before
      await updateEvent(db, id, { ...columns, now }).catch(refuseTickets(soldIsEdited))
      for (const field of pictureFields) {
        const replaced = row[`${field}_key`]
        if (replaced !== null && keys[`${field}_key`] !== undefined) await files.release(db, replaced)
      }
      const after = await read(db, id)
      if (row.is_published && !after.is_published) await meetings.unbook(db, id)
      const session = sessionOf(after)
      if (session) await meetings.change(db, session)
      await audited(db, actor, 'update', before, after)
      return after
    },

    /**
     * Publishes: an offline event at once; a webinar by storing the intent, having the meeting made, and then marking it
     * published. Publishing what is published succeeds and changes nothing (OQ-064).
     * @returns the event, and the clashes on its account as warnings
     * @throws AppError WRONG_STATE when a webinar has begun or moved to another account meanwhile, VALIDATION when it has
     * no account, MEETING_CLASH where clashes are refused, MEETING_PROVIDER; it then stays unpublished
     */
    async publish(
      db: Database,
      id: string,
      actor: Actor,
    ): Promise<{ event: Event; warnings: ClashWarning[] }> {
      async function markPublished(transaction: Database, row: EventRow): Promise<Event> {
        await updateEvent(transaction, id, { is_published: true, now: clock.now() })
        const after = await read(transaction, id)
        await audited(transaction, actor, 'publish', presentEvent(row), after)
        return after
      }

      const requested = await inTransaction(db, async (transaction): Promise<Requested> => {
        const row = await locked(transaction, id)
        if (row.is_published) return { event: presentEvent(row) }
        if (row.event_type === 'OFFLINE') return { event: await markPublished(transaction, row) }
        if (row.start_time < clock.now()) {
          throw new AppError('WRONG_STATE', 'This webinar has already begun.')
        }
        const session = sessionOf(presentEvent(row))
        if (!session)
          throw invalid([{ path: 'zoom_hub_name', message: eventMessages.meetingAccountRequired }])
        return { warnings: await meetings.request(transaction, session) }
      })
      if ('event' in requested) return { event: requested.event, warnings: [] }
      await meetings.make(db, id)
      const event = await inTransaction(db, async (transaction) => {
        const row = await locked(transaction, id)
        if (row.is_published) return presentEvent(row)
        // The meeting was made on the account of then; the place on another has not been judged.
        const session = sessionOf(presentEvent(row))
        if (!session || !(await meetings.isMade(transaction, session))) {
          throw new AppError('WRONG_STATE', 'The Zoom account was changed meanwhile. Publish again.')
        }
        await meetings.book(transaction, id)
        return markPublished(transaction, row)
      })
      return { event, warnings: requested.warnings }
    },
  }
}

/** What a new event has where its form says nothing: active, and published at once when it is offline (EVT-10, 11). */
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

/** The columns as a form leaves them: what it does not name stays as it is, as do the kind and the pictures. */
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

/** Kinds of price that are not given are stored as none (EVT-04). */
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

function earliestToday(now: Date): Date {
  return new Date(now.getTime() - dayAnywhere)
}

/** A webinar that has its account and its creator does not lose them (WEB-03, WEB-04). */
function takenFromWebinar(row: EventRow, values: EventValues): FieldError[] {
  if (row.event_type !== 'ONLINE') return []
  const errors: FieldError[] = []
  if (row.zoom_hub_name !== null && values.zoom_hub_name === null)
    errors.push({ path: 'zoom_hub_name', message: eventMessages.meetingAccountRequired })
  if (row.creator_id !== null && values.creator_id === null)
    errors.push({ path: 'creator_id', message: eventMessages.creatorRequired })
  return errors
}

/** A picture is kept by its own address; any other text names none. */
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

/** Refuses what no edit does: change the kind, publish a webinar past its meeting, move a published one. */
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
 * Gives the refusal for a row that the database refused because more tickets are sold than there are: tickets are sold
 * elsewhere too.
 * @param soldIsEdited as for `eventErrors`
 */
function refuseTickets(soldIsEdited: boolean) {
  return (error: unknown): never => {
    if (!isCheckViolation(error, 'event_tickets')) throw error
    throw invalid(ticketErrors({ total_tickets_sold: soldIsEdited }))
  }
}

/** The meeting that a webinar is held in; null for an event without one. */
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

function auditMembers({ creator_id, id: _, registrations_count: __, ...members }: Event) {
  return { ...members, creator_id: creator_id?._id ?? null }
}
