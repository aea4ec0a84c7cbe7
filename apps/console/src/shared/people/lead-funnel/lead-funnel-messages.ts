import type { LeadStage } from '@greenroom/contract/people/advisory/lead-pipeline.rules'

/** How far leads came (OQ-505). */
export const leadStageLabels: Readonly<Record<LeadStage, string>> = {
  booked: 'Booked',
  talked: 'Talked',
  quoted: 'Quoted',
  'payment-link': 'Payment link',
  won: 'Won',
}

/** Texts of the leads by source. */
export const funnelMessages = {
  label: 'How far leads came, by source',
  loading: 'Loading sources...',
  source: 'Source',
  noSource: 'No source',
  all: 'All sources',
  share: (percent: string) => `${percent}%`,
  open: (count: number, stage: string, source: string) => `${count} ${stage}, ${source}`,
  omitted: (count: number) =>
    count === 1 ? '1 smaller source is not shown.' : `${count} smaller sources are not shown.`,
  help: 'A lead counts at each stage that it reached. Each number opens its leads.',
} as const
