import { type ReportType, reportTypes } from '@greenroom/contract/moderation/moderation.schema'

/** The ticked types that an address names, in the order of the specification; unknown words count for nothing. */
export function readTypes(value: string | undefined): ReportType[] {
  const types = value?.split(',') ?? []
  return reportTypes.filter((type) => types.includes(type))
}

/** The ticked types as the address holds them; undefined for none. */
export function writeTypes(types: readonly ReportType[]): string | undefined {
  return types.length === 0 ? undefined : reportTypes.filter((type) => types.includes(type)).join(',')
}

/** The types that the server is asked for: nothing ticked means any (OQ-068). */
export function askedTypes(types: readonly ReportType[]): ReportType[] {
  return types.length === 0 ? [...reportTypes] : [...types]
}

/** The counts of an item that are not zero, the largest first, equal ones in the order of the specification. */
export function countedTypes(
  reports: Partial<Record<string, number>>,
): { type: ReportType; count: number }[] {
  return reportTypes
    .map((type) => ({ type, count: reports[type] ?? 0 }))
    .filter(({ count }) => count > 0)
    .sort((a, b) => b.count - a.count)
}
