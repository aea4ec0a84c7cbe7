import { News, newsFields } from '@greenroom/contract/marketing/news/news.schema'
import { schemaResolver } from '@mantine/form'
import * as z from 'zod/mini'
import { StoredImage } from '../../../shared/field/image-field/image-field.tsx'
import type { RecordForm } from '../../../shared/record/record-form/record-form.ts'
import { newsFormMessages as messages } from './news-messages.ts'

const NewsValues = z.object({
  /** The stored URL, the marker of a picked file, or empty. */
  thumbnail: z.string(),
  heading: z.string(),
  description: z.string(),
  source: z.string(),
  reference_link: z.string(),
  is_active: z.boolean(),
})
type NewsValues = z.output<typeof NewsValues>

const { thumbnail, heading, description, source, reference_link, is_active } = newsFields
const newsErrors = schemaResolver(
  z.object({ thumbnail, heading, description, source, reference_link, is_active }),
  { sync: true },
)

/** The form of a news snippet; an edit sends only what was changed (NEWS-06 to NEWS-12). */
export const newsForm: RecordForm<NewsValues, News, NewsValues> = {
  name: 'news',
  record: News,
  values: NewsValues,
  empty: () => ({
    thumbnail: '',
    heading: '',
    description: '',
    source: '',
    reference_link: '',
    // New records start active (OQ-107).
    is_active: true,
  }),
  // The price has no field and keeps its value (OQ-085).
  valuesOf: (news) => z.parse(NewsValues, news),
  editedOf: (values) => values,
  errors: newsErrors,
  fieldOf: (path) => (path === 'file' ? 'thumbnail' : path in newsForm.labels ? path : undefined),
  labels: {
    thumbnail: {
      label: messages.thumbnail,
      show: (url: string) => <StoredImage url={url} alt={messages.storedThumbnail} />,
    },
    heading: { label: messages.title },
    description: { label: messages.description },
    source: { label: messages.source },
    reference_link: { label: messages.referenceLink },
    is_active: { label: messages.active },
  },
}
