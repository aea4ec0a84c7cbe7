import { characterCount, completedWebAddress } from '@greenroom/contract/field'
import { createNews, getNews, listNews, updateNews } from '@greenroom/contract/marketing/news/news.endpoints'
import { News } from '@greenroom/contract/marketing/news/news.schema'
import { Box, Checkbox, Textarea } from '@mantine/core'
import { Navigate, useLocation, useNavigate, useSearch } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { useCall } from '../../../lib/api/hooks.ts'
import { useGoBack } from '../../../lib/back.ts'
import { paths } from '../../../lib/paths.ts'
import { ImageField } from '../../../shared/field/image-field/image-field.tsx'
import { EditedRecordPage, RecordFormPage } from '../../../shared/record/record-form/record-form-page.tsx'
import { useRecordForm } from '../../../shared/record/record-form/use-record-form.tsx'
import { useUpload } from '../../../shared/record/record-form/use-upload.ts'
import { showRecord } from '../../../shared/record/record-list/shown-record.ts'
import { CountedLabel } from '../../../ui/counted-label.tsx'
import { Field, FormField } from '../../../ui/form-field.tsx'
import { FieldRow, FormSection } from '../../../ui/form-section.tsx'
import { TextField } from '../../../ui/text-field.tsx'
import { newsForm } from './news-form-values.tsx'
import { newsEditLink } from './news-links.ts'
import { newsFormMessages as messages, newsSaveMessages } from './news-messages.ts'

const headingLimit = 500

/** Creates a news snippet, or edits the one named by the address or passed by a card (SHELL-28, SHELL-29, OQ-007). */
export function NewsFormPage({ mode }: { mode: 'create' | 'edit' }): ReactNode {
  const { id } = useSearch({ strict: false })
  const handedOver = useLocation({ select: ({ state }) => state.news })
  if (mode === 'create') return <NewsForm record={null} />
  if (id === undefined) {
    return <Navigate {...(handedOver ? newsEditLink(handedOver) : { to: paths.newsList })} replace />
  }
  return (
    <EditedRecordPage
      endpoint={getNews}
      schema={News}
      state="news"
      messages={messages}
      name={({ heading }) => heading}
    >
      {(record) => <NewsForm key={record._id} record={record} />}
    </EditedRecordPage>
  )
}

/** The form of a news snippet (NEWS-06 to NEWS-12). @param record null creates one */
function NewsForm({ record }: { record: News | null }) {
  const navigate = useNavigate()
  const goBack = useGoBack()
  const upload = useUpload()
  const create = useCall(createNews, { invalidates: [listNews] })
  const update = useCall(updateNews, { invalidates: [listNews, getNews] })
  const leave = (news: News | null) =>
    void navigate({ to: paths.newsList, search: news?.is_active === false ? { tab: 'inactive' } : {} })

  const of = useRecordForm(newsForm, record, {
    messages: newsSaveMessages,
    create: async (values, sending) => {
      const body = { ...values, thumbnail: await upload(values.thumbnail, sending) }
      return (await create.call({ body })).data
    },
    update: async ({ stored, changes, version }, sending) => {
      const { thumbnail, ...others } = changes
      const picture = thumbnail === undefined ? {} : { thumbnail: await upload(thumbnail, sending) }
      return (await update.call({ params: { id: stored._id }, body: { ...others, ...picture }, version }))
        .data
    },
    onSaved: (saved) => {
      showRecord(saved._id)
      leave(saved)
    },
  })
  const { getInputProps, values } = of.form
  return (
    <RecordFormPage
      of={of}
      submitLabel={of.base === null ? messages.create : messages.update}
      onSubmit={() => void of.submit('save')}
      onCancel={() => {
        if (!goBack()) leave(record)
      }}
    >
      <FormSection title={messages.picture} hint={messages.pictureHint}>
        <FormField path="thumbnail">
          <Box maw={{ base: 'none', sm: 320 }}>
            <ImageField label={messages.thumbnail} required {...of.image('thumbnail')} />
          </Box>
        </FormField>
      </FormSection>
      <FormSection title={messages.snippet} hint={messages.snippetHint}>
        <TextField
          form={of.form}
          path="heading"
          label={
            <CountedLabel
              label={messages.title}
              count={characterCount(values.heading)}
              limit={headingLimit}
            />
          }
          required
        />
        <Field
          as={Textarea}
          form={of.form}
          path="description"
          label={messages.description}
          rows={5}
          resize="vertical"
        />
        <FieldRow>
          <TextField
            form={of.form}
            path="source"
            label={messages.source}
            hint={messages.sourceHint}
            required
          />
          <TextField
            form={of.form}
            path="reference_link"
            label={messages.referenceLink}
            type="url"
            inputMode="url"
            placeholder="https://"
            required
            onBlur={(event) => {
              // Show what will be stored (OQ-086).
              of.form.setFieldValue('reference_link', completedWebAddress(values.reference_link))
              getInputProps('reference_link').onBlur(event)
            }}
          />
        </FieldRow>
      </FormSection>
      <FormSection title={messages.visibility}>
        <Field
          as={Checkbox}
          isCheck
          form={of.form}
          path="is_active"
          label={messages.active}
          hint={messages.activeHint}
        />
      </FormSection>
    </RecordFormPage>
  )
}
