/** Tables whose columns can be chosen. */
export type ColumnTable = 'transactions' | 'leads' | 'people'

/** In the address: nothing is hidden, although the person hides columns elsewhere. */
const nothing = 'none'

/** Returns the key under which the browser keeps what a person hides in a table. */
export function storageKeyOf(table: ColumnTable, account: string): string {
  return `hidden-columns ${table} ${account}`
}

/**
 * Returns the hidden columns of a table: those of the address, which a view or a shared link sets, or else those that the
 * person hid last. Unknown columns and columns that a table always shows are ignored.
 */
export function hiddenColumns(
  address: string | undefined,
  stored: string | null,
  choosable: readonly string[],
): readonly string[] {
  const names = (address ?? stored ?? '').split(',')
  return choosable.filter((column) => names.includes(column))
}

/** Returns the address's parameter for hidden columns; undefined for a table that shows all, as it does by default. */
export function hiddenParameter(hidden: readonly string[], stored: string | null): string | undefined {
  if (hidden.length > 0) return hidden.join(',')
  return stored === null ? undefined : nothing
}
