import { insertPersonLabels } from './sample.repository.ts'
import type { SampleContext, SampleCounts, SampleSection } from './sample-context.ts'

/** Adds labels to some people. Comes last: the list has everybody then. */
async function addPersonLabels({ db, now }: SampleContext): Promise<SampleCounts> {
  return { person_labels: await insertPersonLabels(db, now) }
}

export const personLabelSample: SampleSection = { add: addPersonLabels }
