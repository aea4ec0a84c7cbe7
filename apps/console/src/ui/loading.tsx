import type { ReactNode } from 'react'
import classes from './loading.module.css'
import { Spinner } from './spinner.tsx'

interface LoadingProps {
  /** What loads, as the specification words it: "Loading banners...". */
  label: string
  /** Lays out the skeleton. */
  className?: string | undefined
  /** The skeleton: the shape of what loads. Screen readers get the label alone. */
  children: ReactNode
}

/**
 * Stands in for content that loads (SHELL-41): a skeleton, and over it the loading text with a spinner. It appears after
 * 150 ms, so that a quick response does not flash.
 */
export function Loading({ label, className = '', children }: LoadingProps) {
  return (
    <div role="status" className={`${classes.loading} ${className}`}>
      <p className={classes.label}>
        <Spinner size={14} />
        {label}
      </p>
      <div className={classes.skeleton} aria-hidden="true">
        {children}
      </div>
    </div>
  )
}
