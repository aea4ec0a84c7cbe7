/**
 * Search parameters that belong to no view: the page, an opened record and an opened form. `size` stays, because the rows
 * per page are part of how somebody works with a list.
 */
const passing: readonly string[] = ['page', 'open', 'edit', 'create', 'coupons', 'id']

/** The filters, tab, sort and columns of a list, by the names of its search parameters. */
export type ViewSearch = Readonly<Record<string, string>>

/** Returns what a view keeps of an address: its search parameters as texts, in the order of their names. */
export function viewSearchOf(search: Readonly<Record<string, unknown>>): ViewSearch {
  // A tab that creates is a form.
  if (search.tab === 'create') return {}
  return Object.fromEntries(
    Object.entries(search)
      .filter(([name, value]) => !passing.includes(name) && value !== undefined && value !== '')
      .map(([name, value]) => [name, String(value)] as const)
      .sort(([one], [other]) => (one < other ? -1 : 1)),
  )
}

/** Returns one text for a path and what a view keeps of its search: the same for two addresses that show the same. */
export function viewKey(path: string, search: Readonly<Record<string, unknown>>): string {
  return `${path}?${JSON.stringify(Object.entries(viewSearchOf(search)))}`
}
