import { type SandboxService, sandboxServices } from '@greenroom/contract/staff/session/sandbox-service'

/** One quiet line that names the services that a sandbox replaces; nothing without any (OQ-170). */
export function SandboxNote({
  sandboxes = [],
  className = '',
}: {
  sandboxes?: readonly SandboxService[] | undefined
  className?: string | undefined
}) {
  if (sandboxes.length === 0) return null
  // Short, because the top bar of a phone has little room.
  const what = sandboxes.length === sandboxServices.length ? 'nothing is real' : sandboxes.join(', ')
  const text = `Sandbox: ${what}`
  return (
    <p role="note" title={text} className={`gr-fine gr-faint gr-ellipsis ${className}`}>
      {text}
    </p>
  )
}
