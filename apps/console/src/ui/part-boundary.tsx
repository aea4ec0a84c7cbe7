import { Component, type ReactNode, Suspense } from 'react'
import { forgetFailedParts } from './lazy-part.ts'
import { LightButton } from './light-button.tsx'
import classes from './part-boundary.module.css'

interface PartBoundaryProps {
  /** Shown while the part's script loads. */
  fallback: ReactNode
  children: ReactNode
  /** Draws the failure; by default a notice with Retry in the place of the part. */
  failure?: (error: Error, retry: () => void) => ReactNode
  /** A part that opens tries again each time that it is opened. */
  opened?: boolean
}

/**
 * Holds lazy parts inside a screen: what fails to load shows an error with Retry in its own place, and everything
 * around it stays, with what was typed there.
 */
export class PartBoundary extends Component<PartBoundaryProps, { error: Error | null }> {
  override state = { error: null as Error | null }

  static getDerivedStateFromError(reason: unknown) {
    return { error: reason instanceof Error ? reason : new Error(String(reason)) }
  }

  override componentDidCatch() {
    forgetFailedParts()
  }

  override componentDidUpdate(before: PartBoundaryProps) {
    if (this.state.error && this.props.opened && !before.opened) this.retry()
  }

  retry = () => this.setState({ error: null })

  override render() {
    const { fallback, children, failure = noticeOf } = this.props
    const { error } = this.state
    return error ? failure(error, this.retry) : <Suspense fallback={fallback}>{children}</Suspense>
  }
}

function noticeOf(error: Error, retry: () => void): ReactNode {
  return (
    <div className={classes.notice} role="alert">
      <span className={classes.message}>{error.message}</span>
      <LightButton onClick={retry}>Retry</LightButton>
    </div>
  )
}
