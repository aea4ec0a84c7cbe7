/**
 * The rows of a list that was loaded page by page, in the order of the server. A record that is made between two answers
 * moves the rows: one that comes twice is given once, as the later answer has it.
 */
export function rowsOfPages<T extends { _id: string }>(pages: readonly (readonly T[])[]): T[] {
  return [...new Map(pages.flat().map((row) => [row._id, row])).values()]
}
