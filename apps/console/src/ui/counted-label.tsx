import classes from './counted-label.module.css'

interface CountedLabelProps {
  label: string
  /** The current and the max number of characters. */
  count: number
  limit: number
}

/** A field label with a character counter at its right end. Pass it as the label of an input. */
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
