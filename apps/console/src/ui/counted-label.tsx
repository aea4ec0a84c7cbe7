import classes from './counted-label.module.css'

interface CountedLabelProps {
  label: string
  /** How many characters there are, and how many there may be. */
  count: number
  limit: number
}

/** A field's label with a counter at its right end: pass it as the label of an input. */
export function CountedLabel({ label, count, limit }: CountedLabelProps) {
  return (
    <>
      {label}
      <span className={classes.count} data-over={count > limit || undefined} aria-hidden="true">
        {count} / {limit}
      </span>
    </>
  )
}
