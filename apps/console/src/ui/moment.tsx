import classes from './moment.module.css'

interface MomentProps {
  /** ISO 8601. */
  at: string
  /** Day and time, and the name of the viewer's zone where there is one: "21 Nov 2026, 07:00 PM EST". */
  text: string
  title?: string
}

/** A moment whose day and time stay on one line. Only the name of a zone may take a second one. */
export function Moment({ at, text, title }: MomentProps) {
  const [, moment = text, zone] = /^(.* [AP]M) (.+)$/.exec(text) ?? []
  return (
    <time dateTime={at} title={title} className={classes.moment}>
      <span className="gr-nowrap">{moment}</span>
      {zone && (
        <>
          {' '}
          <span className="gr-nowrap">{zone}</span>
        </>
      )}
    </time>
  )
}
