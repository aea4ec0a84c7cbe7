/** Page sizes of every table (LIM-06); the first is the default (ADV-10, TXN-10). */
export const pageSizes = [10, 20, 50] as const

/** The page in an address, from 1, and its size. */
export interface PageSearch {
  page?: number | undefined
  size?: number | undefined
}

/** Returns the rows of a page. A size that is not offered becomes the default. */
export function pageRange({ page = 1, size }: PageSearch) {
  const limit = pageSizes.find((option) => option === size) ?? pageSizes[0]
  return { limit, offset: (page - 1) * limit }
}
