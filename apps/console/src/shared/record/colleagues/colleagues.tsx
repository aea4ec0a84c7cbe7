import type { LivePerson } from '@greenroom/contract/desk/live/live.schema'
import { isLiveKind } from '@greenroom/contract/desk/live/live-kinds'
import { usePlace } from '../../../lib/live/live-bus.ts'
import { initialsOf } from '../avatar/initials.ts'
import classes from './colleagues.module.css'

/** How many people are shown by their initials. */
const mostInitials = 3

interface ColleaguesProps {
  /** Type of the record, as in the history. */
  type: string
  id: string
}

/** Names the colleagues who have the same record open, or edit it; nothing while there is none. */
export function Colleagues({ type, id }: ColleaguesProps) {
  const people = usePlace(isLiveKind(type) ? type : undefined, id)
  return (
    <div aria-live="polite" className={classes.people}>
      {people.length > 0 && (
        <>
          {people.slice(0, mostInitials).map(({ staff_id: staffId, name }) => (
            <span key={staffId} className={classes.initials} aria-hidden="true">
              {initialsOf(name)}
            </span>
          ))}
          <span className={classes.text}>{colleaguesText(people)}</span>
        </>
      )}
    </div>
  )
}

/** "Asha Rao is editing", "Ravi Menon and 2 others have this open". */
export function colleaguesText(people: readonly LivePerson[]): string {
  const editing = people.filter(({ is_editing: isEditing }) => isEditing)
  if (editing.length > 0) return `${namesOf(editing)} ${editing.length === 1 ? 'is' : 'are'} editing`
  return `${namesOf(people)} ${people.length === 1 ? 'has' : 'have'} this open`
}

function namesOf(people: readonly LivePerson[]): string {
  const names = people.map(({ name }) => name)
  return names.length <= 2 ? names.join(' and ') : `${names[0]} and ${names.length - 1} others`
}
