import { mask } from '@greenroom/contract/access/personal'
import { leadStages } from '@greenroom/contract/people/advisory/lead-pipeline.rules'
import type { LeadFunnel, StageCounts } from '@greenroom/contract/people/advisory/lead-pipeline.schema'
import type { TableColumn, TableRow } from '../../../platform/table-file/table-column.ts'
import { earlier } from '../../money/report/report-export.presenter.ts'

const headings = {
  booked: 'Booked',
  talked: 'Talked',
  quoted: 'Quoted',
  'payment-link': 'Payment link',
  won: 'Won',
} as const satisfies Record<keyof StageCounts, string>
const stageColumns = leadStages.map((stage): TableColumn => ({ heading: headings[stage], kind: 'integer' }))

/** Returns the columns of exported leads; those of the earlier period come last. */
export function leadColumns({ compare }: { compare?: unknown }): TableColumn[] {
  return [{ heading: 'Source', kind: 'text' }, ...stageColumns, ...(compare ? stageColumns.map(earlier) : [])]
}

const cellsOf = (counts: StageCounts): TableRow => leadStages.map((stage) => `${counts[stage]}`)
const none: StageCounts = { booked: 0, talked: 0, quoted: 0, 'payment-link': 0, won: 0 }

/**
 * Returns a row for all sources, and one for each.
 * @param before the funnel of the earlier period; sources that only it has come last
 * @param isMasked whether personal data is masked, as in the contract's `LeadFunnel`
 */
export function leadCells(funnel: LeadFunnel, before: LeadFunnel | undefined, isMasked: boolean): TableRow[] {
  const earlierCounts = new Map(before?.sources.map((one) => [one.source, one]))
  const known = new Set(funnel.sources.map(({ source }) => source))
  const gone = before?.sources.filter(({ source }) => !known.has(source)) ?? []
  const sources = [...funnel.sources, ...gone.map(({ source }) => ({ source, ...none }))]
  return [
    ['All sources', ...cellsOf(funnel.total), ...(before ? cellsOf(before.total) : [])],
    ...sources.map(({ source, ...counts }) => [
      source === '' ? 'No source' : isMasked ? mask('note', source) : source,
      ...cellsOf(counts),
      ...(before ? cellsOf(earlierCounts.get(source) ?? none) : []),
    ]),
  ]
}
