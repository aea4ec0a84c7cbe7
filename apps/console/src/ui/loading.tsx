import type { ReactNode } from 'react'
import classes from './loading.module.css'
import { Spinner } from './spinner.tsx'

interface LoadingProps {
  /** Loading text of the specification: "Loading banners...". */
  label: string
  /** Class that lays out the skeleton. */
  className?: string | undefined
  /** The skeleton. Screen readers get only the label. */
  children: ReactNode
}

/**
 * Placeholder for content that loads (SHELL-41): a skeleton with the loading text and a spinner. It appears after 150
 * ms, so that a quick response does not flash.
 */
export function Loading({ label, className = '', children }: LoadingProps) {
  return (
    <div role="status" className={`${classes.loading} ${className}`}>
      <p className={classes.label}>
        <Spinner size={14} />
        {label}
      </p>
      {/* The caller lays out the skeleton. */}
      <div className="gr-contents" aria-hidden="true">
        {children}
      </div>
    </div>
  )
}
