/** One kind of request of the benchmark. */
export interface LoadCase {
  name: string
  /** What it asks, in words. */
  asks: string
  /** Addresses that are asked in turn. */
  paths: string[]
}
