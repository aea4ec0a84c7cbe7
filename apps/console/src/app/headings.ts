import type { Place } from '../lib/screen.ts'
import { dialogStep } from '../shared/record/record-list/use-close-dialog.ts'
import { screenAt } from './screens.ts'

/** Where the Create button leads, and its name. */
export interface CreateLink {
  to: string
  search: Record<string, unknown>
  label: string
  state?: typeof dialogStep
}

/**
 * Returns what the top bar shows on a route. The heading is empty if the route has none.
 * @param route the route's full path with $parameters
 */
export function screenOf(
  route: string,
  place: Place,
): {
  heading: string
  back?: string | undefined
  create?: CreateLink | undefined
  /** Whether the screen is about one record, whose name follows the heading. */
  isOfRecord?: boolean
  /** Whether the name is the heading, and what the record is follows it. */
  isNamed?: boolean | undefined
  /** The record whose history the screen opens. */
  history?: { type: string; id: string } | undefined
} {
  const screen = screenAt(route)
  if (!screen) return { heading: '' }
  const { heading, back, create, createsInDialog, record, isNamed } = screen
  const id = place.params.id ?? place.search.id
  // A tab of the list creates.
  const createsInTab = create === route && createsInDialog === undefined
  // A post that is edited replaces the tab that creates one.
  const isForm = place.search.tab === 'create' || place.search.id !== undefined
  const linkTo = (to: string): CreateLink => {
    if (createsInTab) return { to, search: { tab: 'create' }, label: 'Create' }
    if (createsInDialog === undefined) return { to, search: {}, label: 'Create' }
    const { tab, q } = place.search
    return { to, search: { tab, q, create: '1' }, label: createsInDialog, state: dialogStep }
  }
  return {
    heading: typeof heading === 'string' ? heading : heading(place),
    back,
    create: create === undefined || (createsInTab && isForm) ? undefined : linkTo(create),
    isOfRecord: id !== undefined,
    isNamed,
    history: record === undefined || id === undefined ? undefined : { type: record, id: String(id) },
  }
}

/**
 * Returns the document title. The record comes first, because a browser tab shows only the first words.
 * @param record name of the screen's record
 */
export function documentTitle(heading: string, record?: string): string {
  return [record, heading, 'Greenroom'].filter(Boolean).join(' · ')
}
