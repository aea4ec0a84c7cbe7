import { Component, type ReactNode, Suspense } from 'react'
import { PartError } from './lazy-part.ts'
import { LightButton } from './light-button.tsx'
import classes from './part-boundary.module.css'

interface PartBoundaryProps {
  /** Shown while the part's script loads. */
  fallback: ReactNode
  children: ReactNode
  /** Renders the failure; by default a notice with Retry in place of the part. */
  failure?: (error: PartError, retry: () => void) => ReactNode
  /** A part that opens is fetched again each time it is opened. */
  opened?: boolean
}

/**
 * Wraps lazy parts inside a screen. A script that fails to load shows an error with Retry in place of its part, and
 * everything around it stays mounted, with what was typed there. Other errors go on to the next boundary.
 */
export class PartBoundary extends Component<PartBoundaryProps, { error: unknown }> {
  override state = { error: undefined as unknown }

  static getDerivedStateFromError(error: unknown) {
    return { error }
  }

  override componentDidCatch(error: unknown) {
    if (error instanceof PartError) error.forget()
  }

  override componentDidUpdate(before: PartBoundaryProps) {
    if (this.state.error && this.props.opened && !before.opened) this.retry()
  }

  retry = () => this.setState({ error: undefined })

  override render() {
    const { fallback, children, failure = noticeOf } = this.props
    const { error } = this.state
    if (error === undefined) return <Suspense fallback={fallback}>{children}</Suspense>
    if (!(error instanceof PartError)) throw error
    return failure(error, this.retry)
  }
}

function noticeOf(error: PartError, retry: () => void): ReactNode {
  return (
    <div className={classes.notice} role="alert">
      <span className="gr-small gr-break gr-lines">{error.message}</span>
      <LightButton onClick={retry}>Retry</LightButton>
    </div>
  )
}
