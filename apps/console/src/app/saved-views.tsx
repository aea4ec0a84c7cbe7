import { viewSearchOf } from '@greenroom/contract/desk/saved-view/saved-view.rules'
import type { ComponentProps } from 'react'
import { useKnownViews } from '../lib/known-views.ts'
import { useQuiet } from '../lib/use-quiet.ts'
import { lazyPart } from '../ui/lazy-part.ts'
import { PartBoundary } from '../ui/part-boundary.tsx'

const Reader = lazyPart('saved-views', () =>
  import('../shared/record/saved-view/saved-views-reader.ts').then((part) => part.SavedViewsReader),
)
const Control = lazyPart('saved-view', () =>
  import('../shared/record/saved-view/saved-view-control.tsx').then((part) => part.SavedViewControl),
)

const Views = lazyPart('section-views', () => import('./section-views.tsx').then((part) => part.SectionViews))

const nothing = () => null

/** Reads the saved views once the screen has loaded (OQ-499). Without its script there are no views. */
export function SavedViewsReader() {
  const isQuiet = useQuiet()
  return (
    isQuiet && (
      <PartBoundary fallback={null} failure={nothing}>
        <Reader />
      </PartBoundary>
    )
  )
}

/**
 * Saves the filters of a list as a view, or shows the opened view with its menu (OQ-495). Its script is loaded when a
 * filter is set or a view of the list is known.
 */
export function SavedViewControl({ path, search }: { path: string; search: Record<string, unknown> }) {
  const isOfUse = useKnownViews().some((view) => view.path === path)
  if (!isOfUse && Object.keys(viewSearchOf(search)).length === 0) return null
  return (
    <PartBoundary fallback={null} failure={nothing}>
      <Control key={path} path={path} search={search} />
    </PartBoundary>
  )
}

/** The views of a section in the sidebar. Their script is loaded when a section has any. */
export function SectionViews(props: ComponentProps<typeof Views>) {
  return (
    <PartBoundary fallback={null} failure={nothing}>
      <Views {...props} />
    </PartBoundary>
  )
}
