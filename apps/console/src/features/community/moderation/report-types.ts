import { type ReportType, reportTypes } from '@greenroom/contract/community/moderation/moderation.schema'

/** Returns the report types in the address, in the order of the specification, without unknown values. */
export function readTypes(value: string | undefined): ReportType[] {
  const types = value?.split(',') ?? []
  return reportTypes.filter((type) => types.includes(type))
}

/** Returns the value of the address for the selected types; undefined for none. */
export function writeTypes(types: readonly ReportType[]): string | undefined {
  return types.length === 0 ? undefined : reportTypes.filter((type) => types.includes(type)).join(',')
}

/** Returns the types to request: an empty selection means all (OQ-068). */
export function askedTypes(types: readonly ReportType[]): ReportType[] {
  return types.length === 0 ? [...reportTypes] : [...types]
}

/** Returns the nonzero counts of an item, largest first, ties in the order of the specification. */
export function countedTypes(
  reports: Partial<Record<string, number>>,
): { type: ReportType; count: number }[] {
  return reportTypes
    .map((type) => ({ type, count: reports[type] ?? 0 }))
    .filter(({ count }) => count > 0)
    .sort((a, b) => b.count - a.count)
}
