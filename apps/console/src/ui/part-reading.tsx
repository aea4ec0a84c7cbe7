import type { ReactNode } from 'react'
import { LightButton } from './light-button.tsx'
import { Loading } from './loading.tsx'

interface PartReadingProps {
  /** What screen readers hear while it loads. */
  label: string
  /** Why it can't be shown. */
  failure: string
  retry: string
  hasFailed: boolean
  onRetry: () => void
  /** Its skeleton. */
  children: ReactNode
}

/** A part of a screen or dialog that isn't loaded: its skeleton, or the failure with Retry. */
export function PartReading({ label, failure, retry, hasFailed, onRetry, children }: PartReadingProps) {
  if (!hasFailed) return <Loading label={label}>{children}</Loading>
  return (
    <div className="gr-wrap" role="alert">
      <p className="gr-small gr-danger">{failure}</p>
      <LightButton onClick={onRetry}>{retry}</LightButton>
    </div>
  )
}
