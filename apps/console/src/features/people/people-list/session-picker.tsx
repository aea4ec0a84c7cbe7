import { listEvents } from '@greenroom/contract/sessions/event/event.endpoints'
import { listMasterclasses } from '@greenroom/contract/sessions/masterclass/masterclass-list.endpoints'
import { useRead } from '../../../lib/api/hooks.ts'
import {
  ChoicePicker,
  type ChoicePickerProps,
  choicesOf,
} from '../../../shared/record/record-picker/choice-picker.tsx'
import {
  filteredRows,
  mostRows,
  searchedRows,
  usePickerSearch,
} from '../../../shared/record/record-picker/picker-rows.ts'
import { peopleListMessages as messages } from './people-list-messages.ts'

/** Events and webinars that are offered: the endpoint has no search. */
const mostEvents = 200

/** A filter by a session for which people registered: a masterclass, an event or a webinar. */
export function SessionPicker(props: ChoicePickerProps) {
  const search = usePickerSearch()
  const { text, isOpen } = search
  const masterclasses = useRead(
    listMasterclasses,
    { query: { limit: mostRows, ...(text === '' ? {} : { search: text }) } },
    { enabled: isOpen },
  )
  const events = useRead(listEvents, { query: { limit: mostEvents } }, { enabled: isOpen })
  const found = searchedRows(masterclasses, search)
  const foundEvents = filteredRows(events, search, ({ title }) => title)
  const rows = found.rows && foundEvents.rows && [...found.rows, ...foundEvents.rows]
  return (
    <ChoicePicker
      {...props}
      label={messages.session}
      search={search}
      found={choicesOf(
        {
          rows,
          error: found.error ?? foundEvents.error,
          retry: () => {
            found.retry()
            foundEvents.retry()
          },
          note: found.note,
        },
        ({ title }) => title,
      )}
    />
  )
}
