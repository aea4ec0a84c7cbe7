import type { PersonTimelineItem } from '@greenroom/contract/people/person/person.schema'
import type { EntryKey, EntryRows } from './person-timeline.repository.ts'

type Item<Kind extends PersonTimelineItem['kind']> = Extract<PersonTimelineItem, { kind: Kind }>

const textOf = (moment: Date | null) => moment?.toISOString() ?? null

/** Presents the entries of a page in their order. One whose record was removed meanwhile is left out. */
export function presentEntries(entries: readonly EntryKey[], rows: EntryRows): PersonTimelineItem[] {
  return entries.flatMap((entry) => presentEntry(entry, rows) ?? [])
}

function presentEntry({ kind, id, at }: EntryKey, rows: EntryRows): PersonTimelineItem | undefined {
  const common = { _id: id, at: new Date(at).toISOString() }
  switch (kind) {
    case 'order': {
      const row = rows.order.get(id)
      if (!row) return undefined
      const { id: _id, entity_title: title, attended_at, currency_code, ...order } = row
      return {
        kind,
        ...common,
        ...order,
        title,
        currency_code: currency_code as Item<'order'>['currency_code'],
        attended_at: textOf(attended_at),
      }
    }
    case 'registration': {
      const row = rows.registration.get(id)
      return (
        row && {
          kind,
          ...common,
          session_type: row.session_type as Item<'registration'>['session_type'],
          event_type: row.event_type as Item<'registration'>['event_type'],
          session_id: row.session_id,
          title: row.title,
          starts_at: textOf(row.starts_at),
          given_back_at: textOf(row.given_back_at),
          attended_minutes: row.attended_minutes,
          attended_at: textOf(row.attended_at),
        }
      )
    }
    case 'lead': {
      const row = rows.lead.get(id)
      return (
        row && {
          kind,
          ...common,
          reference_record_id: row.reference_record_id,
          service: row.service,
          advisor: row.advisor,
          status: row.status as Item<'lead'>['status'],
          start_time: row.start_time.toISOString(),
        }
      )
    }
    case 'membership': {
      const row = rows.membership.get(id)
      return (
        row && {
          kind,
          ...common,
          name: row.name,
          starts_at: row.starts_at.toISOString(),
          ends_at: textOf(row.ends_at),
          cancelled_at: textOf(row.cancelled_at),
        }
      )
    }
    case 'post': {
      const row = rows.post.get(id)
      if (!row) return undefined
      const { message, is_visible, like_count, comment_count } = row
      return { kind, ...common, message, is_visible, like_count, comment_count }
    }
    case 'comment': {
      const row = rows.comment.get(id)
      return row && { kind, ...common, post_id: row.post_id, message: row.message }
    }
    case 'report': {
      const row = rows.report.get(id)
      return (
        row && {
          kind,
          ...common,
          entity_type: row.entity_type as Item<'report'>['entity_type'],
          entity_id: row.entity_id,
          is_by_person: row.is_by_person,
          reason: row.reason,
          dismissed_at: textOf(row.dismissed_at),
          other:
            row.other_id === null ? null : { person: `user.${row.other_id}`, name: row.other_name ?? '' },
        }
      )
    }
    case 'note': {
      const row = rows.note.get(id)
      return row && { kind, ...common, by: row.written_by, by_name: row.by_name, text: row.text }
    }
    case 'joined':
      return { kind, ...common }
    case 'moved': {
      const row = rows.moved.get(id)
      return (
        row && {
          kind,
          ...common,
          move: row.kind === 'merge' ? 'merged' : row.is_from ? 'split-from' : 'split-off',
          by: row.made_by,
          by_name: row.by_name,
          person: `person.${row.person}`,
          name: row.name ?? '',
          email: row.email ?? '',
          phone: row.phone ?? '',
          undoable_until: row.undone_at === null ? row.undoable_until.toISOString() : null,
          undone_at: textOf(row.undone_at),
        }
      )
    }
  }
}
