import { Banner } from '@greenroom/contract/banner/banner.schema'
import * as z from 'zod/mini'
import { formDraft } from '../../shared/form-draft/form-draft.ts'
import { BannerFormValues } from './banner-form-values.ts'

const BannerDraft = z.object({
  values: BannerFormValues,
  /** Files cannot be kept: those that were picked have to be picked again (OQ-012). */
  hadPicked: z.boolean(),
  /** What an edit was based on, so that it is still compared with that and not with what others saved since. */
  base: z.nullable(Banner),
})

/** What was entered: kept while it is not saved, over the end of a session. */
export const bannerDraft = formDraft('banner', BannerDraft)
