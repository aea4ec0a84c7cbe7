import classes from './send-progress.module.css'

interface SendProgressProps {
  /** From 0 to 1. */
  share: number
  label: string
  className: string | undefined
}

/** The progress bar of an upload. */
export function SendProgress({ share, label, className }: SendProgressProps) {
  return <progress className={`${classes.bar} ${className}`} value={share} max={1} aria-label={label} />
}
