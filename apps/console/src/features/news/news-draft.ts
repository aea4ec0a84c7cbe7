import { News } from '@greenroom/contract/news/news.schema'
import * as z from 'zod/mini'
import { formDraft } from '../../shared/form-draft/form-draft.ts'
import { NewsFormValues } from './news-form-values.ts'

const NewsDraft = z.object({
  /** With the stored thumbnail: a file cannot be kept and has to be picked again (OQ-012). */
  values: NewsFormValues,
  hadPicked: z.boolean(),
  /** What an edit was based on, so that it is still compared with that and not with what others saved since. */
  base: z.nullable(News),
})

/** What was entered: kept while it is not saved, over the end of a session. */
export const newsDraft = formDraft('news', NewsDraft)
