import { isRecordId } from '@greenroom/contract/field'
import { largestPage } from '@greenroom/contract/list'
import { pageEventType } from '@greenroom/contract/marketing/banner/banner.rules'
import type { bannerPages } from '@greenroom/contract/marketing/banner/banner.schema'
import { getEvent, listEvents } from '@greenroom/contract/sessions/event/event.endpoints'
import type { Event } from '@greenroom/contract/sessions/event/event.schema'
import type { ReactNode } from 'react'
import { useRead } from '../../../lib/api/hooks.ts'
import { formatTime } from '../../../lib/dates.ts'
import { isFound } from '../../../lib/searched-text.ts'
import { type PickerRows, usePickerSearch } from '../../../shared/record/record-picker/picker-rows.ts'
import { RecordPicker } from '../../../shared/record/record-picker/record-picker.tsx'
import { bannerEntityMessages } from './banner-messages.ts'

interface EntityPickerProps {
  /** The id of the event or webinar; empty without one. */
  value: string
  onChange: (id: string) => void
  onBlur?: () => void
  onFocus?: () => void
  /** The page that shows it; null while none is chosen. */
  page: (typeof bannerPages)[number] | null
  label: ReactNode
  description?: ReactNode
  error?: ReactNode
  /** Where a form looks for the field that has the focus. */
  'data-path'?: string
}

/** A field for the event or webinar that a banner opens, found by its title or its ID (BAN-07, OQ-202). */
export function EntityPicker({ value, onChange, page, ...rest }: EntityPickerProps) {
  const search = usePickerSearch()
  const { typed } = search
  const event_type = pageEventType[page ?? 'events']
  const list = useRead(
    listEvents,
    { query: { event_type, limit: largestPage } },
    { enabled: page !== null && search.isOpen, keepPrevious: false },
  )
  // A pasted ID also finds what is older than the list.
  const isPasted = isRecordId(typed)
  const pasted = useRead(
    getEvent,
    { params: { id: typed } },
    { enabled: isPasted && search.isOpen, keepPrevious: false },
  )
  const chosen = useRead(
    getEvent,
    { params: { id: value } },
    { enabled: isRecordId(value), keepPrevious: false },
  )

  const found: PickerRows<Event> = isPasted
    ? {
        rows: pasted.error ? [] : pasted.data && [pasted.data].filter((one) => one.event_type === event_type),
        error: null,
        retry: () => void pasted.refetch(),
      }
    : {
        rows: list.data?.filter(({ title }) => isFound(title, typed)),
        error: list.error,
        retry: () => void list.refetch(),
        note: list.data?.length === largestPage ? bannerEntityMessages.latest(largestPage) : undefined,
      }
  return (
    <RecordPicker
      {...rest}
      disabled={page === null}
      placeholder={page === null ? bannerEntityMessages.noPage : bannerEntityMessages.placeholder}
      comboboxProps={{ portalProps: { target: 'main' } }}
      messages={{
        ...bannerEntityMessages,
        empty: list.data?.length === 0 ? bannerEntityMessages.none : bannerEntityMessages.empty,
      }}
      search={search}
      found={found}
      optionOf={({ _id, title, start_time }) => ({ id: _id, name: title, detail: formatTime(start_time) })}
      chosen={value === '' ? null : { id: value, label: chosen.data?.title ?? value }}
      onPick={({ _id }) => onChange(_id)}
      onClear={() => onChange('')}
    />
  )
}
