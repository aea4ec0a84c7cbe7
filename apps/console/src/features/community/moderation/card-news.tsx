import { useLastAct, usePeopleAt } from '../../../lib/live/live-bus.ts'
import { queueMessages } from './moderation-messages.ts'
import classes from './report-card.module.css'

/** Says on a card that a colleague has handled it, or has it in focus. */
export function CardNews({ queue, id, isHandled }: { queue: string; id: string; isHandled: boolean }) {
  const act = useLastAct(isHandled ? id : null)
  const people = usePeopleAt('report', queue).filter(({ item }) => item === id)
  const text = isHandled
    ? queueMessages.handledBy(act?.by, act?.action)
    : people.length > 0 && queueMessages.openAt(people.map(({ name }) => name).join(', '))
  return text ? <p className={classes.news}>{text}</p> : null
}
