import type { ComponentProps } from 'react'
import { lazyPart } from '../../../ui/lazy-part.ts'
import { PartBoundary } from '../../../ui/part-boundary.tsx'
import type { RegisteredNotice as Notice } from './registered-notice.tsx'

// Lazy: most edits are of sessions that nobody has registered for.
const RegisteredNotice = lazyPart('registered-notice', () =>
  import('./registered-notice.tsx').then((part) => part.RegisteredNotice),
)

/** What the edit means to the people who are registered (OQ-514). Without its script, the form works as well. */
export function EditNotice(props: ComponentProps<typeof Notice>) {
  return (
    <PartBoundary fallback={null} failure={() => null}>
      <RegisteredNotice {...props} />
    </PartBoundary>
  )
}
