import { lazyPart } from '../../../ui/lazy-part.ts'
import { PartBoundary } from '../../../ui/part-boundary.tsx'
import classes from './due-filter.module.css'
import type { ListPanel } from './record-list.tsx'

// Few addresses have the filter, and the first load has no room for its chip.
const Chip = lazyPart('due-filter', () => import('./due-filter-chip.tsx').then((part) => part.DueFilterChip))

interface DueFilterProps {
  /** day: drafts that begin within a day; week: what ends within seven days; undefined: no filter. */
  due: 'day' | 'week' | undefined
  panel: ListPanel
  onRemove: () => void
}

/** The chip of a filter that only a number of the overview sets (OQ-448). */
export function DueFilter({ due, panel, onRemove }: DueFilterProps) {
  if (due === undefined) return null
  const remove = () => {
    onRemove()
    // The chip with the focus disappears.
    panel.focus()
  }
  return (
    <div className={classes.room}>
      <PartBoundary fallback={null}>
        <Chip due={due} onRemove={remove} />
      </PartBoundary>
    </div>
  )
}

/** The same filter, for the no-match state of a RecordList. */
export function dueFilter(due: DueFilterProps['due'], onClear: () => void) {
  if (due === undefined) return undefined
  return { help: 'Nothing is due any more.', clear: 'Show all', onClear }
}
