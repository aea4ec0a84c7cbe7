import { FilterChips } from '../../../ui/filter-chips.tsx'

const texts = {
  day: { name: 'Drafts that begin', value: 'within a day' },
  week: { name: 'Ends', value: 'within seven days' },
} as const

/** The chip of a filter for what is due. */
export function DueFilterChip({ due, onRemove }: { due: keyof typeof texts; onRemove: () => void }) {
  return <FilterChips label="Filters" chips={[{ key: due, ...texts[due], onRemove }]} />
}
