import type { LiveAct } from '@greenroom/contract/desk/live/live.schema'
import { isLiveKind } from '@greenroom/contract/desk/live/live-kinds'
import { useLastAct, usePlace } from '../../../lib/live/live-bus.ts'
import { readAccount } from '../../../lib/session.ts'
import { colleaguesText } from './colleagues.tsx'
import classes from './form-news-text.module.css'

export interface FormNewsTextProps {
  /** Name of the form: the kind of its record, or a kind of its own such as webinar. */
  form: string
  id: string
  isDirty: boolean
  /** What a colleague had done last with the record when the form opened. */
  before: LiveAct | undefined
}

/**
 * Says in a form that a colleague has changed the record since it was opened, or has it open. What was typed is merged
 * when it is saved (OQ-109). It floats, so that the fields don't move.
 */
export function FormNewsText({ form, id, isDirty, before }: FormNewsTextProps) {
  const name = form === 'webinar' ? 'event' : form
  const kind = isLiveKind(name) ? name : undefined
  const people = usePlace(kind, id, { isEditing: isDirty })
  const act = useLastAct(id)
  const isChanged = act !== undefined && act !== before && act.by !== readAccount()?.name
  const text =
    isChanged && act
      ? isDirty
        ? `${act.by} changed this a moment ago. Saving merges both, and asks about fields that both changed.`
        : `${act.by} changed this a moment ago. You see the changes.`
      : people.length > 0
        ? colleaguesText(people)
        : ''
  return (
    <div className={classes.head}>
      <p aria-live="polite" className={classes.text} data-shown={text !== '' || undefined}>
        {text}
      </p>
    </div>
  )
}
