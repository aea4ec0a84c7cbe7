import { type Icon, IconRefresh } from '@tabler/icons-react'
import { ApiError, failureHelp } from '../../../lib/api/api-error.ts'
import { LightButton } from '../../../ui/light-button.tsx'
import { StatePanel } from '../../../ui/state-panel.tsx'

interface LoadFailureProps {
  /** The specification's message. */
  title: string
  error: Error | null
  onRetry: () => void
  /** Shown instead for a record that doesn't exist. */
  missing?: { icon: Icon; title: string; help?: string }
}

/** Says that something could not be loaded and why, with a Retry button. The element around it takes the focus of Retry. */
export function LoadFailure({ title, error, onRetry, missing }: LoadFailureProps) {
  if (missing && error instanceof ApiError && error.status === 404) {
    return <StatePanel kind="empty" icon={missing.icon} title={missing.title} help={missing.help} />
  }
  return (
    <StatePanel
      kind="error"
      title={title}
      help={failureHelp(error)}
      action={
        <LightButton
          icon={<IconRefresh size={16} stroke={1.5} aria-hidden="true" />}
          onClick={({ currentTarget }) => {
            // Retry disappears.
            currentTarget.closest<HTMLElement>('[tabindex="-1"]')?.focus({ preventScroll: true })
            onRetry()
          }}
        >
          Retry
        </LightButton>
      }
    />
  )
}
