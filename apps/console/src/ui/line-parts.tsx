import { Fragment } from 'react'

/** A text whose lines break only after its commas. */
export function LineParts({ text }: { text: string }) {
  return text.split(/(?<=,) /).map((part, place) => (
    <Fragment key={part}>
      {place > 0 && ' '}
      <span className="gr-nowrap">{part}</span>
    </Fragment>
  ))
}
