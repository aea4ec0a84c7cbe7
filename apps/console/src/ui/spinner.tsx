import classes from './spinner.module.css'

/**
 * A spinner in the text's colour. Put a label next to it.
 * @param size in pixels
 */
export function Spinner({ size = 15 }: { size?: number }) {
  return (
    <svg
      className={classes.spinner}
      width={size}
      height={size}
      viewBox="0 0 24 24"
      fill="none"
      stroke="currentColor"
      strokeWidth="2"
      strokeLinecap="round"
      aria-hidden="true"
    >
      <path d="M12 3a9 9 0 1 0 9 9" />
    </svg>
  )
}
