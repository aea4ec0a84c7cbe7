/** One kind of request of the benchmark; docs/performance.md says what each asks for. */
export interface LoadCase {
  name: string
  /** Addresses that are asked in turn. */
  paths: string[]
}
