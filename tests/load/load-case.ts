/** One kind of request of the benchmark. docs/performance.md describes each. */
export interface LoadCase {
  name: string
  /** Addresses, requested in turn. */
  paths: string[]
  /** Largest median time for one caller in milliseconds; undefined for no limit. */
  mostTime?: number
  /** False if the time may grow with the number of rows. */
  isConstant?: boolean
  /** False if the bare server lacks it; only the program is measured then. */
  isCompared?: false
}
