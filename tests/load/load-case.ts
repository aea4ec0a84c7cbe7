/** One kind of request of the benchmark. docs/performance.md describes each. */
export interface LoadCase {
  name: string
  /** Addresses, requested in turn. */
  paths: string[]
}
