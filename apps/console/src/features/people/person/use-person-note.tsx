import {
  addPersonNote,
  getPersonPage,
  listPersonTimeline,
} from '@greenroom/contract/people/person/person.endpoints'
import { type ReactNode, useState } from 'react'
import { useCall } from '../../../lib/api/hooks.ts'
import { useMay } from '../../../lib/api/permissions.ts'
import { hasNoteDraft, NoteForm } from '../../../shared/record/note-form/note-form.tsx'
import { personTimelineMessages as messages } from './person-messages.ts'

/**
 * The field for a note about a person, which a button opens. It is open from the start if a note was typed and not sent.
 * @returns what opens it and takes the focus there, undefined for roles that may not write one; and the field
 */
export function usePersonNote(person: string): { onOpen: (() => void) | undefined; form: ReactNode } {
  const mayNote = useMay<typeof addPersonNote>('personal.read')
  const { call, isPending } = useCall(addPersonNote, { invalidates: [listPersonTimeline, getPersonPage] })
  const draft = ['person-note', person] as const
  const [hasDraft] = useState(() => hasNoteDraft(draft))
  const [opened, setOpened] = useState(0)
  if (!mayNote) return { onOpen: undefined, form: null }
  return {
    onOpen: () => setOpened((times) => times + 1),
    form: (hasDraft || opened > 0) && (
      <NoteForm
        draft={draft}
        placeholder={messages.placeholder}
        isPending={isPending}
        focusing={opened}
        send={(text) => call({ params: { person }, body: { text } })}
      />
    ),
  }
}
